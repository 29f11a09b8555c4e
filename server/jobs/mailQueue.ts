/** Sends the mails of notices: each once, whichever process was killed over it, and again later where the mail server is away. */
import { setTimeout as pause } from 'node:timers/promises';
import type PgBoss from 'pg-boss';
import { z } from 'zod';
import { noticeMail } from '../mail/noticeMail.ts';
import { MailRefused, type MailTransport } from '../mail/transport.ts';
import type { Engine } from '../store/engine.ts';
import { endMail, listDueMails, listSendingMails, releaseMail, takeMail, type MailEnd } from '../store/notices.ts';
import { storable } from '../store/storable.ts';

export interface MailPlace {
  readonly engine: Engine;
  readonly transport: MailTransport;
  /** Address of the product, for the links of mails. */
  readonly publicUrl: string;
  /** Mails that this process is sending. */
  readonly inHand: Set<number>;
  readonly warn: (message: string, error: unknown) => void;
}

export interface MailQueue {
  /** Begins to send. */
  start(boss: PgBoss): Promise<void>;
  /** Lets go of what waits; what is being sent comes to its end. */
  stop(): void;
}

/** A queue over the mails of the store. */
export function createMailQueue(settings: Omit<MailPlace, 'inHand'>, stopping: AbortSignal): MailQueue {
  const place: MailPlace = { ...settings, inHand: new Set() };
  const { engine, warn } = place;
  let timer: NodeJS.Timeout | undefined;
  let looking = false;

  const look = async (boss: PgBoss, worker: string): Promise<void> => {
    if (looking || stopping.aborted) return;
    looking = true;
    try {
      await releaseUnattended(place);
      const due = await listDueMails(engine.db, SENT_AT_ONCE);
      for (const mailId of due) await boss.send(MAILS, { mailId }, { singletonKey: String(mailId) });
      if (due.length > 0) boss.notifyWorker(worker);
    } finally {
      looking = false;
    }
  };
  return {
    async start(boss) {
      await boss.createQueue(MAILS, { name: MAILS, policy: 'short', retryLimit: 0, expireInSeconds: 600 });
      const worker: string = await boss.work(MAILS, { batchSize: BATCH, pollingIntervalSeconds: 2 }, async (jobs) => {
        for (const job of jobs) if (!stopping.aborted) await sendMail(place, Job.parse(job.data).mailId, stopping);
        // there may be more: not only at the next look
        if (jobs.length === BATCH) boss.notifyWorker(worker);
      });
      timer = setInterval(() => {
        look(boss, worker).catch((error: unknown) => !stopping.aborted && warn('Mails could not be looked for', error));
      }, LOOK_EVERY).unref();
    },
    stop: () => clearInterval(timer),
  };
}

/** Sends one queued mail; nothing happens where it is being sent already, here or elsewhere. */
export async function sendMail(place: MailPlace, mailId: number, stopping?: AbortSignal): Promise<void> {
  const { engine, transport, publicUrl, inHand, warn } = place;
  if (inHand.has(mailId)) return;
  inHand.add(mailId);
  const mail = await takeMail(engine.db, mailId, engine.instance).catch((error: unknown) => {
    // It may have been taken all the same: the next look drops it.
    inHand.delete(mailId);
    throw error;
  });
  if (mail !== undefined) {
    let end: MailEnd = { sent: true };
    try {
      await transport.send(noticeMail(mail.event, mail.recipient, mail.rule, publicUrl));
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      const again = error instanceof MailRefused || mail.attempts >= ATTEMPTS ? null : Math.min(LONGEST_PAUSE, 15 * 2 ** (mail.attempts - 1));
      end = { error: storable(text.slice(0, 500)), again };
      warn(`A notice could not be mailed to ${mail.recipient}`, error);
    }
    await noteEnd(place, mail.id, end, stopping);
  }
  inHand.delete(mailId);
}

/** Notes how an attempt ended, however long the database is away: until then the mail counts as being sent by this process. */
async function noteEnd({ engine, warn }: MailPlace, mailId: number, end: MailEnd, stopping?: AbortSignal): Promise<void> {
  for (let wait = NOTED_AGAIN.first; ; wait = Math.min(NOTED_AGAIN.longest, wait * 2)) {
    try {
      return await endMail(engine.db, mailId, engine.instance, end);
    } catch (error) {
      if (stopping?.aborted) throw error;
      warn(`What became of mail ${mailId} could not be noted, trying again in ${wait} ms`, error);
      await pause(wait, undefined, stopping && { signal: stopping });
    }
  }
}

/**
 * Lets go of mails that nobody sends: those of killed processes, which are sent again where that does no harm, as a mail server may have
 * them already; and those that this process took without learning of it, because its connection was lost.
 */
export async function releaseUnattended({ engine, transport, inHand }: MailPlace): Promise<void> {
  for (const { id, worker } of await listSendingMails(engine.db)) {
    const isOwn = worker === engine.instance;
    if (isOwn ? inHand.has(id) : worker !== '' && (await engine.isAlive(worker))) continue;
    await releaseMail(engine.db, id, isOwn || transport.repeatable);
  }
}

const MAILS = 'mails';
const Job = z.object({ mailId: z.int() });
/** Milliseconds between two looks for mails that are due. */
const LOOK_EVERY = 2000;
const SENT_AT_ONCE = 200;
const BATCH = 20;
/** Seconds between two attempts at most; with 40 attempts a mail server may be away for a day and a half. */
const LONGEST_PAUSE = 3600;
const ATTEMPTS = 40;
/** Milliseconds between two attempts to note what became of a mail. */
const NOTED_AGAIN = { first: 100, longest: 10_000 };
