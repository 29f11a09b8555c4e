/** Rules of translations. */
import type { Entity } from '../../../src/domain/entities.ts';
import type { Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Reads, type Rule } from '../rule.ts';
import { isLanguage } from '../../../src/domain/formats.ts';
import { isBlank } from '../texts.ts';
import { KEPT_TABLES, TRANSLATABLE, translatedValues } from '../translatedValues.ts';
import { alike } from './agencies.ts';

/** Translations of the texts of a document that changes. */
const VALUES: Reads = {
  Agency: (doc, net) => ofValues(net, translatedValues('Agency', doc)),
  Stop: (doc, net) => ofValues(net, translatedValues('Stop', doc)),
  Schedule: (doc, net) => ofValues(net, translatedValues('Schedule', doc)),
  Track: (doc, net) => ofValues(net, translatedValues('Track', doc)),
  Timetable: (doc, net) => ofValues(net, translatedValues('Timetable', doc)),
  Level: (doc, net) => ofValues(net, translatedValues('Level', doc)),
  Pathway: (doc, net) => ofValues(net, translatedValues('Pathway', doc)),
  Attribution: (doc, net) => ofValues(net, translatedValues('Attribution', doc)),
  Feed: (doc, net) => ofValues(net, translatedValues('Feed', doc)),
};

export const translationRules: readonly Rule[] = [
  documentRule(
    [
      701,
      'TRANSLATION_LANGUAGE_MISSING',
      'Error',
      'Translation!',
      'The language of the translation is empty; it shows as N/A.',
      'Nobody is ever shown the translation.',
      'Choose its language.',
      'A translation of "Harbour" without a language.',
    ],
    'Translation',
    ({ LanguageName }) => (isBlank(LanguageName) ? { field: 'LanguageName', text: 'This translation has no language' } : undefined),
  ),
  documentRule(
    [
      702,
      'TRANSLATION_LANGUAGE_INVALID',
      'Error',
      'Translation!',
      'The language does not begin with a language registered in ISO 639.',
      'Nobody is ever shown the translation.',
      'Choose a language from the list.',
      '"french".',
    ],
    'Translation',
    ({ LanguageName }) =>
      isBlank(LanguageName) || isLanguage(LanguageName) ? undefined : { field: 'LanguageName', text: `"${LanguageName}" is not a language code` },
  ),
  relationRule(
    [
      703,
      'TRANSLATION_SAME_LANGUAGE',
      'Warning',
      'Translation',
      'The language of the translation is that of the feed, or of its agencies where the feed does not say any.',
      'The text is in that language already. Feeds that give their own language as mul are exempt.',
      'Remove the translation, or correct its language.',
      'A translation into en in an English feed.',
    ],
    'Translation',
    { Agency: allTranslations, Feed: allTranslations },
    ({ LanguageName }, net) => {
      const language = usualLanguage(net);
      return language !== undefined && !isBlank(LanguageName) && language === LanguageName.toLowerCase()
        ? { field: 'LanguageName', text: `The names of this version are in ${LanguageName} already` }
        : undefined;
    },
  ),
  documentRule(
    [
      704,
      'TRANSLATION_TEXT_MISSING',
      'Error',
      'Translation!',
      'The text of the translation is empty.',
      'Apps show nothing in place of the name.',
      'Type the text, or remove the translation.',
      'A translation of "Harbour" into fr that is empty.',
    ],
    'Translation',
    ({ Translation }) => (isBlank(Translation) ? { field: 'Translation', text: 'The text is empty' } : undefined),
  ),
  documentRule(
    [
      705,
      'TRANSLATION_CATEGORY_UNKNOWN',
      'Error',
      'Translation!',
      'The category, or the field in it, is none that can be translated.',
      'Nobody ever looks for the translation.',
      'Choose category and field from the list.',
      'Category "stops" with the field "name".',
    ],
    'Translation',
    ({ CategoryName, FieldName }) =>
      TRANSLATABLE.has(`${CategoryName}/${FieldName}`) || (KEPT_TABLES.has(CategoryName) && !isBlank(FieldName))
        ? undefined
        : { field: 'FieldName', text: `${CategoryName || '(none)'}.${FieldName || '(none)'} cannot be translated` },
  ),
  relationRule(
    [
      706,
      'TRANSLATION_SOURCE_NOT_FOUND',
      'Warning',
      'Translation',
      'Nothing of the category has the text that is translated.',
      'The translation is never shown: mostly the name was changed after it was translated.',
      'Give the translation the present text, or remove it.',
      'A translation of "Main Street" after the stop was renamed.',
    ],
    'Translation',
    VALUES,
    ({ CategoryName, FieldName, FieldValue, RecordId }, net) => {
      if (isBlank(FieldValue) || !isBlank(RecordId)) return undefined;
      const key = `${CategoryName}/${FieldName}/${FieldValue}`;
      return TRANSLATABLE.has(`${CategoryName}/${FieldName}`) && !hasText(net, CategoryName, key)
        ? { field: 'FieldValue', text: `No ${FieldName} of ${CategoryName} reads "${FieldValue}"` }
        : undefined;
    },
  ),
  groupRule(
    [
      707,
      'TRANSLATION_DUPLICATE',
      'Error',
      'Translation!',
      'Two translations have the same category, field, text (or record) and language.',
      'It is unclear which of them is shown.',
      'Remove one of them.',
      'Two translations of "Harbour" into fr.',
    ],
    'Translation',
    {
      keys: (one) => [
        JSON.stringify([
          one.CategoryName,
          one.FieldName,
          one.FieldValue ?? '',
          one.RecordId ?? '',
          one.RecordSubId ?? '',
          one.LanguageName.toLowerCase(),
        ]),
      ],
      check: (translations) =>
        alike(translations, (other) => ({ text: `The translation "${other.doc.Translation}" is of the same into the same language` })),
    },
  ),
];

function ofValues(net: Network, values: Iterable<string>): string[] {
  return [...values].flatMap((value) => net.idsOf('translationOfValue', value));
}

function* allTranslations(_doc: unknown, net: Network): Generator<string> {
  for (const { id } of net.all('Translation')) yield id;
}

/** The language of the feed, else the one that all agencies have. */
function usualLanguage(net: Network): string | undefined {
  return net.summary('language', ['Feed', 'Agency'], () => {
    const feeds = [...net.all('Feed')];
    const said = feeds[0]?.doc.Language?.trim().toLowerCase() ?? '';
    if (said !== '') return said === 'mul' ? undefined : said;
    const languages = new Set([...net.all('Agency')].map(({ doc }: { doc: Entity<'Agency'> }) => (doc.Language ?? '').trim().toLowerCase()));
    const [only] = languages;
    return languages.size === 1 && only !== '' ? only : undefined;
  });
}

const HOLDERS = {
  agency: 'agencyWithText',
  stops: 'stopWithText',
  routes: 'scheduleWithText',
  trips: 'trackWithText',
  stop_times: 'trackWithText',
  levels: 'levelWithText',
  pathways: 'pathwayWithText',
  attributions: 'attributionWithText',
  feed_info: 'feedWithText',
} as const;

function hasText(net: Network, category: string, key: string): boolean {
  if (!Object.hasOwn(HOLDERS, category)) return false;
  return net.isLinked(HOLDERS[category as keyof typeof HOLDERS], key) || (category === 'trips' && net.isLinked('timetableWithText', key));
}
