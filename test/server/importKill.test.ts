import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Chance } from '../../server/feed/demo/chance.ts';
import { networkDocuments } from '../../server/feed/demo/network.ts';
import { exportGtfs } from '../../server/feed/exportFeed.ts';
import { feedJson } from '../../server/feed/json/writeFeed.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { newPlace, startCommand } from './command.ts';
import { leftovers, NOTHING_LEFT } from './leftovers.ts';
import { regionDoc } from './smallFeed.ts';

/** One on every run, more with DMP_LONG; `DMP_TEST_KILLS=20 npx vitest run --project server test/server/importKill.test.ts` for the long one. */
const KILLS = Number(process.env['DMP_TEST_KILLS'] ?? (process.env['DMP_LONG'] === undefined ? 1 : 6));
/** DMP_FUZZ_SEED repeats the moments of a run. */
const SEED = Number(process.env['DMP_FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9));
const STOPS = 300;

test(
  `an import that is killed at any moment is whole or not there at the next start: ${KILLS} kills (seed ${SEED})`,
  { timeout: 120_000 * (KILLS + 2) },
  async () => {
    const chance = new Chance(SEED);
    const place = await newPlace('import-kill');
    try {
      const zip = join(place.dataDir, 'network.zip');
      let store = await openStore(place);
      await store.createRegion(regionDoc('k', 'K'));
      await store.createDatabase({ Id: 'kill', Name: 'Kill', RegionKey: 'k' });
      const writer = await store.beginVersion({ databaseId: 'kill', name: 'seed 0', source: 'test', author: 'test', state: 'completed' });
      for (const { kind, doc } of networkDocuments({ stops: STOPS, seed: 0 })) await writer.add(kind, doc);
      await exportGtfs(store, (await writer.finish()).versionId, createWriteStream(zip));
      await store.close();

      // In turn: a feed that is read from a zip and is much like one that is there, and a generated one that is new to the store.
      const argumentsOf = (round: number): string[] => (round % 2 === 0 ? [zip] : ['--generate', '--stops', String(STOPS), '--seed', String(round)]);
      let read: string | undefined;
      const durations = [0, 0];
      /** Milliseconds from the beginning of the saving to the end of the process. */
      let saving = 0;
      const moments: string[] = [];
      for (let round = 0; round < KILLS + 2; round++) {
        const name = `round ${round}`;
        let saves: () => void = () => undefined;
        const saved = new Promise<void>((resolve) => (saves = resolve));
        const command = startCommand(
          'import',
          place,
          [...argumentsOf(round), '--database', 'kill', '--name', name, '--verbose'],
          (told) => told.includes('Saving the version') && saves(),
        );
        const begun = performance.now();
        void saved.then(() => round === 0 && (saving = performance.now()));
        // The first of each are left alone: how long they take says over what time the kills are spread. Every other of the zip
        // falls into its last moments, for there it is decided.
        if (round >= 2) {
          const moment =
            round % 4 === 0 ? saved.then(() => pause(chance.next() * saving)) : pause(chance.next() * 1.05 * (durations[round % 2] ?? 0));
          await Promise.race([moment, command.ended]);
          command.kill('SIGKILL');
        }
        const { code, output } = await command.ended;
        if (round === 0) saving = performance.now() - saving;
        if (round < 2) {
          durations[round] = performance.now() - begun;
          expect(code, output).toBe(0);
        }

        store = await openStore(place);
        const mine = (await store.listVersions('kill')).filter(({ Version }) => Version === name);
        expect(mine.length).toBeLessThanOrEqual(1);
        if (code === 0) expect(mine).toHaveLength(1);
        for (const { Id } of mine) {
          const feed = await feedOf(store, Id);
          if (round % 2 === 0) expect(feed).toBe((read ??= feed));
          else expect(await countsOf(store, Id)).toEqual(countsOfNetwork(round));
        }
        expect(await leftovers(store)).toEqual(NOTHING_LEFT);
        await store.close();
        if (round >= 2) moments.push(mine.length === 1 ? 'whole' : 'not there');
      }
      console.log(`import killed: ${moments.join(', ')}; each takes ${durations.map(Math.round).join(' or ')} ms, its saving ${Math.round(saving)}`);
    } finally {
      await place.remove();
    }
  },
);

async function feedOf(store: OpenedStore, versionId: number): Promise<string> {
  return (await buffer(Readable.from(feedJson(store, versionId)))).toString();
}

const KINDS = ['Stop', 'Schedule', 'Track', 'Timetable', 'Translation'] as const;

/** Number of documents of the larger kinds. */
async function countsOf(store: OpenedStore, versionId: number): Promise<number[]> {
  return Promise.all(
    KINDS.map(async (kind) => {
      let n = 0;
      for await (const _ of store.readEntities(versionId, kind)) n++;
      return n;
    }),
  );
}

function countsOfNetwork(seed: number): number[] {
  const documents = [...networkDocuments({ stops: STOPS, seed })];
  return KINDS.map((name) => documents.filter(({ kind }) => kind === name).length);
}
