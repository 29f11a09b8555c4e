/** The fares of a version: the list narrowed down by the address's query, and how its rows follow their documents. */
import { castDraft } from 'immer';
import { compareFares, type FareDetails, fareDescription, fareRow, type FareRow } from '../domain/fareDetails.ts';
import type { Fare } from '../domain/model/fare.ts';
import { idKey } from '../kernel/table.ts';
import type { RowKeeper } from './documentRows.ts';
import { folded } from '../domain/folded.ts';
import { listRows } from './listRows.ts';
import type { Load } from './state.ts';

/** Fares whose description, id or group holds the text, keeping their order. */
export function filterFares(fares: readonly FareRow[], text: string): readonly FareRow[] {
  const wanted = folded(text.trim());
  if (wanted === '') return fares;
  return fares.filter((fare) => [fareDescription(fare), fare.Id, fare.FareGroupId ?? ''].some((part) => folded(part).includes(wanted)));
}

const listed: RowKeeper<'Fare'> = listRows<'Fare', FareRow>({
  list: (version) => version.fares,
  rowOf: (fare) => fareRow(fare, 0),
  compare: compareFares,
});

/** The rows of the list, and the fare in what is loaded of its details. */
export const fareRows: RowKeeper<'Fare'> = {
  fold(version, id, fare, rev) {
    const isNew = fare !== null && version.fares.value !== null && !version.fares.value.some((row) => row.Id === id);
    listed.fold(version, id, fare, rev);
    const details = version.fareDetails[idKey(id)];
    if (details) details.value = fare === null ? null : castDraft({ Fare: fare, Rev: rev });
    // a new one is opened before the server has it: there is nothing to ask for
    else if (isNew)
      version.fareDetails[idKey(id)] = castDraft<Load<FareDetails>>({ status: 'succeeded', value: { Fare: fare, Rev: rev }, messages: [] });
  },
  partial(version, id) {
    const row = version.fares.value?.find((one) => one.Id === id);
    if (!row) return undefined;
    const { RuleCount, Rev: _rev, ...fare } = row;
    return { ...fare, Rules: Array.from({ length: RuleCount }, () => ANY) };
  },
  rev: (version, id) => {
    const row = version.fares.value?.find((one) => one.Id === id);
    return row && (row.Rev ?? 0);
  },
};

/** The row that a list can tell of: how many there are, not what they say. */
const ANY: Fare['Rules'][number] = { Transport: null, FromZone: null, ToZone: null, ContainsZone: null };
