/** What a case of a validation rule stands for on the map. */
import type { ValidationCase, ValidationEntity } from '../domain/validation.ts';
import { lineTrackKey, type Listed, listed } from './onMap.ts';

/** The rows on the map that cases are about, by their kinds. */
export function casesOnMap(entity: ValidationEntity, cases: readonly Pick<ValidationCase, 'Id' | 'TrackId' | 'Position'>[]): readonly Listed[] {
  const byKind = new Map<Listed['kind'], Set<string>>();
  for (const one of cases) {
    const on = caseOnMap(entity, one);
    if (!on) continue;
    const ids = byKind.get(on.kind) ?? new Set();
    byKind.set(on.kind, ids);
    for (const id of on.ids) ids.add(id);
  }
  return [...byKind].map(([kind, ids]) => ({ kind, ids }));
}

/** The row on the map that a case is about; undefined where its entity has no place there. */
export function caseOnMap(entity: ValidationEntity, one: Pick<ValidationCase, 'Id' | 'TrackId' | 'Position'>): Listed | undefined {
  switch (entity) {
    case 'Stop':
      return listed('stops', one.Id);
    case 'Pathway':
      return listed('pathways', one.Id);
    case 'Transfer':
      return listed('transfers', one.Id);
    case 'Agency':
      return listed('agencies', one.Id);
    case 'Fare':
      return listed('fares', one.Id);
    case 'Schedule':
    case 'TrackStop': {
      if (entity === 'TrackStop' && one.Position !== undefined) return listed('trackStops', one.Id);
      // the id of a track stop begins with its schedule, URL-encoded
      const schedule = entity === 'Schedule' ? one.Id : decodeURIComponent(one.Id.split('/', 1)[0] ?? '');
      return one.TrackId === undefined ? listed('schedules', schedule) : listed('tracks', lineTrackKey(schedule, one.TrackId));
    }
    default:
      return undefined;
  }
}
