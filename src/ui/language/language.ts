/** The language of the screens: which one it is, and how a text of a catalogue becomes one that is shown. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../../domain/settings.ts';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** What a language other than English brings along; loaded when it is chosen. */
export interface Translations {
  /** Of the catalogues: by area, then by key. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of constant texts that are declared with commands and kinds: by the English text. */
  readonly words: Readonly<Record<string, string>>;
  /** Label and help of fields that are declared with kinds: by kind and key, `Stop.Name`. */
  readonly fields: Readonly<Record<string, readonly [label: string, help: string]>>;
  /** Changes every text, for the pseudo-locales. */
  readonly alter?: { readonly text: (text: string) => string; readonly ast: (ast: Ast) => Ast };
}

interface Spoken extends Translations {
  readonly language: Language;
  /** As Intl knows it. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Messages that were used, by their English text within the area. */
  readonly formats: Map<string, IntlMessageFormat>;
}

const FORMS: Readonly<Record<Language, Pick<Spoken, 'locale' | 'dir'>>> = {
  en: { locale: 'en-GB', dir: 'ltr' },
  de: { locale: 'de-DE', dir: 'ltr' },
  'en-XA': { locale: 'en-GB', dir: 'ltr' },
  'ar-XB': { locale: 'en-GB', dir: 'rtl' },
};

const LOADERS: Readonly<Record<Language, () => Promise<Translations>>> = {
  en: () => Promise.resolve({ texts: {}, words: {}, fields: {} }),
  de: async () => (await import('./german.ts')).german,
  'en-XA': async () => (await import('./pseudo.ts')).pseudo,
  'ar-XB': async () => (await import('./pseudo.ts')).pseudo,
};

let spoken: Spoken = speakerOf('en', { texts: {}, words: {}, fields: {} });

/** Loads a language and speaks it from then on; what is on the screen has to be redrawn. */
export async function speak(language: Language): Promise<void> {
  if (spoken.language !== language) spoken = speakerOf(language, await LOADERS[language]());
}

/** The language that is spoken now. */
export function spokenLanguage(): Pick<Spoken, 'language' | 'locale' | 'dir'> {
  return spoken;
}

/** A constant text that is declared outside the screens (the title of a command, a status) in the language; itself where nobody has translated it. */
export function said(english: string): string {
  return altered(spoken.words[english] ?? english);
}

/** The same for the labels of what can be chosen. */
export function saidChoices<C extends { readonly label: string }>(choices: readonly C[]): C[] {
  return choices.map((choice) => ({ ...choice, label: said(choice.label) }));
}

/** A field as its kind declares it. */
interface ShownField {
  readonly key: string;
  readonly label: string;
  readonly help: string;
}

/** The label of a field of a kind. */
export function fieldLabel(kind: string, { key, label }: ShownField): string {
  return altered(spoken.fields[`${kind}.${key}`]?.[0] ?? label);
}

/** What a field of a kind means, for the person who fills it in. */
export function fieldHelp(kind: string, { key, help }: ShownField): string {
  return altered(spoken.fields[`${kind}.${key}`]?.[1] ?? help);
}

/** A label as it is in the middle of a sentence: in small letters, but not in German, where nouns keep their capital. */
export function inSentence(label: string): string {
  return spoken.language === 'de' ? label : label.toLowerCase();
}

/** A text of a catalogue that has no parameters. */
export function plainText(area: string, key: string, english: string): string {
  return altered(spoken.texts[area]?.[key] ?? english);
}

/** A message of a catalogue, filled in. With tags it is a list of texts and elements. */
export function filledIn(area: string, key: string, english: string, values: Readonly<Record<string, unknown>>): unknown {
  const filled: unknown = formatOf(area, key, english).format(values);
  // German words such as `flexible Fahrt` begin with a small letter; a text does not
  return typeof filled === 'string' && spoken.texts[area]?.[key]?.startsWith('{word}') === true
    ? filled.replace(/^\p{Ll}/u, (first) => first.toUpperCase())
    : filled;
}

function formatOf(area: string, key: string, english: string): IntlMessageFormat {
  const { formats, texts, locale, alter } = spoken;
  const id = `${area}.${key}`;
  const known = formats.get(id);
  if (known) return known;
  const format = new IntlMessageFormat(texts[area]?.[key] ?? english, locale);
  const shown = alter ? new IntlMessageFormat(alter.ast(format.getAst()), locale) : format;
  formats.set(id, shown);
  return shown;
}

function altered(text: string): string {
  return spoken.alter ? spoken.alter.text(text) : text;
}

function speakerOf(language: Language, translations: Translations): Spoken {
  return { language, ...FORMS[language], ...translations, formats: new Map() };
}
