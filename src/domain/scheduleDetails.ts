/** What lists and pages show of a schedule. */
import { z } from 'zod';
import { Schedule } from './model/schedule.ts';
import { Timetable } from './model/timetable.ts';
import { Track } from './model/track.ts';

/** A row of the schedules list. */
export const ScheduleRow = z.object({
  Id: z.string(),
  Name: z.string(),
  LongName: z.string().optional(),
  ExternalTransportId: z.string().optional(),
  IsBaseSchedule: z.boolean(),
  AgencyId: z.string().optional(),
  VehicleType: z.int().optional(),
  Color: z.string().optional(),
  FromDate: z.string(),
  ToDate: z.string(),
  TrackCount: z.int().min(0),
});
export type ScheduleRow = z.infer<typeof ScheduleRow>;

/** What the list shows of a schedule. */
export function scheduleRowOf(schedule: Schedule, trackCount: number): ScheduleRow {
  const { Id, Name, LongName, ExternalTransportId, IsBaseSchedule, AgencyId, VehicleType, Color, Calendar } = schedule;
  return {
    Id,
    Name,
    ...(LongName === undefined ? {} : { LongName }),
    ...(ExternalTransportId === undefined ? {} : { ExternalTransportId }),
    IsBaseSchedule,
    ...(AgencyId === undefined ? {} : { AgencyId }),
    ...(VehicleType === undefined ? {} : { VehicleType }),
    ...(Color === undefined ? {} : { Color }),
    FromDate: Calendar.fromDate,
    ToDate: Calendar.toDate,
    TrackCount: trackCount,
  };
}

/** A track with its timetables. */
export const TrackDetails = z.object({ Track, Timetables: z.array(Timetable) });
export type TrackDetails = z.infer<typeof TrackDetails>;

/** One schedule as its page shows it. */
export const ScheduleDetails = z.object({ Schedule, Tracks: z.array(TrackDetails) });
export type ScheduleDetails = z.infer<typeof ScheduleDetails>;

/** One schedule as it is read, with the revision of each document of it. */
export const LoadedSchedule = z.object({
  Schedule,
  Rev: z.int().min(0),
  Tracks: z.array(
    TrackDetails.extend({
      Rev: z.int().min(0),
      /** One for each timetable. */
      TimetableRevs: z.array(z.int().min(0)),
      /** Fields that the track has a value for. */
      FieldNames: z.array(z.string()),
    }),
  ),
});

/** The fields of the specification that a track has a value for. What it holds of a feed besides is not among them. */
export function fieldNamesOf({ Track: track, Timetables }: TrackDetails): string[] {
  const { Id, Name, Direction, Visible, Symbol, Shape, Stops } = track;
  const destinations = Stops.filter(({ Destination }) => Destination !== undefined);
  const fields = { Id, Name, Direction, Visible, Symbol, Destinations: destinations, Shape, Stops, Timetables };
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [name]));
}
