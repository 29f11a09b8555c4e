/** Where vehicles stand at night. Chains of trips begin and end there. */
import { z } from 'zod';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

const OWN = { none: 'of the product alone' } as const;

export const DepotKind = defineKind(
  'Depot',
  {
    words: ['depot', 'depots'],
    array: 'Depots',
    identity: ['Id'],
    younger: true,
    records: {
      page: 'depots',
      icon: 'building-warehouse',
      ids: 'made',
      prefix: 'DP',
      hint: 'A depot is where vehicles stand at night. With depots, vehicle blocks begin and end there.',
    },
  },
  {
    Id: idField(OWN, 'Made by the product.'),
    Name: field(z.string(), {
      holds: 'text',
      label: 'Name',
      help: 'What the depot is called: Garage North.',
      gtfs: OWN,
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    Lat: field(z.number().min(-90).max(90), {
      holds: 'number',
      label: 'Latitude',
      help: 'Of its gate, in degrees: 52.0907.',
      gtfs: OWN,
      edit: true,
      required: true,
      column: WIDTHS.narrow,
    }),
    Lng: field(z.number().min(-180).max(180), {
      holds: 'number',
      label: 'Longitude',
      help: 'Of its gate, in degrees: 5.1214.',
      gtfs: OWN,
      edit: true,
      required: true,
      column: WIDTHS.narrow,
    }),
    Vehicles: field(z.int().min(0).optional(), {
      holds: 'integer',
      label: 'Vehicles at most',
      help: 'How many vehicles it has room for. Empty for no limit.',
      gtfs: OWN,
      edit: true,
      column: WIDTHS.narrow,
    }),
  },
);

export const Depot = DepotKind.schema;
export type Depot = z.infer<typeof Depot>;

/** What is wrong with the place of a depot after some fields changed: at which field, and why. */
export function depotConflict(
  { Lat, Lng }: { readonly Lat?: unknown; readonly Lng?: unknown },
  changed: readonly string[],
): { readonly field: string; readonly message: string } | undefined {
  if (changed.includes('Lat') && Math.abs(Number(Lat ?? 0)) > 90) return { field: 'Lat', message: 'A latitude is from -90 to 90 degrees' };
  if (changed.includes('Lng') && Math.abs(Number(Lng ?? 0)) > 180) return { field: 'Lng', message: 'A longitude is from -180 to 180 degrees' };
  return undefined;
}
