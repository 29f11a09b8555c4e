import { regionOfDatabase, regionOfVersion } from '../store/regions.ts';
import type { Db } from '../store/tables.ts';
import type { LivePlaces } from './delivery.ts';

/** Where databases and versions are, looked up once: neither moves to another region, and ids are never used again. */
export function livePlaces(db: Db): LivePlaces {
  return {
    regionOfDatabase: remembered((id: string) => regionOfDatabase(db, id)),
    regionOfVersion: remembered((id: number) => regionOfVersion(db, id)),
  };
}

/** What is not found or fails is asked again. Answers to one id come in the order in which they were requested. */
function remembered<Id>(look: (id: Id) => Promise<string | undefined>): (id: Id) => Promise<string | undefined> {
  const known = new Map<Id, Promise<string | undefined>>();
  return (id) => {
    const found = known.get(id);
    if (found !== undefined) return found;
    if (known.size >= REMEMBERED) known.clear();
    const asked = look(id);
    known.set(id, asked);
    asked.then(
      (key) => key === undefined && known.get(id) === asked && known.delete(id),
      () => known.get(id) === asked && known.delete(id),
    );
    return asked;
  };
}

const REMEMBERED = 20_000;
