/** The agencies of a version as the list shows them. */
import type { Agency } from '../domain/model/agency.ts';
import type { RowKeeper } from './documentRows.ts';
import { listRows } from './listRows.ts';
import { folded } from '../domain/folded.ts';

/** Agencies whose name or id holds the text, by name as people count; a missing name stands as N/A. */
export function filterAgencies(agencies: readonly Agency[], text: string): readonly Agency[] {
  const wanted = folded(text.trim());
  const found = wanted === '' ? agencies : agencies.filter(({ Id, Name }) => folded(Name || 'N/A').includes(wanted) || folded(Id).includes(wanted));
  return found.toSorted((a, b) => collator.compare(a.Name || 'N/A', b.Name || 'N/A') || collator.compare(a.Id, b.Id));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The rows of the list: whole documents. */
export const agencyRows: RowKeeper<'Agency'> = listRows<'Agency', Agency>({
  list: (version) => version.agencies,
  rowOf: (agency) => agency,
  docOf: (agency) => agency,
});
