/** Days of the week as a bitmask: bit 0 Monday ... bit 6 Sunday; 127 all days. */
import { z } from 'zod';

/** A days bitmask, 0 (none) to 127 (all). */
export const Days = z.int().min(0).max(127);

/** Monday to Sunday, the order of the bits. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Shows a bitmask shortly: `Mon–Fri`, `Sat, Sun`, `Every day`, `No day`. */
export function formatDays(mask: number): string {
  if (mask === 0) return 'No day';
  if (mask === 127) return 'Every day';
  const runs: string[] = [];
  for (let from = 0; from < 7; from++) {
    if (!(mask & (1 << from))) continue;
    let to = from;
    while (to < 6 && mask & (1 << (to + 1))) to++;
    runs.push(to - from >= 2 ? `${WEEKDAYS[from]}–${WEEKDAYS[to]}` : WEEKDAYS.slice(from, to + 1).join(', '));
    from = to;
  }
  return runs.join(', ');
}

/** What a date runs as, in labels of changes; without a bitmask as its weekday does. */
export function runAsWords(runAs: number | null | undefined): string {
  if (runAs === null || runAs === undefined) return 'Run as usual';
  if (runAs === 0) return 'No service';
  return runAs === 127 ? 'Run all timetables' : `Run as on ${formatDays(runAs)}`;
}
