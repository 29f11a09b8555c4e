/** GTFS Flex (dial-a-ride): how riders book, and groups of stops where they are picked up. */
import { z } from 'zod';
import { ZoneGeometry } from '../zoneGeometry.ts';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

/** Heading that the pages of GTFS Flex share. */
export const FLEX = 'Dial-a-ride (Flex)';

const Text = z.string().optional();
const Count = z.int().min(0).optional();
const MADE = 'Made from what it holds.';

function bookingWord(value: number): string {
  return ['In real time', 'On the same day', 'On an earlier day'][value] ?? String(value);
}

/** A column that only rules of some booking types may have. */
function of(...values: readonly number[]) {
  return { field: 'BookingType', values } as const;
}

/** A text for riders. */
function message(label: string, help: string, gtfs: string) {
  return field(Text, { holds: 'text', label, help, gtfs, edit: true });
}

export const BookingRuleKind = defineKind(
  'BookingRule',
  {
    words: ['booking rule', 'booking rules'],
    array: 'BookingRules',
    file: 'booking_rules.txt',
    identity: ['Id'],
    header: ['booking_rule_id', 'booking_type'],
    keptWhileUsed: true,
    younger: true,
    records: {
      page: 'booking-rules',
      icon: 'phone',
      ids: 'typed',
      prefix: 'BR',
      hint: 'A booking rule says how and how early riders book a dial-a-ride trip.',
      group: FLEX,
    },
  },
  {
    Id: idField({ own: ['booking_rule_id'] }, 'Identifies the rule. Stops of flexible trips name it.'),
    BookingType: field(z.int().min(0).optional(), {
      holds: { oneOf: [0, 1, 2], of: 'the types' },
      label: 'Booking',
      help: 'How early riders book: in real time, some minutes before on the same day, or until an earlier day.',
      gtfs: 'booking_type',
      edit: true,
      required: true,
      shown: bookingWord,
      column: WIDTHS.wide,
    }),
    PriorNoticeDurationMin: field(Count, {
      holds: 'integer',
      label: 'At least before',
      unit: 'min',
      help: 'How many minutes before the trip riders book at the latest. On the same day only, and needed there.',
      gtfs: 'prior_notice_duration_min',
      edit: true,
      onlyWhere: of(1),
      requiredWhere: of(1),
      column: WIDTHS.narrow,
    }),
    PriorNoticeDurationMax: field(Count, {
      holds: 'integer',
      label: 'At most before',
      unit: 'min',
      help: 'How many minutes before the trip riders book at the earliest. On the same day only.',
      gtfs: 'prior_notice_duration_max',
      edit: true,
      onlyWhere: of(1),
    }),
    PriorNoticeLastDay: field(Count, {
      holds: 'integer',
      label: 'Last day before',
      unit: 'd',
      help: 'How many days before the trip the last day for bookings is. On an earlier day only, and needed there.',
      gtfs: 'prior_notice_last_day',
      edit: true,
      onlyWhere: of(2),
      requiredWhere: of(2),
      column: WIDTHS.narrow,
    }),
    PriorNoticeLastTime: field(Text, {
      holds: 'clockTime',
      label: 'Until',
      help: 'Time of the last day until which riders book: 17:00:00.',
      gtfs: 'prior_notice_last_time',
      edit: true,
      onlyWhere: of(2),
      requiredWhere: of(2),
      column: WIDTHS.narrow,
    }),
    PriorNoticeStartDay: field(Count, {
      holds: 'integer',
      label: 'First day before',
      unit: 'd',
      help: 'How many days before the trip the first day for bookings is.',
      gtfs: 'prior_notice_start_day',
      edit: true,
      onlyWhere: of(1, 2),
    }),
    PriorNoticeStartTime: field(Text, {
      holds: 'clockTime',
      label: 'From',
      help: 'Time of the first day from which riders book: 08:00:00.',
      gtfs: 'prior_notice_start_time',
      edit: true,
      onlyWhere: of(1, 2),
    }),
    PriorNoticeServiceId: field(Text, {
      holds: 'text',
      label: 'Days of',
      help: 'Service id: only its days count as days before the trip. Every day counts where it is empty.',
      gtfs: 'prior_notice_service_id',
      edit: true,
      onlyWhere: of(2),
    }),
    Message: message('Message', 'For riders who book: what they have to know.', 'message'),
    PickupMessage: message('Pickup message', 'For riders who are only picked up by booking.', 'pickup_message'),
    DropOffMessage: message('Drop off message', 'For riders who only get off by booking.', 'drop_off_message'),
    PhoneNumber: field(Text, {
      holds: 'text',
      label: 'Phone',
      help: 'Number that riders call to book.',
      gtfs: 'phone_number',
      edit: true,
      column: WIDTHS.narrow,
    }),
    InfoUrl: field(Text, { holds: 'webUrl', label: 'Information url', help: 'Web page about the booking.', gtfs: 'info_url', edit: true }),
    BookingUrl: field(Text, {
      holds: 'webUrl',
      label: 'Booking url',
      help: 'Web page or app where riders book.',
      gtfs: 'booking_url',
      edit: true,
    }),
  },
);

export const LocationGroupKind = defineKind(
  'LocationGroup',
  {
    words: ['group of stops', 'groups of stops'],
    array: 'LocationGroups',
    file: 'location_groups.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    younger: true,
    records: {
      page: 'location-groups',
      icon: 'map-pin',
      ids: 'typed',
      prefix: 'LG',
      hint: 'A group of stops is where a dial-a-ride trip calls at any of them, as riders book.',
      group: FLEX,
    },
  },
  {
    Id: idField({ own: ['location_group_id'] }, 'Identifies the group. Stops of flexible trips name it.'),
    Name: field(Text, {
      holds: 'text',
      label: 'Name',
      help: 'As riders know the group: Stops of the village.',
      gtfs: 'location_group_name',
      edit: true,
      column: WIDTHS.wide,
    }),
  },
);

export const LocationGroupStopKind = defineKind(
  'LocationGroupStop',
  {
    words: ['stop of a group', 'stops of groups'],
    array: 'LocationGroupStops',
    file: 'location_group_stops.txt',
    identity: ['Id'],
    named: 'LocationGroupId',
    younger: true,
    records: {
      page: 'location-group-stops',
      icon: 'map-pin',
      ids: 'made',
      prefix: 'LS',
      hint: 'Here stops are put into groups of stops.',
      group: FLEX,
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    LocationGroupId: field(z.string(), {
      holds: { refersTo: 'LocationGroup' },
      label: 'Group of stops',
      word: 'group of stops',
      help: 'The group that the stop is in.',
      gtfs: 'location_group_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    StopId: field(z.string(), {
      holds: { refersTo: 'Stop' },
      label: 'Stop',
      help: 'A stop where vehicles call, as riders book.',
      gtfs: 'stop_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
  },
);

const IN_ZONE_FILE = { own: ['locations.geojson'] } as const;

export const ZoneKind = defineKind(
  'Zone',
  {
    words: ['zone', 'zones'],
    array: 'Zones',
    ownFile: 'locations.geojson',
    identity: ['Id'],
    keptWhileUsed: true,
    younger: true,
    records: {
      page: 'zones',
      icon: 'polygon',
      ids: 'typed',
      prefix: 'ZN',
      hint: 'A zone is an area on the map within which riders are picked up or get off, as they book.',
      group: FLEX,
    },
  },
  {
    Id: idField(IN_ZONE_FILE, 'Identifies the zone. Stops of flexible trips name it; no stop and no group has the same id.'),
    Name: field(Text, {
      holds: 'text',
      label: 'Name',
      help: 'As riders know the zone: Upper Valley.',
      gtfs: IN_ZONE_FILE,
      edit: true,
      column: WIDTHS.wide,
    }),
    Description: field(Text, {
      holds: 'text',
      label: 'Description',
      help: 'What riders have to know of the zone beside its name.',
      gtfs: IN_ZONE_FILE,
      edit: true,
      column: WIDTHS.wide,
    }),
    Geometry: field(ZoneGeometry.optional(), {
      holds: 'parts',
      label: 'Border',
      help: 'Its border on the map; a zone is exported once it is drawn.',
      gtfs: IN_ZONE_FILE,
    }),
  },
);

export const Zone = ZoneKind.schema;
export type Zone = z.infer<typeof Zone>;
