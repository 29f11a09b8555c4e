/** The steps of drawing pathways on the map; `machines/drawPathwayMachine.ts` follows them and issues `createPathway`. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { READ_ONLY, VersionId } from '../../domain/versions.ts';
import { canEdit } from '../../projections/rights.ts';
import { presentPlace, presentVersion } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** Takes up the tool that draws pathways, from the selected stop where there is one. */
export const startPathway = defineCommand('pathwayDraw.start', {
  payload: z.object({ versionId: VersionId, stopId: z.string().nullable() }),
  samples: () => [{ versionId: 1, stopId: 'S1' }],
  label: () => 'Start drawing pathways',
  action: {
    title: 'Create pathway',
    icon: 'walk',
    key: 'Alt+KeyQ',
    group: 'Stops',
    payload: (view) => {
      const { page, itemId } = presentPlace(view);
      const version = presentVersion(view);
      if (!version) return { why: 'Open a version first' };
      return canEdit(view) ? { versionId: version.Id, stopId: page === 'stops' ? (itemId ?? null) : null } : { why: READ_ONLY };
    },
  },
  decide: (view) => (canEdit(view) ? undefined : { code: 'readOnly', message: READ_ONLY }),
  inverse: 'none',
  keep: 'all',
});

/** Clicks an existing node, or empty ground (`stopId` null), where a node with the id `nodeId` is made. */
export const pickPathwayNode = defineCommand('pathwayDraw.pick', {
  payload: z.object({ stopId: z.string().nullable(), at: Coordinate, nodeId: z.string(), pathwayId: z.string() }),
  samples: () => [
    { stopId: 'S2', at: { Lat: 52.1, Lng: 5.1 }, nodeId: 'N8', pathwayId: 'P8' },
    { stopId: null, at: { Lat: 52.2, Lng: 5.2 }, nodeId: 'N9', pathwayId: 'P9' },
  ],
  label: (p) => (p.stopId === null ? 'Make a node' : `Pick stop ${p.stopId}`),
  inverse: 'none',
  keep: 'all',
});

/** Leaves the tool; what was drawn stays. */
export const endPathway = defineCommand('pathwayDraw.end', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Leave drawing pathways',
  inverse: 'none',
  keep: 'all',
});
