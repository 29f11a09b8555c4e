/** The edits of the smaller kinds as commands. */
import * as otherColumns from '../../domain/edits/otherColumns.ts';
import * as edits from '../../domain/edits/records.ts';
import { dataPath } from '../../domain/locations.ts';
import { couplingProblem } from '../../domain/model/couplings.ts';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import type { RecordKind } from '../../domain/model/records.ts';
import type { FieldValues } from '../../domain/model/fieldValues.ts';
import type { CommandInput, Refusal } from '../../kernel/command.ts';
import { recordsOf } from '../../projections/records.ts';
import type { AppState } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineEdit } from '../defineEdit.ts';
import { openPlace } from '../shell/openPlace.ts';

export const editRecordField = defineEdit(edits.editRecordField, {
  decide: (view, { versionId, kind, recordId, field, value }) => couplingRefusal(view, versionId, kind, recordId, recordId, { [field]: value }),
});

export const editFieldOfRecords = defineEdit(edits.editFieldOfRecords);

/** What was made is opened where its list is looked at. */
export const createRecord = defineEdit(edits.createRecord, {
  decide: (view, { versionId, kind, recordId = '', values }) => couplingRefusal(view, versionId, kind, '', recordId, values),
  next: ({ versionId, kind, recordId }, reply, view) => openMade(view, versionId, kind, recordId ?? reply.Documents?.[0]?.Id),
});

export const cloneRecord = defineEdit(edits.cloneRecord, {
  decide: (view, { versionId, kind, sourceId, recordId, values }) => couplingRefusal(view, versionId, kind, sourceId, recordId, values),
  next: ({ versionId, kind, recordId }, _reply, view) => openMade(view, versionId, kind, recordId),
});

export const removeRecords = defineEdit(edits.removeRecords);

export const editOtherColumn = defineEdit(otherColumns.editOtherColumn);

/** The server looks at all couplings; those that are here tell before anything is sent. */
function couplingRefusal(
  view: AppState,
  versionId: number,
  kind: RecordKind,
  sourceId: string,
  recordId: string,
  values: FieldValues,
): Refusal | undefined {
  const known = recordsOf(view, versionId, kind);
  const message =
    known &&
    couplingProblem(
      known,
      kind,
      known.find(({ Id }) => Id === sourceId),
      recordId,
      values,
    );
  return message === undefined ? undefined : { code: 'record.coupling', message };
}

function openMade(view: AppState, versionId: number, kind: RecordKind, itemId: string | undefined): readonly CommandInput[] {
  const place = presentPlace(view);
  const { page } = RECORD_KINDS[kind];
  if (place.page !== page || place.versionId !== versionId || itemId === undefined) return [];
  return [openPlace({ path: dataPath({ ...place, page, itemId }), search: view.location.search })];
}
