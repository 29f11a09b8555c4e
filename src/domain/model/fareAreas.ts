/** Areas and networks of GTFS Fares v2: groups of stops and of lines that leg rules name. */
import { z } from 'zod';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

/** Heading that the pages of Fares v2 share. */
export const FARES_V2 = 'Fares v2';

const Text = z.string().optional();
const MADE = 'Made from what it holds.';

export const AreaKind = defineKind(
  'Area',
  {
    words: ['fare area', 'fare areas'],
    array: 'Areas',
    file: 'areas.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    younger: true,
    records: {
      page: 'fare-areas',
      icon: 'map-pin',
      ids: 'typed',
      prefix: 'AR',
      hint: 'An area is a group of stops that leg rules name: Zone A, Airport.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: ['area_id'] }, 'Identifies the area. Area stops and leg rules name it.'),
    Name: field(Text, {
      holds: 'text',
      label: 'Name',
      help: 'As riders know the area: Zone A.',
      gtfs: 'area_name',
      edit: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
  },
);

export const StopAreaKind = defineKind(
  'StopArea',
  {
    words: ['stop of a fare area', 'stops of fare areas'],
    array: 'StopAreas',
    file: 'stop_areas.txt',
    identity: ['Id'],
    named: 'AreaId',
    younger: true,
    records: { page: 'fare-area-stops', icon: 'map-pin', ids: 'made', prefix: 'SA', hint: 'Here stops are put into fare areas.', group: FARES_V2 },
  },
  {
    Id: idField({ own: [] }, MADE),
    AreaId: field(z.string(), {
      holds: { refersTo: 'Area' },
      label: 'Area',
      help: 'The area that the stop is in.',
      gtfs: 'area_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    StopId: field(z.string(), {
      holds: { refersTo: 'Stop' },
      label: 'Stop',
      help: 'A stop, or a station with all its platforms.',
      gtfs: 'stop_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
  },
);

export const FareNetworkKind = defineKind(
  'FareNetwork',
  {
    words: ['fare network', 'fare networks'],
    array: 'FareNetworks',
    file: 'networks.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    younger: true,
    records: {
      page: 'fare-networks',
      icon: 'route',
      ids: 'typed',
      prefix: 'NW',
      hint: 'A fare network is a group of lines that leg rules name: city buses, regional trains.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: ['network_id'] }, 'Identifies the network. Network lines and leg rules name it.'),
    Name: field(Text, {
      holds: 'text',
      label: 'Name',
      help: 'As riders know the network.',
      gtfs: 'network_name',
      edit: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
  },
);

export const RouteNetworkKind = defineKind(
  'RouteNetwork',
  {
    words: ['line of a fare network', 'lines of fare networks'],
    array: 'RouteNetworks',
    file: 'route_networks.txt',
    identity: ['Id'],
    named: 'ExternalTransportId',
    younger: true,
    records: {
      page: 'fare-network-lines',
      icon: 'route',
      ids: 'made',
      prefix: 'RN',
      hint: 'Here lines are put into fare networks.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    NetworkId: field(z.string(), {
      holds: { refersTo: 'FareNetwork' },
      label: 'Network',
      help: 'The network that the line is in.',
      gtfs: 'network_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    ExternalTransportId: field(z.string(), {
      holds: { refersTo: 'Transport' },
      label: 'Line',
      help: 'A line is in one network.',
      gtfs: 'route_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
  },
);
