/** routes.txt: the schedules of one line become one row. */
import type { Schedule } from '../../../../src/domain/model/schedule.ts';
import { rowOf as documentRow } from '../columns.ts';
import type { FeedNotes } from '../notes.ts';
import type { RowValues, Table } from './table.ts';

/** What trips need to know of their schedule. */
export interface ScheduleOfTrips {
  readonly line: Line;
  readonly calendar: Schedule['Calendar'];
}

/** A line. Its continuous values are those of the row that is written. */
export interface Line {
  readonly routeId: string;
  /** 0 to 3; 1, not at all, where the line does not say. */
  continuousPickup: number;
  continuousDropOff: number;
}

/** Gathers schedules into lines. */
export class Lines {
  readonly schedules = new Map<string, ScheduleOfTrips>();
  readonly #lines = new Map<string, { line: Line; schedule: Schedule; differing: Set<string> }>();
  readonly #notes: FeedNotes;

  constructor(notes: FeedNotes) {
    this.#notes = notes;
  }

  /** Takes a schedule. The base schedule of a line, else its first, says what is written of the line. */
  add(schedule: Schedule): void {
    const routeId = schedule.ExternalTransportId ?? this.#routeOf(schedule);
    const known = this.#lines.get(routeId);
    if (known === undefined) {
      const line = { routeId, ...continuousOf(schedule) };
      this.#lines.set(routeId, { line, schedule: withoutCalendar(schedule), differing: new Set() });
      this.schedules.set(schedule.Id, { line, calendar: schedule.Calendar });
      return;
    }
    this.schedules.set(schedule.Id, { line: known.line, calendar: schedule.Calendar });
    for (const column of differences(rowOf(routeId, known.schedule), rowOf(routeId, schedule))) known.differing.add(column);
    if (!schedule.IsBaseSchedule || known.schedule.IsBaseSchedule) return;
    known.schedule = withoutCalendar(schedule);
    Object.assign(known.line, continuousOf(schedule));
  }

  /** Writes a row for each line. */
  write(table: Table): void {
    for (const { line, schedule, differing } of this.#lines.values()) {
      if (differing.size > 0) {
        const columns = [...differing].join(', ');
        this.#notes.add(
          'warning',
          'routes.txt',
          null,
          'schedules of a line differ',
          `The schedules of the line ${line.routeId} differ in ${columns}; what the schedule ${schedule.Id} says is written`,
        );
      }
      table.add(rowOf(line.routeId, schedule), schedule.Extra);
    }
  }

  /** A schedule that belongs to no line is one of its own: its id without the date, unless another line is called that. */
  #routeOf(schedule: Schedule): string {
    const family = schedule.Id.replace(/_\d{8}$/, '').replace(/~$/, '');
    const known = this.#lines.get(family);
    return known === undefined || known.schedule.ExternalTransportId === undefined ? family : schedule.Id;
  }
}

function rowOf(routeId: string, schedule: Schedule): RowValues {
  return { route_id: routeId, ...documentRow('Schedule', schedule).values };
}

function withoutCalendar(schedule: Schedule): Schedule {
  return { ...schedule, Calendar: { ...schedule.Calendar, Exceptions: [] } };
}

function differences(a: RowValues, b: RowValues): string[] {
  return Object.keys(a).filter((column) => (a[column] ?? '') !== (b[column] ?? ''));
}

function continuousOf(schedule: Schedule): Omit<Line, 'routeId'> {
  const kind = (text: string | undefined): number => (text !== undefined && /^[0-3]$/.test(text) ? Number(text) : 1);
  return { continuousPickup: kind(schedule.Extra?.['continuous_pickup']), continuousDropOff: kind(schedule.Extra?.['continuous_drop_off']) };
}
