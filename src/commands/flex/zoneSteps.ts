/** The border of a zone on the map: drawn point by point, or its points moved; `machines/drawZoneMachine.ts` follows the steps. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { VersionId } from '../../domain/versions.ts';
import { ZoneGeometry } from '../../domain/zoneGeometry.ts';
import { editRefusal, refusedEdit } from '../../projections/rights.ts';
import { presentPlace } from '../../projections/versions.ts';
import { recordsOf } from '../../projections/records.ts';
import { defineStep } from '../defineStep.ts';

const OfZone = z.object({ versionId: VersionId, zoneId: z.string() });

/** Begins to draw the border of a zone; one that is there is replaced when the new one is applied. */
export const startZone = defineStep('zone.start', 'Draw the border of the zone', {
  payload: OfZone,
  samples: [{ versionId: 1, zoneId: 'Z1' }],
  decide: (view) => refusedEdit(view),
  action: {
    title: 'Draw the border of the zone',
    icon: 'polygon',
    group: 'Go to',
    payload: (view) => {
      const { versionId, page, itemId } = presentPlace(view);
      if (versionId === undefined) return { why: 'Open a version first' };
      const why = editRefusal(view);
      if (why !== undefined) return { why };
      const isThere = page === 'zones' && itemId !== undefined && recordsOf(view, versionId, 'Zone')?.some(({ Id }) => Id === itemId);
      return isThere ? { versionId, zoneId: itemId } : { why: 'Open a zone first' };
    },
  },
});

/** Takes hold of the points of the border that is there. */
export const reshapeZone = defineStep('zone.reshape', 'Move points of the border of the zone', {
  payload: OfZone.extend({ geometry: ZoneGeometry }),
  samples: [
    {
      versionId: 1,
      zoneId: 'Z1',
      geometry: {
        type: 'Polygon' as const,
        coordinates: [
          [
            [5, 52],
            [5.2, 52],
            [5.2, 52.2],
            [5, 52],
          ],
        ],
      },
    },
  ],
  decide: (view) => refusedEdit(view),
});

/** A click while the border is drawn. */
export const drawZonePoint = defineStep('zone.draw', 'Draw the border', {
  payload: z.object({ at: Coordinate }),
  samples: [{ at: { Lat: 52.1, Lng: 5.1 } }],
});

/** Takes the last drawn point, or the last change of a point, back. */
export const takeBackZonePoint = defineStep('zone.takeBack', 'Take the last point of the border back');

/** Moves a point of the border; `index` counts the positions of all rings. */
export const moveZonePoint = defineStep('zone.movePoint', 'Move a point of the border', {
  payload: z.object({ index: z.int().min(0), to: Coordinate }),
  samples: [{ index: 1, to: { Lat: 52.1, Lng: 5.1 } }],
});

/** Puts a new point before the one at `index`. */
export const insertZonePoint = defineStep('zone.insertPoint', 'Insert a point into the border', {
  payload: z.object({ index: z.int().min(1), to: Coordinate }),
  samples: [{ index: 1, to: { Lat: 52.1, Lng: 5.1 } }],
});

/** Takes a point out of the border; three stay. */
export const removeZonePoint = defineStep('zone.removePoint', 'Remove a point of the border', {
  payload: z.object({ index: z.int().min(0) }),
  samples: [{ index: 1 }],
});

/** Saves the border. */
export const applyZone = defineStep('zone.apply', 'Apply the border of the zone');

/** Ends it; what was not applied is dropped. */
export const closeZone = defineStep('zone.close', 'Close the drawing of the zone');
