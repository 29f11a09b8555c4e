import { z } from 'zod';
import { CalendarDate } from '../date.ts';
import { Days } from '../days.ts';
import { vehicleTypeLabel } from '../vehicleTypes.ts';
import { defineKind, field, idField } from './kind.ts';
import { CONTACTLESS } from './keptColumns.ts';

const Text = z.string().optional();

/**
 * A day that differs from the weekly pattern. `RunAs` is a days bitmask: 0 no service, 127 every timetable runs,
 * otherwise the timetables whose Days meet it run.
 */
export const CalendarException = z.object({ Date: CalendarDate, RunAs: Days });
export type CalendarException = z.infer<typeof CalendarException>;

/** When a schedule is valid: both dates included. */
export const Calendar = z.object({ fromDate: CalendarDate, toDate: CalendarDate, Exceptions: z.array(CalendarException) });
export type Calendar = z.infer<typeof Calendar>;

const CONTINUOUS = {
  holds: { oneOf: [0, 1, 2, 3], of: 'the values' },
  shown: (value: number) => ['Anywhere', 'Not possible', 'By phone to the agency', 'By asking the driver'][value] ?? String(value),
} as const;

/** Schedules (also called transports): one line of the network for one calendar. As stored, without its tracks. */
export const ScheduleKind = defineKind(
  'Schedule',
  {
    words: ['schedule', 'schedules'],
    array: 'Schedules',
    page: 'schedules',
    file: 'routes.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    header: ['route_id', 'agency_id', 'route_short_name', 'route_long_name', 'route_type'],
    kept: {
      route_desc: { holds: 'text', label: 'Description', help: 'What the names do not tell: when and where the line runs.', translatable: true },
      route_sort_order: { holds: 'integer', label: 'Sort order', help: 'Lists of riders show lines with smaller numbers first.' },
      continuous_pickup: { ...CONTINUOUS, label: 'Boarding between stops', help: 'Whether riders board anywhere along the way.' },
      continuous_drop_off: { ...CONTINUOUS, label: 'Alighting between stops', help: 'Whether riders get off anywhere along the way.' },
      network_id: { holds: 'text', label: 'Network', help: 'Group of lines that fare leg rules name.' },
      cemv_support: CONTACTLESS,
    },
  },
  {
    Id: idField({ own: ['calendar.service_id'] }, 'Identifies the schedule: the line and its first day.'),
    Name: field(z.string(), {
      holds: 'text',
      label: 'Name',
      help: 'Short name of the line, as on vehicles: 12, M3.',
      gtfs: 'route_short_name',
      edit: true,
      required: 'Schedule name is required',
      translatable: true,
    }),
    LongName: field(Text, {
      holds: 'text',
      label: 'Long name',
      help: 'Where the line runs: Harbour - Airport.',
      gtfs: 'route_long_name',
      edit: true,
      translatable: true,
    }),
    ExternalTransportId: field(Text, {
      holds: 'text',
      label: 'Transport',
      title: 'External Transport ID',
      help: 'The same for all schedules of one line; N/A without one.',
      gtfs: { own: ['route_id'] },
      edit: true,
    }),
    Color: field(Text, {
      holds: 'colour',
      label: 'Colour',
      help: 'Of the line on maps and signs, six digits: 0055AA.',
      gtfs: 'route_color',
      edit: true,
    }),
    TextColor: field(Text, {
      holds: 'colour',
      label: 'Text colour',
      help: 'Of the name on that colour, six digits: FFFFFF.',
      gtfs: 'route_text_color',
      edit: true,
    }),
    Url: field(Text, { holds: 'webUrl', label: 'URL', word: 'URL', help: 'Web page of the line: https://…', gtfs: 'route_url', edit: true }),
    AgencyId: field(Text, { holds: { refersTo: 'Agency' }, label: 'Agency', help: 'Who runs the line.', gtfs: 'agency_id', edit: true }),
    TicketingDeepLinkId: field(Text, {
      holds: { refersTo: 'TicketingDeepLink' },
      label: 'Ticketing deep link',
      help: 'Where its tickets are sold, when not where those of its agency are.',
      gtfs: 'ticketing_deep_link_id',
      edit: true,
    }),
    VehicleType: field(z.int().optional(), {
      holds: 'integer',
      label: 'Type',
      help: 'The vehicles of the line: tram, metro, bus.',
      gtfs: 'route_type',
      edit: true,
      shown: vehicleTypeLabel,
    }),
    IsBaseSchedule: field(z.boolean(), {
      holds: 'switch',
      label: 'Base schedule',
      help: 'Yes for the schedule that others of the line differ from.',
      gtfs: { none: 'of the product alone' },
      edit: true,
    }),
    Calendar: field(Calendar, {
      holds: 'parts',
      label: 'Calendar',
      help: 'First and last day, and the days on which service differs.',
      gtfs: { own: ['calendar.txt', 'calendar_dates.txt'] },
    }),
    FollowsCalendar: field(Text, {
      holds: { refersTo: 'NetworkCalendar' },
      label: 'Follows calendar',
      help: 'The calendar of the network whose dates are among its exceptions.',
      gtfs: { none: 'of the product alone' },
    }),
    TrackOrder: field(z.array(z.string()).optional(), {
      holds: 'parts',
      label: 'Track order',
      help: 'Ids of its tracks in the order in which they are shown; those not named follow by id.',
      gtfs: { none: 'of the product alone' },
    }),
  },
);

export const Schedule = ScheduleKind.schema;
export type Schedule = z.infer<typeof Schedule>;
