/** The stop filter of an address: one parameter per tag, how a text is matched, and how the tags are combined. */
import { stopTypeLabel } from '../domain/stops.ts';
import { folded } from './folded.ts';
import { queryPairs, queryText } from './queryText.ts';
import type { StopEntry } from './stopList.ts';

/** Fields of a stop that an address can ask for, by their parameter's name. */
const STOP_TAGS = ['Name', 'Id', 'StopCode', 'Type', 'ZoneId', 'AgencyIds'] as const;
export type StopTagField = (typeof STOP_TAGS)[number];

/** One thing asked for. */
export interface StopTag {
  readonly field: StopTagField;
  readonly value: string;
}

/** What the list of stops is narrowed down to; no tags means all of them. */
export interface StopFilter {
  readonly tags: readonly StopTag[];
  readonly match: 'Contains' | 'Exact';
  readonly condition: 'And' | 'Or';
}

/** Reads the filter of a query; what is not about stops is passed over. */
export function stopFilterOf(search: string): StopFilter {
  const pairs = queryPairs(search);
  const has = (name: string, value: string): boolean => pairs.some((pair) => pair[0] === name && pair[1] === value);
  return {
    tags: pairs.flatMap(([name, value]) => (isTag(name) && value.trim() !== '' ? [{ field: name, value: value.trim() }] : [])),
    match: has('match', 'Exact') ? 'Exact' : 'Contains',
    condition: has('condition', 'Or') ? 'Or' : 'And',
  };
}

/** The query that asks for a filter, keeping what else the query holds (`rule`, `list`). */
export function searchWithStopFilter(search: string, filter: StopFilter): string {
  const others = queryPairs(search).filter(([name]) => !isTag(name) && name !== 'match' && name !== 'condition');
  const tags = filter.tags.map(({ field, value }) => [field, value] as const);
  if (tags.length === 0) return queryText(others);
  return queryText([
    ...others,
    ...tags,
    ...(filter.match === 'Exact' ? [['match', 'Exact'] as const] : []),
    ...(tags.length > 1 || filter.match === 'Exact' ? [['condition', filter.condition] as const] : []),
  ]);
}

/** The filter of the search box: name, id or code holds the text. */
export function stopTextFilter(text: string): StopFilter {
  const value = text.trim();
  const tags = value === '' ? [] : BOX_FIELDS.map((field) => ({ field, value }));
  return { tags, match: 'Contains', condition: 'Or' };
}

/** The text of the search box when the filter came from it; undefined for one that was composed otherwise. */
export function stopFilterText(filter: StopFilter): string | undefined {
  const [first] = filter.tags;
  if (first === undefined) return '';
  const { tags } = stopTextFilter(first.value);
  const same =
    filter.tags.length === tags.length && tags.every((tag, i) => tag.field === filter.tags[i]?.field && tag.value === filter.tags[i]?.value);
  return same && filter.match === 'Contains' && filter.condition === 'Or' ? first.value : undefined;
}

/** Narrows entries down, keeping their order. `agencies` names the agencies that serve each stop. */
export function filterStops(
  entries: readonly StopEntry[],
  filter: StopFilter,
  agencies: Readonly<Record<string, readonly string[]>>,
): readonly StopEntry[] {
  if (filter.tags.length === 0) return entries;
  const tests = filter.tags.map((tag) => testOf(tag, filter.match, agencies));
  return filter.condition === 'And'
    ? entries.filter((entry) => tests.every((test) => test(entry)))
    : entries.filter((entry) => tests.some((test) => test(entry)));
}

const BOX_FIELDS = ['Name', 'Id', 'StopCode'] as const;

function isTag(name: string): name is StopTagField {
  return STOP_TAGS.some((tag) => tag === name);
}

function testOf(
  { field, value }: StopTag,
  match: StopFilter['match'],
  agencies: Readonly<Record<string, readonly string[]>>,
): (entry: StopEntry) => boolean {
  const wanted = folded(value);
  const meets = match === 'Exact' ? (text: string) => text === wanted : (text: string) => text.includes(wanted);
  switch (field) {
    case 'Name':
      return (entry) => meets(entry.name);
    case 'Id':
      // ids are exact: `S1` and `s1` are two stops
      return match === 'Exact' ? (entry) => entry.row.Id === value : (entry) => entry.id.includes(wanted);
    case 'StopCode':
      return (entry) => meets(entry.code);
    case 'Type':
      return /^\d+$/.test(value) ? (entry) => entry.row.Type === Number(value) : (entry) => meets(folded(stopTypeLabel(entry.row.Type)));
    case 'ZoneId':
      return (entry) => meets(folded(entry.row.ZoneId ?? ''));
    case 'AgencyIds':
      return (entry) => (agencies[entry.row.Id] ?? []).some((id) => meets(folded(id)));
  }
}
