/** Lives and judges one world. */
import { createHash } from 'node:crypto';
import type { BaseDatabase } from './base.ts';
import { settle, settled } from './clock.ts';
import { judge, readTruth, type Truth } from './judges.ts';
import { orderThreads } from './threads.ts';
import { World, type WorldOptions } from './world.ts';

export interface Verdict {
  readonly options: WorldOptions;
  /** What is not as it has to be; nothing where all is well. */
  readonly troubles: readonly string[];
  /** Over everything that happened, was recorded and is stored: the same for the same world. */
  readonly digest: string;
  readonly steps: number;
  /** Change sets that the world has made. */
  readonly sets: number;
  /** Simulated seconds. */
  readonly seconds: number;
  readonly world: World;
}

/** Lives a world to its end and judges it. The world's pages can still be looked at. */
export async function runWorld(options: WorldOptions, database: BaseDatabase): Promise<Verdict> {
  await database.reset();
  const base = await baseOf(database);
  const world = new World(options, database);
  const onRejection = (reason: unknown): void =>
    void world.rejections.push(`Nobody handled: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  process.on('unhandledRejection', onRejection);
  orderThreads(true);
  let troubles: readonly string[];
  let sets = 0;
  const digest = createHash('sha256');
  try {
    await world.live();
    const truth = await readTruth(world);
    sets = truth.sets.length;
    digest.update(
      JSON.stringify([truth.rev, [...truth.documents], truth.sets, world.network.trace, world.everyTab.map(({ records }) => records), world.steps]),
    );
    troubles = world.troubles.length > 0 ? world.troubles : await settled(judge(world, base));
  } catch (error) {
    troubles = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  } finally {
    world.end();
    await settle();
    orderThreads(false);
    process.off('unhandledRejection', onRejection);
  }
  return { options, troubles, digest: digest.digest('hex'), steps: world.steps.length, sets, seconds: Math.round(world.elapsed() / 1000), world };
}

const bases = new Map<BaseDatabase, Truth>();

/** What the database holds before each world, read once, by a world in which nothing happens. */
async function baseOf(database: BaseDatabase): Promise<Truth> {
  const known = bases.get(database);
  if (known) return known;
  const world = new World({ seed: 0, events: 0, tabs: 0 }, database);
  const truth = await readTruth(world);
  world.end();
  bases.set(database, truth);
  return truth;
}
