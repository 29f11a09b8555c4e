/** What is loaded of a comparison. */
import type { Difference, DiffList, DiffSummary, PropertyCounts } from '../domain/comparer/lists.ts';
import type { LineNotes } from '../domain/comparer/releaseNotes.ts';
import type { ServiceChange } from '../domain/service/serviceChange.ts';
import type { Load } from './state.ts';

/** The response of a comparison that failed. */
export interface DiffFailure {
  readonly status: number;
  readonly data: readonly string[];
}

/** The pair of versions that is compared, and what is loaded of it; another pair lets all of it go. */
export interface ComparerState {
  /** `3-8`; empty where no two versions are chosen. */
  readonly pair: string;
  readonly diff: Load<DiffSummary>;
  readonly failure: DiffFailure | null;
  /** Pages of lists by `listKey`. */
  readonly lists: Readonly<Record<string, Load<DiffList>>>;
  /** By category. */
  readonly properties: Readonly<Record<string, Load<PropertyCounts>>>;
  /** By kind and id. */
  readonly details: Readonly<Record<string, Load<Difference>>>;
  /** Release notes, one for each line that differs; absent until they are requested. */
  readonly notes?: Load<readonly LineNotes[]>;
  /** How the service differs; absent until it is requested. */
  readonly service?: Load<ServiceChange>;
}

/** Nothing compared yet. */
export const NO_COMPARISON: ComparerState = {
  pair: '',
  diff: { status: 'idle', value: null, messages: [] },
  failure: null,
  lists: {},
  properties: {},
  details: {},
};
