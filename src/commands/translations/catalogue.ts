export * from './loadSourceTexts.ts';
export * from './loadTranslationFields.ts';
export * from './loadTranslationLanguages.ts';
export * from './loadTranslations.ts';
export * from './translationEdits.ts';
