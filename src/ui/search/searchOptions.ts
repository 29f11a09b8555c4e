/** What the search box offers for what is typed in it. */
import { categoriesOf, mixingError, type SearchCategory, type SearchList, searchValue } from '../../domain/searchTags.ts';
import { folded } from '../../domain/folded.ts';
import type { TagSearch } from '../../projections/searchQuery.ts';
import { texts } from './texts.ts';

/** Values to choose from, by category. */
export type SearchChoices = Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>>;

/** A category to continue in, or a complete tag; `why` says why it cannot be chosen. */
export type SearchOption =
  | { readonly kind: 'category'; readonly key: string; readonly label: string; readonly category: SearchCategory; readonly why?: string }
  | {
      readonly kind: 'tag';
      readonly key: string;
      readonly label: string;
      readonly category: SearchCategory | undefined;
      readonly text: string;
      readonly why?: string;
    };

/** Options of one list that are shown at a time. */
const MOST = 50;

/** The options for a text: within a category its values; without one the text itself, categories, and values that hold the text. */
export function searchOptions(
  list: SearchList,
  { tags }: Pick<TagSearch, 'tags'>,
  category: SearchCategory | undefined,
  typed: string,
  choices: SearchChoices,
): readonly SearchOption[] {
  const text = typed.trim();
  const wanted = folded(text);
  const holds = (label: string): boolean => folded(label).includes(wanted);
  const refusal = (of: SearchCategory | undefined): { readonly why: string } | undefined => {
    const why = mixingError(list, tags, of);
    return why === undefined ? undefined : { why };
  };
  const valuesOf = (of: SearchCategory, prefix: string): SearchOption[] =>
    (choices[of.id] ?? [])
      .filter(({ label }) => holds(label))
      .map(({ value, label }) => ({ kind: 'tag', key: `${of.id}=${value}`, label: prefix + label, category: of, text: value, ...refusal(of) }));

  if (category) {
    if (category.kind === 'choice') return valuesOf(category, '').slice(0, MOST);
    const read = searchValue(category, text);
    return 'value' in read ? [{ kind: 'tag', key: 'typed', label: `${category.label}: ${read.value}`, category, text, ...refusal(category) }] : [];
  }
  const all = categoriesOf(list);
  if (text === '') return all.map((of) => ({ kind: 'category', key: of.id, label: of.label, category: of, ...refusal(of) }));
  const itself: SearchOption = { kind: 'tag', key: 'text', label: texts.textText({ text }), category: undefined, text, ...refusal(undefined) };
  const named = all.filter(({ label }) => holds(label));
  return [
    itself,
    ...named.map((of): SearchOption => ({ kind: 'category', key: of.id, label: of.label, category: of, ...refusal(of) })),
    ...all.flatMap((of): SearchOption[] => {
      if (of.kind === 'choice') return valuesOf(of, `${of.label}: `);
      const read = searchValue(of, text);
      return 'value' in read ? [{ kind: 'tag', key: `${of.id}=typed`, label: `${of.label}: ${read.value}`, category: of, text, ...refusal(of) }] : [];
    }),
  ].slice(0, MOST);
}
