/** The steps of drawing pathways on the map; `machines/drawPathwayMachine.ts` follows them and issues `createPathway`. */
import { z } from 'zod';
import { Coordinate } from '../../domain/coordinate.ts';
import { defineStartConnecting } from '../stops/startConnecting.ts';
import { defineStep } from '../defineStep.ts';

/** Takes up the tool that draws pathways, from the selected stop where there is one. */
export const startPathway = defineStartConnecting('pathwayDraw.start', 'Start drawing pathways', {
  title: 'Create pathway',
  icon: 'walk',
  key: 'Alt+KeyQ',
});

/** Clicks an existing node, or empty ground (`stopId` null), where a node with the id `nodeId` is made. */
export const pickPathwayNode = defineStep('pathwayDraw.pick', (p) => (p.stopId === null ? 'Make a node' : `Pick stop ${p.stopId}`), {
  payload: z.object({ stopId: z.string().nullable(), at: Coordinate, nodeId: z.string(), pathwayId: z.string() }),
  samples: [
    { stopId: 'S2', at: { Lat: 52.1, Lng: 5.1 }, nodeId: 'N8', pathwayId: 'P8' },
    { stopId: null, at: { Lat: 52.2, Lng: 5.2 }, nodeId: 'N9', pathwayId: 'P9' },
  ],
});

/** Leaves the tool; what was drawn stays. */
export const endPathway = defineStep('pathwayDraw.end', 'Leave drawing pathways');
