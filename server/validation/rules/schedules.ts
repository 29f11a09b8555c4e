/** Rules of schedules: names, colours, and what they belong to. */
import type { Entity } from '../../../src/domain/entities.ts';
import type { Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Fault, type Rule } from '../rule.ts';
import { isColour, isWebUrl } from '../../../src/domain/formats.ts';
import { formatTrouble, idFault, isBlank } from '../texts.ts';

export const scheduleRules: readonly Rule[] = [
  documentRule(
    [
      301,
      'SCHEDULE_ID_INVALID_CHARACTERS',
      'Warning',
      'Schedule',
      'The id of the schedule holds a control character, or one that is not printable ASCII.',
      'Many consumers cut or garble such ids.',
      'Ids cannot be edited. Clone the schedule under a plain id and remove this one.',
      'Id "Línea1_20260101" holds U+00ED.',
    ],
    'Schedule',
    (schedule) => idFault('schedule', schedule.Id),
  ),
  documentRule(
    [
      302,
      'SCHEDULE_NAMES_MISSING',
      'Error',
      'Schedule!',
      'Both names of the schedule are empty.',
      'Passengers cannot tell the line; feeds without both are refused.',
      'Type the name of the line, or its long name.',
      'A schedule whose name and long name are empty.',
    ],
    'Schedule',
    ({ Name, LongName }) =>
      isBlank(Name) && isBlank(LongName) ? { field: 'Name', text: 'This schedule has neither a name nor a long name' } : undefined,
  ),
  documentRule(
    [
      303,
      'SCHEDULE_NAME_TOO_LONG',
      'Warning',
      'Schedule',
      'The name is longer than 12 characters.',
      'It stands in a small badge in apps and on signs, where the rest is cut.',
      'Type the number or a short name, and the rest as the long name.',
      '"Harbour Express Line".',
      { key: 'shortNameLength', unit: 'letters', min: 1, max: 100 },
    ],
    'Schedule',
    ({ Name }, limits) =>
      Array.from(Name).length > limits.shortNameLength
        ? { field: 'Name', text: `The name "${Name}" has ${Array.from(Name).length} characters` }
        : undefined,
  ),
  documentRule(
    [
      304,
      'SCHEDULE_NAME_FORMAT',
      'Warning',
      'Schedule',
      'A name begins or ends with a space, or holds two spaces in a row, a tab, a line break, an HTML tag or U+FFFD.',
      'Such names sort and match wrongly and look broken.',
      'Enter the name again.',
      '"Harbour  Express".',
    ],
    'Schedule',
    (schedule) =>
      (['Name', 'LongName'] as const).flatMap((field): Fault[] => {
        const name = schedule[field] ?? '';
        const trouble = name === '' ? undefined : formatTrouble(name, true);
        return trouble === undefined ? [] : [{ field, text: `"${name}" ${trouble}` }];
      }),
  ),
  documentRule(
    [
      305,
      'SCHEDULE_LONG_NAME_REPEATS_NAME',
      'Warning',
      'Schedule',
      'The long name equals the name, or begins with it.',
      'Apps show both beside each other: "4 4 Harbour".',
      'Leave the name out of the long name.',
      'Name "4", long name "4 - Harbour".',
    ],
    'Schedule',
    ({ Name, LongName }) => {
      const [short, long] = [Name.trim().toLowerCase(), (LongName ?? '').trim().toLowerCase()];
      if (short === '' || long === '') return undefined;
      return long === short || (long.startsWith(short) && /^[\s\-([]/.test(long.slice(short.length)))
        ? { field: 'LongName', text: `The long name "${LongName}" repeats the name "${Name}"` }
        : undefined;
    },
  ),
  groupRule(
    [
      306,
      'SCHEDULE_NAME_DUPLICATE',
      'Warning',
      'Schedule',
      'Two schedules of different transports, of the same agency and vehicle type, have equal names and equal long names.',
      'Passengers cannot tell the lines apart.',
      'Give one of them another name, or join the transports.',
      'Transports "12" and "12b", both named "12 Harbour".',
    ],
    'Schedule',
    {
      keys: ({ Name, LongName, AgencyId, VehicleType }) =>
        isBlank(Name) && isBlank(LongName) ? [] : [JSON.stringify([AgencyId ?? '', VehicleType ?? null, Name.trim(), (LongName ?? '').trim()])],
      check: (schedules) =>
        schedules.flatMap((of): Fault[] => {
          const other = schedules.find((one) => (one.doc.ExternalTransportId ?? '') !== (of.doc.ExternalTransportId ?? ''));
          return other === undefined
            ? []
            : [{ of, field: 'Name', text: `${other.id} of the transport ${other.doc.ExternalTransportId ?? 'N/A'} has the same names` }];
        }),
    },
  ),
  documentRule(
    [
      307,
      'SCHEDULE_TRANSPORT_ID_MISSING',
      'Error',
      'Schedule!',
      'The schedule belongs to no transport.',
      'It cannot be exported as a part of one line.',
      'Type the id of its transport.',
      'A schedule whose transport shows as N/A.',
    ],
    'Schedule',
    ({ ExternalTransportId }) =>
      isBlank(ExternalTransportId) ? { field: 'ExternalTransportId', text: 'This schedule belongs to no transport' } : undefined,
  ),
  groupRule(
    [
      308,
      'SCHEDULE_TRANSPORT_CONFLICT',
      'Error',
      'Schedule!',
      'Schedules of one transport differ in agency, names, vehicle type, colours or address.',
      'They are exported as one line, which can have only one of each.',
      'Give all schedules of the transport the same values.',
      'Transport "12" is red in winter and blue in summer.',
    ],
    'Schedule',
    {
      keys: ({ ExternalTransportId }) => (isBlank(ExternalTransportId) ? [] : [ExternalTransportId ?? '']),
      check: (schedules) =>
        schedules.flatMap((of): Fault[] => {
          const first = schedules[0]?.doc;
          if (first === undefined || of.doc === first) return [];
          const differing = SHARED.filter((field) => (of.doc[field] ?? '') !== (first[field] ?? ''));
          return differing.map((field) => ({
            of,
            field,
            text: `${field} is "${of.doc[field] ?? ''}", and "${first[field] ?? ''}" in ${first.Id} of the same transport`,
          }));
        }),
    },
  ),
  relationRule(
    [
      309,
      'SCHEDULE_AGENCY_UNKNOWN',
      'Error',
      'Schedule!',
      'The agency of the schedule is empty while there are several, or is not in the version.',
      'Nobody knows who runs the line.',
      'Choose an agency.',
      'Agency "VC2", which was removed.',
    ],
    'Schedule',
    { Agency: (_agency, net, id) => [...net.idsOf('scheduleOfAgency', id), ...net.idsOf('scheduleOfAgency', '')] },
    ({ AgencyId }, net) => {
      if (isBlank(AgencyId))
        return net.count('Agency') > 1 ? { field: 'AgencyId', text: `This schedule has no agency, and there are ${net.count('Agency')}` } : undefined;
      return net.get('Agency', AgencyId) === undefined ? { field: 'AgencyId', text: `The agency ${AgencyId} is not in this version` } : undefined;
    },
  ),
  documentRule(
    [
      310,
      'SCHEDULE_VEHICLE_TYPE_INVALID',
      'Error',
      'Schedule!',
      'The vehicle type is neither a basic one of GTFS (0 to 7, 11, 12) nor an extended one (100 to 1702).',
      'Consumers refuse the line, or show it as a bus.',
      'Choose a vehicle type.',
      'route_type 9.',
    ],
    'Schedule',
    ({ VehicleType: type }) => {
      const known = type !== undefined && ((type >= 0 && type <= 7) || type === 11 || type === 12 || (type >= 100 && type <= 1702));
      return known
        ? undefined
        : { field: 'VehicleType', text: type === undefined ? 'This schedule has no vehicle type' : `Unknown vehicle type ${type}` };
    },
  ),
  documentRule(
    [
      311,
      'SCHEDULE_COLOR_INVALID',
      'Error',
      'Schedule!',
      'A colour is set and is not exactly six hexadecimal digits.',
      'Consumers drop it.',
      'Type six digits without #, such as 00A0B0.',
      '"#00A0B0" or "red".',
    ],
    'Schedule',
    (schedule) =>
      (['Color', 'TextColor'] as const).flatMap((field): Fault[] =>
        isBlank(schedule[field]) || isColour(schedule[field] ?? '') ? [] : [{ field, text: `"${schedule[field]}" is not a colour` }],
      ),
  ),
  documentRule(
    [
      312,
      'SCHEDULE_COLOR_CONTRAST',
      'Warning',
      'Schedule',
      'Both colours are set, and their luma differs by less than 72 of 255.',
      'The name cannot be read on its badge.',
      'Choose a lighter or darker colour for the text.',
      'Text 201547 on 1D4F91.',
      { key: 'colorContrast', unit: '', min: 0, max: 255 },
    ],
    'Schedule',
    ({ Color = '', TextColor = '' }, limits) => {
      if (!isColour(Color) || !isColour(TextColor)) return undefined;
      const difference = Math.abs(luma(Color) - luma(TextColor));
      return difference < limits.colorContrast
        ? { field: 'TextColor', text: `${TextColor} on ${Color} differs by ${Math.round(difference)} only` }
        : undefined;
    },
  ),
  documentRule(
    [
      313,
      'SCHEDULE_URL_INVALID',
      'Error',
      'Schedule!',
      'The address is set and is not a full http or https address.',
      'Links in apps lead nowhere.',
      'Type the full address, or clear the field.',
      '"agency.example/12".',
    ],
    'Schedule',
    ({ Url }) => (isBlank(Url) || isWebUrl(Url ?? '') ? undefined : { field: 'Url', text: `"${Url}" is not a full http or https address` }),
  ),
  relationRule(
    [
      314,
      'SCHEDULE_WITHOUT_TRACKS',
      'Error',
      'Schedule!',
      'The schedule has neither a visible track nor a flexible trip.',
      'It runs nowhere.',
      'Draw a track, make one visible, or remove the schedule.',
      'A schedule made today, still without a track.',
    ],
    'Schedule',
    { Track: (track) => [track.ScheduleId], FlexTrip: (trip) => [trip.ScheduleId] },
    (schedule, net) =>
      net.linked('trackOfSchedule', schedule.Id).some(({ doc }) => doc.Visible) || hasFlexTrip(schedule.Id, net)
        ? undefined
        : { text: 'This schedule has no visible track' },
  ),
  relationRule(
    [
      315,
      'SCHEDULE_WITHOUT_DEPARTURES',
      'Warning',
      'Schedule',
      'No timetable of any of its tracks has a departure, and it has no flexible trip.',
      'It never runs.',
      'Type departures, or remove the schedule.',
      'A schedule whose timetables are empty.',
    ],
    'Schedule',
    { Timetable: (timetable) => [timetable.ScheduleId], Track: (track) => [track.ScheduleId], FlexTrip: (trip) => [trip.ScheduleId] },
    (schedule, net) =>
      net.daysOfTimetables(schedule.Id).length > 0 || hasFlexTrip(schedule.Id, net)
        ? undefined
        : { text: 'No timetable of this schedule has a departure' },
  ),
];

const SHARED = ['AgencyId', 'Name', 'LongName', 'VehicleType', 'Color', 'TextColor', 'Url'] as const satisfies readonly (keyof Entity<'Schedule'>)[];

/** Whether a line of dial-a-ride runs by the schedule: such a line needs neither tracks nor timetables. */
function hasFlexTrip(scheduleId: string, net: Network): boolean {
  return net.linked('flexTripOfSchedule', scheduleId).length > 0;
}

/** Brightness of a colour, 0 to 255 (ITU-R BT.601). */
function luma(color: string): number {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return 0.299 * part(0) + 0.587 * part(2) + 0.114 * part(4);
}
