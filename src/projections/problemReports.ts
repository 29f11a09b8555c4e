/** The page of problem reports, for support: what it is searched for, and the reports found so far. */
import { castDraft, type Draft } from 'immer';
import { placeOf } from '../domain/locations.ts';
import { mayReadReports, type ProblemReport } from '../domain/problemReports.ts';
import { queryPairs } from '../domain/queryText.ts';
import type { AppState, Load } from './state.ts';

export interface ProblemReportsState {
  readonly find: string;
  readonly list: Load<readonly ProblemReport[]>;
  /** The id that the next page ends before, null at the end. */
  readonly tail: Load<number>;
}

const UNASKED: Load<never> = { status: 'idle', value: null, messages: [] };

/** What the list is searched for by the address; undefined elsewhere. */
export function reportSearch({ path, search }: AppState['location']): string | undefined {
  return placeOf(path).section === 'reports' ? (new Map(queryPairs(search)).get('find') ?? '').slice(0, 200) : undefined;
}

/** Begins the list of another search, and lets go of it where the page is left: reports are confidential. */
export function turnProblemReports(base: Draft<AppState>): void {
  const find = reportSearch(base.location);
  if (find === undefined) delete base.problemReports;
  else if (base.problemReports?.find !== find) {
    // what was found before stays until the answer
    const list = { ...UNASKED, value: base.problemReports?.list.value ?? null };
    base.problemReports = castDraft({ find, list, tail: UNASKED });
  }
}

/** Whether the signed-in person may read the reports of others. */
export function readsReports({ session: { account } }: AppState): boolean {
  return account != null && mayReadReports(account);
}
