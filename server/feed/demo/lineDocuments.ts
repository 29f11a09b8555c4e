/** Makes the schedule, tracks and timetables of a planned line. */
import polyline from '@mapbox/polyline';
import { addDays, type CalendarDate } from '../../../src/domain/date.ts';
import type { Departure, Timetable } from '../../../src/domain/model/timetable.ts';
import type { Track } from '../../../src/domain/model/track.ts';
import type { Schedule } from '../../../src/domain/model/schedule.ts';
import { demoCalendar, SATURDAY, SUNDAY, WEEKDAYS } from './days.ts';
import type { NetworkDocument } from './document.ts';
import { LINE_KINDS, type LinePlan } from './lines.ts';
import type { Point, Town } from './town.ts';

/** Where a line calls: stop ids with the place of each, and the polyline between them. */
export interface CalledStops {
  readonly stops: readonly { readonly id: string; readonly name: string; readonly at: Point }[];
  /** The polyline from each stop to the next. */
  readonly polylines: readonly (readonly Point[])[];
}

export interface LineContext {
  readonly town: Town;
  readonly agencyId: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** Few intervals instead of listed departures: keeps very large networks small. */
  readonly sparse: boolean;
}

/** All documents of a line, schedule first. A line numbered 1 has a summer timetable of its own. */
export function* lineDocuments(plan: LinePlan, context: LineContext): Generator<NetworkDocument> {
  const outward = callAt(plan.sites, context.town, plan.side ?? 0);
  const back = plan.loop === true ? undefined : callAt([...plan.sites].toReversed(), context.town, 1);
  yield* documentsOfStops(plan, context, outward, back);
}

/** The same for stops that lie on no street of the plan: the platforms, the piers. */
export function* documentsOfStops(
  plan: LinePlan,
  context: LineContext,
  outward: CalledStops,
  back: CalledStops | undefined,
): Generator<NetworkDocument> {
  const { from, to } = context;
  const summer = plan.number === '1' && !context.sparse ? { from: `${from.slice(0, 4)}-07-01`, to: `${from.slice(0, 4)}-08-31` } : undefined;
  const periods =
    summer === undefined || summer.from <= addDays(from, 1) || summer.to >= to
      ? [{ from, to }]
      : [{ from, to: addDays(summer.from, -1) }, summer, { from: addDays(summer.to, 1), to }];
  for (const [nth, period] of periods.entries()) {
    const schedule = scheduleOf(plan, context, period, nth === 0);
    yield { kind: 'Schedule', doc: schedule };
    for (const [direction, calls] of [outward, back].entries()) {
      if (calls === undefined) continue;
      const track = trackOf(schedule.Id, direction, calls, context.town);
      yield { kind: 'Track', doc: track };
      // In summer the trams of line 1 come less often.
      for (const timetable of timetablesOf(track, plan, calls, context, nth === 1 ? 1.5 : 1)) yield { kind: 'Timetable', doc: timetable };
    }
  }
}

function callAt(sites: readonly number[], town: Town, side: 0 | 1): CalledStops {
  const stops = sites.map((site) => {
    const known = town.sites[site];
    if (known === undefined) throw new RangeError(`The town has no site ${site}`);
    return { id: known.stops[side], name: known.name.en, at: known };
  });
  return { stops, polylines: sites.slice(1).map((site, i) => town.polyline(sites[i] ?? 0, site)) };
}

function scheduleOf(plan: LinePlan, context: LineContext, period: { from: CalendarDate; to: CalendarDate }, base: boolean): Schedule {
  const look = LINE_KINDS[plan.kind];
  const line = `${context.town.index === 0 ? '' : `${context.town.name}-${context.town.index}-`}${plan.number}`;
  return {
    Id: `${line}_${period.from.replaceAll('-', '')}`,
    Name: plan.number,
    LongName: plan.longName,
    ExternalTransportId: line,
    IsBaseSchedule: base,
    AgencyId: context.agencyId,
    VehicleType: look.type,
    Color: look.color,
    TextColor: look.text,
    Calendar: demoCalendar(period.from, period.to, plan.kind === 'school'),
  };
}

function trackOf(scheduleId: string, direction: number, { stops, polylines }: CalledStops, town: Town): Track {
  const points: Point[] = [];
  const sequences = [0];
  for (const polyline of polylines) {
    points.push(...(points.length === 0 ? polyline : polyline.slice(1)));
    sequences.push(points.length - 1);
  }
  const last = stops.at(-1)?.name ?? '';
  return {
    ScheduleId: scheduleId,
    Id: direction === 0 ? 'a-b' : 'b-a',
    Name: `${stops[0]?.name ?? ''} - ${last}`,
    Direction: direction === 0 ? 'Forward' : 'Backward',
    Visible: true,
    Shape: polyline.encode(
      points.map((point) => {
        const { Lat, Lng } = town.place(point);
        return [Lat, Lng];
      }),
      5,
    ),
    Stops: stops.map(({ id }, i) => ({ StopId: id, ShapeSequence: sequences[i] ?? 0, ...(i === 0 ? { Destination: last } : {}) })),
  };
}

/** Part of a service day with a headway in minutes, hours from the start of the day. */
type Period = readonly [fromHour: number, toHour: number, minutes: number];

const LISTED: Readonly<Record<LinePlan['kind'], readonly { days: number; slow: number; periods: readonly Period[] }[]>> = {
  tram: [
    {
      days: WEEKDAYS,
      slow: 1,
      periods: [
        [4.75, 6, 15],
        [9, 15, 10],
        [19, 24.5, 20],
      ],
    },
    {
      days: WEEKDAYS,
      slow: 1.12,
      periods: [
        [6, 9, 6],
        [15, 19, 6],
      ],
    },
    {
      days: SATURDAY,
      slow: 1,
      periods: [
        [5.5, 8, 20],
        [8, 20, 10],
        [20, 25, 20],
      ],
    },
    { days: SUNDAY, slow: 0.95, periods: [[6.5, 24, 20]] },
  ],
  bus: [
    {
      days: WEEKDAYS,
      slow: 1,
      periods: [
        [5, 6, 20],
        [9, 15, 15],
        [19, 23.5, 30],
      ],
    },
    {
      days: WEEKDAYS,
      slow: 1.18,
      periods: [
        [6, 9, 10],
        [15, 19, 10],
      ],
    },
    {
      days: SATURDAY,
      slow: 1,
      periods: [
        [6, 20, 20],
        [20, 23.5, 30],
      ],
    },
    { days: SUNDAY, slow: 0.95, periods: [[7, 23, 30]] },
  ],
  // Nights before a free day, in the hours past midnight of the service day.
  night: [
    { days: 16 | 32, slow: 1, periods: [[24.5, 29, 30]] },
    { days: 15 | 64, slow: 1, periods: [[24.75, 27.9, 60]] },
  ],
  school: [
    {
      days: WEEKDAYS,
      slow: 1.1,
      periods: [
        [7.2, 7.9, 20],
        [12.6, 16.5, 60],
      ],
    },
  ],
  rail: [
    { days: WEEKDAYS | SATURDAY, slow: 1, periods: [[4.5, 24, 30]] },
    { days: SUNDAY, slow: 1, periods: [[6, 24, 60]] },
  ],
  ferry: [
    { days: WEEKDAYS, slow: 1, periods: [[7, 19, 30]] },
    { days: SATURDAY | SUNDAY, slow: 1, periods: [[9, 20, 20]] },
  ],
};

function timetablesOf(track: Track, plan: LinePlan, calls: CalledStops, context: LineContext, thinner: number): Timetable[] {
  return LISTED[plan.kind].map(({ days, slow, periods }, i) => {
    const offsets = runningTimes(calls, LINE_KINDS[plan.kind].speed / slow);
    const shift = track.Id === 'a-b' ? 0 : 4 * 60;
    const trip = (n: number): string => `${track.ScheduleId}.${track.Id}.${i + 1}.${n}`;
    const departures: Departure[] = [];
    for (const [from, to, minutes] of periods) {
      const headway = Math.round(minutes * thinner) * 60;
      const [start, end] = [Math.round(from * 3600) + shift, Math.round(to * 3600) + shift];
      if (plan.byFrequency === true || context.sparse) {
        departures.push({
          Type: 'Interval',
          FromTime: start,
          ToTime: end,
          Frequency: headway,
          isFrequencyScheduled: false,
          TripId: trip(departures.length + 1),
          TemplateStart: start,
        });
        continue;
      }
      for (let time = start; time < end; time += headway) departures.push({ Type: 'Exact', Time: time, TripId: trip(departures.length + 1) });
    }
    return {
      ScheduleId: track.ScheduleId,
      TrackId: track.Id,
      Number: i + 1,
      Days: days,
      ArrivalOffsets: offsets,
      DepartureOffsets: offsets.map((offset, at) =>
        calls.stops[at]?.name === 'Central Station' && at > 0 && at < offsets.length - 1 ? offset + 30 : offset,
      ),
      Timepoints: offsets.map((_, at) => (at === 0 || at === offsets.length - 1 ? 1 : 0)),
      WheelchairAccessibility: 1,
      BikesAllowed: plan.kind === 'tram' || plan.kind === 'rail' || plan.kind === 'ferry' ? 1 : 2,
      Departures: departures.toSorted((a, b) => (a.Time ?? a.FromTime ?? 0) - (b.Time ?? b.FromTime ?? 0)),
    };
  });
}

/** Seconds from the first departure at each stop: whole half minutes, at least one minute a hop. */
function runningTimes({ polylines, stops }: CalledStops, kmPerHour: number): number[] {
  let total = 0;
  return [
    0,
    ...polylines.map((polyline, i) => {
      const metres = polyline
        .slice(1)
        .reduce((sum, point, at) => sum + Math.hypot(point.x - (polyline[at]?.x ?? 0), point.y - (polyline[at]?.y ?? 0)), 0);
      // The half minute that is waited at Central Station.
      const waited = i > 0 && stops[i]?.name === 'Central Station' ? 30 : 0;
      total += waited + Math.max(60, Math.round(metres / (kmPerHour / 3.6) / 30) * 30);
      return total;
    }),
  ];
}
