import type { ReactNode } from 'react';
import { languageName, translatedText, type Translation } from '../../domain/translations.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { Details, DetailsBody } from '../parts/Details.tsx';
import { ShownField } from '../parts/Field.tsx';

/** One translation with all its fields. */
export function TranslationDetails({ translation, onClose }: { translation: Translation; onClose: () => void }): ReactNode {
  const { Id, CategoryName, FieldName, FieldValue, LanguageName, RecordId, RecordSubId } = translation;
  const language = languageName(LanguageName);
  return (
    <Details
      of={Id}
      kind="translation"
      title={translatedText(translation)}
      subtitle={[language, CategoryName].filter(Boolean).join(' · ')}
      onClose={onClose}
    >
      <DetailsBody
        collapseEmpty
        fields={
          <>
            <ShownField label="Translation">
              {translation.Translation && (
                <span lang={LanguageName || undefined} dir="auto">
                  {translation.Translation}
                </span>
              )}
            </ShownField>
            <ShownField label="Language">
              {language === LanguageName || LanguageName.trim() === '' ? language : `${language} (${LanguageName})`}
            </ShownField>
            <ShownField label="Category">{CategoryName}</ShownField>
            <ShownField label="Field name">{FieldName}</ShownField>
            <ShownField label="Field value">{FieldValue}</ShownField>
            <ShownField label="Record">{RecordId && <CopyId id={RecordId} what="record id" />}</ShownField>
            <ShownField label="Part of record">{RecordSubId}</ShownField>
            <ShownField label="Translation id">
              <CopyId id={Id} what="translation id" />
            </ShownField>
          </>
        }
      />
    </Details>
  );
}
