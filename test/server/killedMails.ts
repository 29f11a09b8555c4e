/** Mails of notification rules while the server that sends them is killed. */
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { newRule } from '../../src/domain/notificationRules.ts';
import { notify } from '../../server/services/notices.ts';
import { openStore, type OpenedStore } from '../../server/store/openStore.ts';
import { replaceRules } from '../../server/store/notificationRules.ts';
import { startProduct } from '../drivers/server.ts';
import { newPlace, type Place } from './command.ts';
import { regionDoc } from './smallFeed.ts';

const RECIPIENTS = ['mia@x.example', 'tom@x.example'];

/** What became of the mails. */
interface Sent {
  /** Mails that the mail server got: event and recipient, as often as they came. */
  readonly received: readonly string[];
  /** Number of mails by how they stand at the end. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** So many events happen, each told twice; the product mails two people about each, and is killed (-9) so often on the way. */
export async function mailsOverKills({ events, kills }: { readonly events: number; readonly kills: number }): Promise<Sent> {
  const place = await newPlace('mails');
  const mailbox = await aMailbox();
  const env = { DEMO_DATA: 'no', LOG_LEVEL: 'error', SMTP_URL: mailbox.url };
  const run = () => startProduct({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, env });
  const total = events * RECIPIENTS.length;
  try {
    await withStore(place, (store) => happen(store, events));
    for (let kill = 1; kill <= kills; kill++) {
      const server = await run();
      const share = Math.floor((total * kill) / (kills + 1));
      await until(
        () => mailbox.received.length >= share,
        () => `${mailbox.received.length} of ${share} mails came\n${server.output()}`,
      );
      await server.kill();
    }
    // what waits is sent by the next ones, which end in order; the mail that a kill caught is looked for a while after the start
    for (let starts = 0; (await withStore(place, waiting)) > 0; starts++) {
      if (starts === 20) throw new Error('Mails are left after twenty starts');
      const server = await run();
      const began = Date.now();
      const isDone = (): boolean => mailbox.received.length >= total - kills && Date.now() > began + LOOKED_FOR;
      await until(
        () => isDone() || Date.now() > began + A_TURN,
        () => server.output(),
      );
      await server.stop();
    }
    return { received: mailbox.received, statuses: await withStore(place, statusesOf) };
  } finally {
    await mailbox.close();
    await place.remove();
  }
}

async function happen(store: OpenedStore, events: number): Promise<void> {
  await store.createRegion(regionDoc('mailland', 'Mailland'));
  const { id: _id, wholeRegion: _flag, ...rule } = { ...newRule(1, ''), name: 'Failures', recipients: RECIPIENTS };
  await replaceRules(store.sql.db, 'mailland', [rule]);
  for (let from = 0; from < events; from += 100) {
    await store.sql.db.transaction().execute(async (tx) => {
      for (let i = from; i < Math.min(events, from + 100); i++) for (const _time of [1, 2]) await notify(tx, eventOf(i));
    });
  }
}

function eventOf(i: number) {
  return {
    id: `task-run/${i}/3`,
    kind: 'pipelineFailed' as const,
    execution: 'scheduled' as const,
    regionKey: 'mailland',
    databaseId: 'test',
    name: `Import ${i}`,
    task: null,
    message: null,
    since: '2026-11-22T08:05:00.000Z',
    runPath: `/pipelines?pipeline=${i}`,
    logPath: null,
  };
}

async function waiting({ sql: { db } }: OpenedStore): Promise<number> {
  const { count } = await db
    .selectFrom('notice_mail')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function statusesOf({ sql: { db } }: OpenedStore): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('notice_mail')
    .select(['status', sql<string>`count(*)`.as('count')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

async function withStore<T>({ dataDir, databaseUrl }: Place, act: (store: OpenedStore) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir, databaseUrl });
  try {
    return await act(store);
  } finally {
    await store.close();
  }
}

/** A mail server that takes everything; what it got is listed as `subject to recipient`. */
export async function aMailbox(): Promise<{ readonly url: string; readonly received: string[]; close(): Promise<void> }> {
  const received: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const subject = /^Subject: (.*)$/m.exec(Buffer.concat(chunks).toString())?.[1]?.trim() ?? '';
        for (const { address } of session.envelope.rcptTo) received.push(`${subject} to ${address}`);
        done();
      });
    },
  });
  // a client that is killed breaks its line
  smtp.on('error', () => undefined);
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  return {
    url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    received,
    close: () => new Promise((closed) => smtp.close(closed)),
  };
}

/** Milliseconds after a start in which mails of a process that was killed are looked for, and that a start has at most. */
const LOOKED_FOR = 6000;
const A_TURN = 120_000;
/** Milliseconds after which mails that do not come are given up. */
const PATIENCE = 1_200_000;

async function until(isSo: () => boolean, words: () => string): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(words());
    await pause(5);
  }
}
