import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ConfigError } from '../config.ts';
import { ObjectLost, type ObjectStore } from '../objects/objects.ts';
import type { OpenedStore } from '../store/openStore.ts';
import { randomUUID } from '../surroundings.ts';

/**
 * Refuses an object store that is not the one of the other processes on the database: the first of them puts a file there, and each
 * looks for it at its start. A store that does not answer refuses nothing: what needs it says so.
 */
export async function requireSameObjects({ sql: engine }: OpenedStore, objects: ObjectStore): Promise<void> {
  if (engine.name === 'pglite') return;
  const read = async (): Promise<string | undefined> => {
    const { rows } = await sql<{ value: string }>`select value from installation where name = ${MARKER}`.execute(engine.db);
    return rows[0]?.value;
  };
  try {
    let marker = await read();
    if (marker === undefined) {
      const made = await objects.put('marker', Readable.from([Buffer.from(randomUUID())]));
      await sql`insert into installation(name, value) values (${MARKER}, ${made}) on conflict (name) do nothing`.execute(engine.db);
      marker = (await read()) ?? made;
      if (marker !== made) await objects.remove(made);
    }
    for await (const _part of await objects.get(marker));
  } catch (error) {
    if (!(error instanceof ObjectLost)) return;
    throw new ConfigError(
      `OBJECT_STORE_URL: The objects of this database are elsewhere: ${objects.place} does not have the file that another process put there.\n` +
        'Give all processes the same OBJECT_STORE_URL, or the same DATA_DIR where they share a folder. If the objects were lost or moved on purpose,\n' +
        `run this in the database and start again: delete from installation where name = '${MARKER}'`,
    );
  }
}

const MARKER = 'objects';
