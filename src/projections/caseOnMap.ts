/** What a case of a validation rule stands for on the map. */
import type { ValidationCase, ValidationEntity } from '../domain/validation.ts';
import { lineTrackKey, type Listed, listed } from './onMap.ts';

/** The row on the map that a case is about; undefined where its entity has no place there. */
export function caseOnMap(entity: ValidationEntity, one: Pick<ValidationCase, 'Id' | 'TrackId'>): Listed | undefined {
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
      // the id of a track stop begins with its schedule, URL-encoded
      const schedule = entity === 'Schedule' ? one.Id : decodeURIComponent(one.Id.split('/', 1)[0] ?? '');
      return one.TrackId === undefined ? listed('schedules', schedule) : listed('tracks', lineTrackKey(schedule, one.TrackId));
    }
    default:
      return undefined;
  }
}
