/** Stops, schedules, fares and agencies of the version in view, found by id and name. */
import { fareDescription } from '../../domain/fareDetails.ts';
import { dataPath } from '../../domain/locations.ts';
import { stopTypeLabel } from '../../domain/stops.ts';
import type { AppState, VersionData } from '../../projections/state.ts';
import { stopList } from '../../projections/stopList.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import { said } from '../language/language.ts';
import { texts } from './texts.ts';

/** A thing of the version in view. */
export interface FoundEntity {
  readonly kind: 'stop' | 'schedule' | 'fare' | 'agency';
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
}

/** So many of one kind are shown; a longer text finds the rest. */
const MOST = 8;
/** One letter would find half of everything. */
const LEAST_LETTERS = 2;

interface Indexed {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly words: string;
}

/** What of the version in view has the typed text as its id, in its id or name; exact ids first, then beginnings of words. */
export function findEntities(view: AppState, typed: string): readonly FoundEntity[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const data = presentData(view);
  const { databaseId, versionId } = presentPlace(view);
  if (wanted.length < LEAST_LETTERS || !data || databaseId === undefined || versionId === undefined) return [];
  return KINDS.flatMap(({ kind, page, rows }) =>
    best(rows(data), wanted).map(({ id, title, detail }) => ({
      kind,
      id,
      title,
      detail,
      path: dataPath({ databaseId, versionId, page, itemId: id }),
    })),
  );
}

const KINDS: readonly { readonly kind: FoundEntity['kind']; readonly page: string; rows(data: VersionData): readonly Indexed[] }[] = [
  {
    kind: 'stop',
    page: 'stops',
    rows: ({ stops: { value } }) =>
      value === null
        ? NONE
        : indexed(value, () =>
            stopList(value).map(({ row }) => line(row.Id, row.Name, texts.stopIdType({ id: row.Id, type: said(stopTypeLabel(row.Type)) }))),
          ),
  },
  {
    kind: 'schedule',
    page: 'schedules',
    rows: ({ schedules: { value } }) =>
      value === null
        ? NONE
        : indexed(value, () =>
            value.map((row) => line(row.Id, [row.Name, row.LongName].filter(Boolean).join(' · '), texts.scheduleId({ id: row.Id }))),
          ),
  },
  {
    kind: 'fare',
    page: 'fares',
    rows: ({ fares: { value } }) =>
      value === null ? NONE : indexed(value, () => value.map((row) => line(row.Id, fareDescription(row), texts.fareId({ id: row.Id })))),
  },
  {
    kind: 'agency',
    page: 'agencies',
    rows: ({ agencies: { value } }) =>
      value === null ? NONE : indexed(value, () => value.map((row) => line(row.Id, row.Name ?? '', texts.agencyId({ id: row.Id })))),
  },
];

const NONE: readonly Indexed[] = [];
const indexes = new WeakMap<object, readonly Indexed[]>();

/** The lines of a list, made once for as long as it is the same. */
function indexed(list: object, make: () => readonly Indexed[]): readonly Indexed[] {
  const known = indexes.get(list);
  if (known) return known;
  const made = make();
  indexes.set(list, made);
  return made;
}

function line(id: string, name: string, detail: string): Indexed {
  return { id, title: name || id, detail, words: `${id}\n${name}`.toLocaleLowerCase() };
}

function best(rows: readonly Indexed[], wanted: string): readonly Indexed[] {
  const ranks: Indexed[][] = [[], [], [], []];
  for (const row of rows) {
    const at = row.words.indexOf(wanted);
    if (at < 0) continue;
    const rank = row.id.toLocaleLowerCase() === wanted ? 0 : at === 0 || row.words[at - 1] === '\n' ? 1 : row.words[at - 1] === ' ' ? 2 : 3;
    ranks[rank]?.push(row);
  }
  return ranks.flat().slice(0, MOST);
}
