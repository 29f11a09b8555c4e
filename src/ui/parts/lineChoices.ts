import type { Schedule } from '../../domain/model/schedule.ts';
import type { Choice } from './KindField.tsx';

/** The lines of a version to choose from, once each: by their external transport id, with their name. */
export function lineChoices(schedules: readonly Pick<Schedule, 'ExternalTransportId' | 'Name' | 'LongName'>[] | null): readonly Choice[] {
  const found = new Map<string, string>();
  for (const { ExternalTransportId: id, Name, LongName } of schedules ?? []) if (id && !found.has(id)) found.set(id, Name || LongName || id);
  return [...found].map(([value, name]) => ({ value, label: name === value ? value : `${name} · ${value}` }));
}
