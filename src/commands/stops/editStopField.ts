import { z } from 'zod';
import { request } from '../../contract/route.ts';
import { editStopField as call } from '../../contract/stops.ts';
import { StopState } from '../../domain/stopDetails.ts';
import { STOP_FIELDS, StopField, stopFieldError, StopFieldValue, stopFieldValue, stopTypeLabel } from '../../domain/stops.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { revealStop } from '../../projections/camera.ts';
import { foldStop, previewStop, stopDetails, stopName } from '../../projections/stops.ts';
import { undoScopeOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** Changes one field of a stop; an empty text takes the field away. Sent only when the value differs. */
export const editStopField = defineCommand('stop.editField', {
  payload: z.object({
    versionId: VersionId,
    stopId: z.string(),
    field: StopField,
    from: StopFieldValue,
    to: StopFieldValue,
    rev: z.int().min(0),
    reveal: z.boolean().optional(),
  }),
  samples: () => [
    { versionId: 1, stopId: 'S1', field: 'name' as const, from: 'Market Street', to: 'Market Square', rev: 0 },
    { versionId: 1, stopId: 'S2', field: 'type' as const, from: 0, to: 5, rev: 0 },
    { versionId: 1, stopId: 'S2', field: 'zoneId' as const, from: '', to: 'A', rev: 0 },
  ],
  label: (p, view) =>
    p.field === 'name'
      ? `Rename stop ${String(p.from) || p.stopId} to ${String(p.to)}`
      : `Change ${FIELD_WORDS[p.field]} of ${stopName(view, p.versionId, p.stopId)} to ${shown(p.field, p.to)}`,
  decide: (_view, p) => {
    if (p.from === p.to) return { code: 'stop.sameValue', message: 'The value is the same' };
    const message = stopFieldError(p.field, p.to);
    return message === undefined ? undefined : { code: 'stop.invalidValue', message };
  },
  lane: (p) => `stop/${p.versionId}/${p.stopId}`,
  policy: 'queue',
  write: true,
  preview: (view, p) => previewStop(view, p.versionId, p.stopId, { [STOP_FIELDS[p.field]]: p.to === '' && p.field !== 'name' ? undefined : p.to }),
  call: (p, base) => {
    const details = stopDetails(base, p.versionId, p.stopId);
    const rev = details && stopFieldValue(details.Stop, p.field) === p.from ? details.Rev : p.rev;
    return request(call, { params: { versionId: p.versionId, field: p.field }, body: { stopId: p.stopId, value: p.to } }, rev);
  },
  reply: call.reply,
  answered: (base, p, reply) => {
    foldStop(base, p.versionId, reply);
    if (p.reveal) revealStop(base, p.stopId);
  },
  conflict: (base, p, present) => foldStop(base, p.versionId, StopState.parse(present)),
  commutes: (p, present) => {
    const { Stop } = StopState.parse(present);
    return Stop !== null && stopFieldValue(Stop, p.field) === p.from;
  },
  rebase: (p, present) => {
    const { Stop, Rev } = StopState.parse(present);
    return { ...p, from: Stop ? stopFieldValue(Stop, p.field) : p.from, rev: Rev };
  },
  inverse: (p, reply): CommandInput => editStopField({ ...p, from: p.to, to: p.from, rev: reply.Rev, reveal: true }),
  undoScope: (p) => undoScopeOf(p.versionId),
  touches: (p) => [`stop/${p.stopId}/${STOP_FIELDS[p.field]}`],
  keep: 'all',
  keepReply: 'all',
});

const FIELD_WORDS: Readonly<Record<StopField, string>> = {
  name: 'name',
  type: 'type',
  direction: 'direction',
  parentId: 'parent',
  platformCode: 'platform code',
  stopCode: 'code',
  zoneId: 'zone',
  url: 'URL',
  signpostedAs: 'signpost',
  wheelchairBoarding: 'wheelchair boarding',
  areaName: 'area name',
  groupId: 'group',
};

function shown(field: StopField, value: StopFieldValue): string {
  if (field === 'type' && typeof value === 'number') return stopTypeLabel(value);
  return value === '' ? 'nothing' : String(value);
}
