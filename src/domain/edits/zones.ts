/** Borders of zones of GTFS Flex; their other fields are edited as those of other small kinds (`records.ts`). */
import { z } from 'zod';
import { crossesItself, geometryError, ZoneGeometry } from '../zoneGeometry.ts';
import { documentEdit, one, put } from './documentEdit.ts';

/** Gives a zone another border, or its first one. */
export const editZoneGeometry = documentEdit('zone.editGeometry', {
  summary: 'Gives a zone of GTFS Flex a border: a Polygon or MultiPolygon of GeoJSON, whose rings end where they begin and do not cross themselves.',
  path: 'edit/zone/:zoneId/geometry',
  method: 'PUT',
  payload: z.object({ zoneId: z.string(), geometry: ZoneGeometry }),
  largest: 4_000_000,
  samples: [
    {
      zoneId: 'ZN1',
      geometry: {
        type: 'Polygon',
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
  documents: ({ zoneId }) => [one('Zone', zoneId)],
  within: () => 'records/Zone',
  touches: ({ zoneId }) => [`zone/${zoneId}/Geometry`],
  refuse: (docs, { zoneId, geometry }) => {
    const wrong = geometryError(geometry);
    if (wrong !== undefined) return [{ Field: 'geometry', Message: wrong }];
    const before = docs.get('Zone', zoneId)?.Geometry;
    // a border that was imported so may be edited point by point
    if (crossesItself(geometry) && !(before && crossesItself(before)))
      return [{ Field: 'geometry', Message: 'The border crosses itself. Move its points, or draw it again.' }];
    return undefined;
  },
  change: (docs, { zoneId, geometry }) => [put('Zone', zoneId, { ...docs.need('Zone', zoneId), Geometry: geometry })],
  label: ({ zoneId }, docs) => `Draw the border of zone ${docs.get('Zone', zoneId)?.Name || zoneId}`,
});
