/** Sends what the database holds for others (mails, messages of webhooks): again later where it failed, and once where no process is killed over it. */
import type PgBoss from 'pg-boss';
import { z } from 'zod';
import type { Engine } from '../store/engine.ts';
import { clearInterval, pause, setInterval } from '../surroundings.ts';

/** One kind of things to send. `worker` is the process. */
export interface Outbox<Item, End> {
  /** Name of its queue, and the plural of what it sends. */
  readonly name: string;
  /** Whether each is sent beside the others: it goes to a server of its own, and a slow one must not hold up those that are due later. */
  readonly sideBySide: boolean;
  /** Ids of those that are due, oldest first. */
  listDue(limit: number): Promise<readonly number[]>;
  /** Takes one, so that nobody else sends it; undefined where somebody has. */
  take(id: number, worker: string): Promise<Item | undefined>;
  /** Sends it. Answers how that ended, and throws only where the process stops: then it is sent again. */
  send(item: Item, stopping: AbortSignal | undefined): Promise<End>;
  /** Notes how an attempt ended; nothing happens where the item is no longer of this process. */
  end(id: number, worker: string, end: End): Promise<void>;
  /** Those that are being sent, and by which process. */
  listSending(): Promise<readonly { readonly id: number; readonly worker: string }[]>;
  /** Puts one back whose process was killed; `isOwn`: it was this one, which never had it in hand. */
  release(id: number, isOwn: boolean): Promise<void>;
}

/** Where things are sent from. */
export interface OutboxPlace {
  readonly engine: Engine;
  /** Ids of what this process is sending. */
  readonly inHand: Set<number>;
  readonly warn: (message: string, error: unknown) => void;
}

export interface OutboxQueue {
  /** Begins to send. */
  start(boss: PgBoss): Promise<void>;
  /** Sends nothing more; what is being sent comes to its end, or is broken off where the process stops. */
  stop(): Promise<void>;
}

/** A queue over an outbox. `expireInSeconds`: a batch that takes longer is given to another process. */
export function createOutboxQueue<Item, End>(place: OutboxPlace, outbox: Outbox<Item, End>, stopping: AbortSignal): OutboxQueue {
  const { name } = outbox;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;
  /** What is sent beside the batches that it came with. */
  const underWay = new Set<Promise<void>>();

  const look = async (boss: PgBoss, worker: string): Promise<void> => {
    if (looking || stopping.aborted) return;
    looking = true;
    try {
      await releaseUnattended(place, outbox);
      const due = await outbox.listDue(SENT_AT_ONCE);
      for (const id of due) await boss.send(name, { id }, { singletonKey: String(id) });
      if (due.length > 0) boss.notifyWorker(worker);
    } finally {
      looking = false;
    }
  };
  return {
    async start(boss) {
      await boss.createQueue(name, { name, policy: 'short', retryLimit: 0, expireInSeconds: 600 });
      const worker: string = await boss.work(name, { batchSize: BATCH, pollingIntervalSeconds: 2 }, async (jobs) => {
        const send = async (data: unknown): Promise<void> => {
          if (!stopping.aborted) await sendOne(place, outbox, Job.parse(data).id, stopping);
        };
        if (outbox.sideBySide) {
          for (const job of jobs) {
            const sent = send(job.data)
              .catch((error: unknown) => void (!stopping.aborted && place.warn(`One of the ${name} could not be sent`, error)))
              .finally(() => underWay.delete(sent));
            underWay.add(sent);
          }
          // the next batch waits for slow ones only where they are many
          while (underWay.size > MOST_UNDER_WAY) await Promise.race(underWay);
        } else for (const job of jobs) await send(job.data);
        // there may be more: not only at the next look
        if (jobs.length === BATCH) boss.notifyWorker(worker);
      });
      timer = setInterval(() => {
        look(boss, worker).catch((error: unknown) => !stopping.aborted && place.warn(`Due ${name} could not be looked for`, error));
      }, LOOK_EVERY).unref();
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

/** Sends one; nothing happens where it is being sent already, here or elsewhere. */
export async function sendOne<Item, End>(place: OutboxPlace, outbox: Outbox<Item, End>, id: number, stopping?: AbortSignal): Promise<void> {
  const { engine, inHand } = place;
  if (inHand.has(id)) return;
  inHand.add(id);
  const item = await outbox.take(id, engine.instance).catch((error: unknown) => {
    // It may have been taken all the same: the next look puts it back.
    inHand.delete(id);
    throw error;
  });
  if (item !== undefined) await noteEnd(place, outbox, id, await outbox.send(item, stopping), stopping);
  inHand.delete(id);
}

/** Notes how an attempt ended, however long the database is away: until then it counts as being sent by this process. */
async function noteEnd<Item, End>(
  { engine, warn }: OutboxPlace,
  outbox: Outbox<Item, End>,
  id: number,
  end: End,
  stopping?: AbortSignal,
): Promise<void> {
  for (let wait = NOTED_AGAIN.first; ; wait = Math.min(NOTED_AGAIN.longest, wait * 2)) {
    try {
      return await outbox.end(id, engine.instance, end);
    } catch (error) {
      if (stopping?.aborted) throw error;
      warn(`The end of sending could not be noted (${outbox.name} ${id}), trying again in ${wait} ms`, error);
      await pause(wait, undefined, stopping && { signal: stopping });
    }
  }
}

/**
 * Puts back what nobody sends: things of killed processes, and those that this process took without learning of it, because its
 * connection was lost.
 */
export async function releaseUnattended<Item, End>({ engine, inHand }: OutboxPlace, outbox: Outbox<Item, End>): Promise<void> {
  for (const { id, worker } of await outbox.listSending()) {
    const isOwn = worker === engine.instance;
    if (isOwn ? inHand.has(id) : worker !== '' && (await engine.isAlive(worker))) continue;
    await outbox.release(id, isOwn);
  }
}

const Job = z.object({ id: z.int() });
/** Milliseconds between two looks for what is due. */
const LOOK_EVERY = 2000;
const SENT_AT_ONCE = 200;
const BATCH = 20;
/** So many are sent side by side at once, and one batch more. */
const MOST_UNDER_WAY = 100;
/** Milliseconds between two attempts to note an end. */
const NOTED_AGAIN = { first: 100, longest: 10_000 };
