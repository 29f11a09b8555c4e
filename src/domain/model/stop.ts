import { z } from 'zod';
import { Coordinate } from '../coordinate.ts';
import { STOP_TYPES, stopTypeLabel, wheelchairLabel } from '../stops.ts';
import { defineKind, editEnum, editNames, field, idField } from './kind.ts';

const Text = z.string().optional();

/** Stops, platforms, stations, entrances and nodes. `Coordinate` is null where the source gave no valid place. */
export const StopKind = defineKind(
  'Stop',
  {
    words: ['stop', 'stops'],
    array: 'Stops',
    page: 'stops',
    file: 'stops.txt',
    identity: ['Id'],
    header: ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'],
    kept: {
      stop_desc: {
        holds: 'text',
        label: 'Description',
        help: 'What the name alone does not tell: the side of the street, a landmark.',
        translatable: true,
      },
      stop_timezone: { holds: 'timezone', label: 'Time zone', help: 'Only where it is not that of the agency: Europe/Amsterdam.' },
      tts_stop_name: { holds: 'text', label: 'Name as spoken', help: 'For announcements, where the name would be read out wrongly.' },
      stop_access: {
        holds: { oneOf: [0, 1], of: 'the values' },
        label: 'Access from the street',
        help: 'For stops and platforms of a station alone: whether they are reached from the street, or through the station.',
        shown: (value) => ['Through the station', 'From the street'][value] ?? String(value),
      },
    },
  },
  {
    Id: idField({ own: ['stop_id'] }, 'Identifies the stop. Tracks, transfers and pathways name it.'),
    Name: field(z.string(), {
      holds: 'text',
      label: 'Name',
      help: 'As riders know the stop.',
      gtfs: 'stop_name',
      edit: true,
      required: 'Stop name is required',
      translatable: true,
    }),
    Type: field(z.int().min(0), {
      holds: { oneOf: Object.values(STOP_TYPES), of: 'the stop types' },
      label: 'Type',
      help: 'What it is: a stop, a platform or boarding area of a station, the station itself, an entrance, or a node of its pathways.',
      gtfs: { own: ['location_type'] },
      blank: 0,
      edit: true,
      shown: stopTypeLabel,
    }),
    Coordinate: field(Coordinate.nullable(), {
      holds: 'parts',
      label: 'Coordinates',
      help: 'Place on the map, in degrees: latitude, longitude.',
      gtfs: { own: ['stop_lat', 'stop_lon'] },
    }),
    ZoneId: field(Text, { holds: 'text', label: 'Zone id', word: 'zone', help: 'Fare zone: fares name it.', gtfs: 'zone_id', edit: true }),
    StopCode: field(Text, { holds: 'text', label: 'Code', help: 'Short number or text that riders see at the stop.', gtfs: 'stop_code', edit: true }),
    Url: field(Text, { holds: 'webUrl', label: 'Url', word: 'URL', help: 'Web page of this stop: https://…', gtfs: 'stop_url', edit: true }),
    WheelchairBoarding: field(z.int().min(0).max(2), {
      holds: { oneOf: [0, 1, 2], of: 'the values' },
      label: 'Wheelchair boarding',
      help: 'Whether people in wheelchairs can board here. Inside a station, No data means as the station says.',
      gtfs: 'wheelchair_boarding',
      blank: 0,
      edit: true,
      shown: wheelchairLabel,
    }),
    Direction: field(Text, {
      holds: 'text',
      label: 'Direction',
      help: 'Where vehicles go from here: Towards the harbour.',
      gtfs: { extension: 'ext_direction', of: 'the direction of a stop' },
      edit: true,
    }),
    AreaName: field(Text, {
      holds: 'text',
      label: 'Area name',
      help: 'Town or quarter, where stops share a name.',
      gtfs: { extension: 'ext_area_name', of: 'the area of a stop' },
      edit: true,
    }),
    SignpostedAs: field(Text, {
      holds: 'text',
      label: 'Signposted as',
      word: 'signpost',
      help: 'What signs on the way to it say.',
      gtfs: { extension: 'ext_signposted_as', of: 'the signpost of a stop' },
      edit: true,
      translatable: 'signposted_as',
    }),
    GroupId: field(Text, {
      holds: 'text',
      label: 'Group id',
      word: 'group',
      help: 'The same for stops that belong together without a station.',
      gtfs: { extension: 'ext_group_id', of: 'the group of a stop' },
      edit: true,
    }),
    ParentId: field(Text, {
      holds: { refersTo: 'Stop' },
      label: 'Parent id',
      word: 'parent',
      help: 'The station that it is part of; of a boarding area, its platform.',
      gtfs: 'parent_station',
      edit: true,
    }),
    PlatformCode: field(Text, {
      holds: 'text',
      label: 'Platform code',
      help: 'Number or letter of the platform alone: 3, B.',
      gtfs: 'platform_code',
      edit: true,
    }),
    LevelId: field(Text, {
      holds: { refersTo: 'Level' },
      label: 'Level',
      help: 'The level of the station that it lies on.',
      gtfs: 'level_id',
      edit: true,
    }),
  },
);

export const Stop = StopKind.schema;
export type Stop = z.infer<typeof Stop>;

/** The fields a person edits one by one, by the names the edit call uses, and the document's key of each. */
export const STOP_FIELDS = editNames(StopKind);
export const StopField = editEnum(STOP_FIELDS);
export type StopField = z.infer<typeof StopField>;
