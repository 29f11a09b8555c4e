/** Puts stops into fare areas and groups of stops. */
import { z } from 'zod';
import { documentEdit, one, put, stopName } from './documentEdit.ts';

/** Stops of one edit at most. */
export const MOST_GROUPED = 1000;

/** The kinds that put a stop into something, by what it is put into. */
export const GROUPINGS = {
  StopArea: { of: 'Area', field: 'AreaId', prefix: 'SA', word: 'fare area' },
  LocationGroupStop: { of: 'LocationGroup', field: 'LocationGroupId', prefix: 'LS', word: 'group of stops' },
} as const;

export const Grouping = z.enum(['StopArea', 'LocationGroupStop']);
export type Grouping = z.infer<typeof Grouping>;

const Ids = z.array(z.string().min(1).max(255)).max(MOST_GROUPED);

/** Puts several stops into one fare area or group of stops; those that are in it already stay as they are. */
export const groupStops = documentEdit('stop.groupMany', {
  summary: 'Puts up to 1,000 stops into a fare area (`StopArea`) or a group of stops (`LocationGroupStop`), all or none; those in it already stay.',
  path: 'edit/stops/group/:kind',
  payload: z.object({
    kind: Grouping,
    groupId: z.string().min(1).max(255),
    stopIds: Ids.min(1),
    /** Ids of the new records, as many as stops; the server gives those that are missing. */
    recordIds: Ids.optional(),
    /** Records of the group, which the server looks up. */
    present: z.array(z.string()).optional(),
  }),
  samples: [
    { kind: 'StopArea', groupId: 'AR1', stopIds: ['S1', 'S9'], recordIds: ['SA8', 'SA9'] },
    { kind: 'LocationGroupStop', groupId: 'LG1', stopIds: ['S2'], recordIds: ['LS9'] },
  ],
  mint: (p, fresh) => ({ ...p, recordIds: p.stopIds.map((_, at) => p.recordIds?.[at] ?? fresh(GROUPINGS[p.kind].prefix)) }),
  lookUp: (p) => [{ key: 'present', ids: p.kind, field: GROUPINGS[p.kind].field, of: [p.groupId] }],
  namesWhatIs: true,
  documents: (p) => [...(p.recordIds ?? []), ...(p.present ?? [])].map((id) => one(p.kind, id)),
  within: (p) => `records/${p.kind}`,
  touches: (p) => {
    const ids = p.recordIds ?? [];
    return ids.length > 32 ? [p.kind.toLowerCase()] : ids.map((id) => `${p.kind.toLowerCase()}/${id}`);
  },
  refuse: (docs, p) => ((p.recordIds ?? []).some((id) => docs.get(p.kind, id)) ? 'A record with this id is there already.' : undefined),
  change: (docs, { kind, groupId, stopIds, recordIds = [], present = [] }) => {
    const known = new Set(present.flatMap((id) => docs.get(kind, id)?.StopId ?? []));
    return stopIds.flatMap((stopId, at) => {
      const Id = recordIds[at] ?? `…${at}`;
      if (known.has(stopId) || stopIds.indexOf(stopId) !== at) return [];
      return [
        kind === 'StopArea'
          ? put('StopArea', Id, { Id, AreaId: groupId, StopId: stopId })
          : put('LocationGroupStop', Id, { Id, LocationGroupId: groupId, StopId: stopId }),
      ];
    });
  },
  named: (p) => [...(p.stopIds.length === 1 ? [one('Stop', p.stopIds[0] ?? '')] : []), one(GROUPINGS[p.kind].of, p.groupId)],
  label: (p, docs) => {
    const what = p.stopIds.length === 1 ? `stop ${stopName(docs, p.stopIds[0] ?? '')}` : `${p.stopIds.length.toLocaleString('en-GB')} stops`;
    const { of, word } = GROUPINGS[p.kind];
    return `Put ${what} into ${word} ${docs.get(of, p.groupId)?.Name ?? p.groupId}`;
  },
});
