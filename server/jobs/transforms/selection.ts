import type { z } from 'zod';
import type { Coordinate } from '../../../src/domain/coordinate.ts';
import type { cutToValidity, dropUnused as dropUnusedTemplate, keepOnly as keepOnlyTemplate } from '../../../src/domain/taskTemplates/transforms.ts';
import { writeKept } from './prune.ts';
import { counted, type Transform } from './transform.ts';

/** Keeps lines by agency, name, area or days, and the documents that they refer to. */
export const keepOnly: Transform<z.infer<typeof keepOnlyTemplate.parameters>> = async (context) => {
  const { agencies, lines, area, from, to } = context.values;
  const inside = area === '' ? undefined : await stopsInside(context, area);
  const [chosenAgencies, chosenLines] = [new Set(agencies), new Set(lines)];
  await writeKept(context, {
    schedule: ({ Id, Name, AgencyId = '', ExternalTransportId = Id, Calendar }) =>
      (agencies.length === 0 || chosenAgencies.has(AgencyId)) &&
      (lines.length === 0 || chosenLines.has(Name) || chosenLines.has(ExternalTransportId)) &&
      (from === '' || Calendar.toDate >= from) &&
      (to === '' || Calendar.fromDate <= to),
    track: ({ Stops }) => inside === undefined || Stops.filter(({ StopId }) => inside.has(StopId)).length >= 2,
    unusedStops: false,
    unusedAgencies: false,
    emptyTracks: false,
  });
};

/** Leaves out what no journey uses. */
export const dropUnused: Transform<z.infer<typeof dropUnusedTemplate.parameters>> = async (context) => {
  const { stops, agencies, tracks } = context.values;
  await writeKept(context, { schedule: () => true, track: () => true, unusedStops: !stops, unusedAgencies: !agencies, emptyTracks: !tracks });
};

/** Cuts calendars to some days; what runs on none of them goes. */
export const cutValidity: Transform<z.infer<typeof cutToValidity.parameters>> = async (context) => {
  const { from: given, days } = context.values;
  const from = given === '' ? context.today : given;
  const to = context.values.to === '' ? addDays(from, days - 1) : context.values.to;
  const cut = new Set<string>();
  const { input } = context;
  const source: typeof input = {
    async *read(kind) {
      for await (const doc of input.read(kind)) {
        if (kind !== 'Schedule' || !('Calendar' in doc)) yield doc;
        else {
          const { fromDate, toDate, Exceptions } = doc.Calendar;
          const inRange = (date: string): boolean => date >= from && date <= to;
          const added = Exceptions.filter(({ Date: date }) => inRange(date));
          const calendar = { fromDate: fromDate < from ? from : fromDate, toDate: toDate > to ? to : toDate, Exceptions: added };
          if (calendar.fromDate > calendar.toDate) {
            // Outside its range a schedule may run on single days.
            const extra = added.filter(({ RunAs }) => RunAs !== 0).map(({ Date: date }) => date);
            if (extra.length === 0) continue;
            [calendar.fromDate, calendar.toDate] = [extra.toSorted()[0] ?? from, extra.toSorted().at(-1) ?? to];
          }
          if (calendar.fromDate !== fromDate || calendar.toDate !== toDate || added.length !== Exceptions.length) cut.add(doc.Id);
          yield { ...doc, Calendar: calendar };
        }
      }
    },
  };
  context.log.info(`Keeping ${from} to ${to}`);
  await writeKept(
    { ...context, input: source },
    { schedule: () => true, track: () => true, unusedStops: !context.values.drop_unused, unusedAgencies: true, emptyTracks: true },
  );
  context.log.info(`Cut the calendars of ${counted(cut.size, 'schedule')}`);
};

/** A date so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

async function stopsInside({ input }: Parameters<typeof keepOnly>[0], area: string): Promise<ReadonlySet<string>> {
  const [south = 0, west = 0, north = 0, east = 0] = area.split(',').map(Number);
  const isInside = ({ Lat, Lng }: Coordinate): boolean => Lat >= south && Lat <= north && Lng >= west && Lng <= east;
  const ids = new Set<string>();
  for await (const stop of input.read('Stop')) if (stop.Coordinate !== null && isInside(stop.Coordinate)) ids.add(stop.Id);
  return ids;
}
