/** Finds what an alert can be about in the ids of a published feed. */
import type { FileHandle } from 'node:fs/promises';
import type { QueryOf, ReplyOf } from '../../src/contract/route.ts';
import type { searchAlertEntities } from '../../src/contract/serviceAlerts.ts';
import type { EntityHit } from '../../src/domain/serviceAlerts.ts';
import { readTrips, routeLabel, stopLabel, tripLabel, type EntityIndex } from '../feed/entities/entityFile.ts';

/** Hits that are answered. */
const LISTED = 50;

export async function searchEntities(
  index: EntityIndex,
  { kind, text, route }: QueryOf<typeof searchAlertEntities>,
  open: () => Promise<FileHandle>,
): Promise<ReplyOf<typeof searchAlertEntities>> {
  const words = text
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const hits: EntityHit[] = [];
  let more = 0;
  /** Lists what has every word in one of its texts. */
  const offer = (searched: string, make: () => readonly EntityHit[]): void => {
    const where = searched.toLowerCase();
    if (!words.every((word) => where.includes(word))) return;
    if (hits.length >= LISTED) more++;
    else hits.push(...make());
  };
  if (kind === 'agency')
    for (const { id, name } of index.agencies)
      offer(`${name} ${id}`, () => [{ entity: { kind: 'agency', agency: id }, label: name || id, detail: id }]);
  if (kind === 'route')
    for (const one of index.routes)
      offer(`${one.short} ${one.long} ${one.id}`, () => [
        { entity: { kind: 'route', route: one.id }, label: routeLabel(one, one.id), detail: one.id },
        ...(one.directions.length < 2
          ? []
          : one.directions.map(({ id: direction }): EntityHit => ({
              entity: { kind: 'route', route: one.id, direction },
              label: routeLabel(one, one.id, direction),
              detail: one.id,
            }))),
      ]);
  if (kind === 'routeType') {
    const types = new Map<number, number>();
    for (const { type } of index.routes) types.set(type, (types.get(type) ?? 0) + 1);
    for (const [routeType, count] of [...types].toSorted(([a], [b]) => a - b))
      hits.push({ entity: { kind: 'routeType', routeType }, label: String(routeType), detail: String(count) });
  }
  if (kind === 'stop')
    for (const stop of index.stops)
      offer(`${stop.name} ${stop.code} ${stop.platform} ${stop.id}`, () => [
        {
          entity: { kind: 'stop', stop: stop.id },
          label: stopLabel(stop, stop.id),
          detail: stop.code || stop.id,
          ...(stop.lat === null || stop.lng === null ? {} : { lat: stop.lat, lng: stop.lng }),
        },
      ]);
  const line = kind === 'trip' ? index.routes.find(({ id }) => id === route) : undefined;
  if (line !== undefined) {
    const file = await open();
    try {
      for (const trip of await readTrips(file, line))
        offer(`${tripLabel(trip)} ${trip[0]}`, () => [
          { entity: { kind: 'trip', route: line.id, trip: trip[0] }, label: tripLabel(trip), detail: trip[0] },
        ]);
    } finally {
      await file.close();
    }
  }
  return { hits, more };
}
