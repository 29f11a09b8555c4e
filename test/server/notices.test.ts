import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listSentNotices, readSentMail, saveNotificationRules } from '../../src/contract/notifications.ts';
import { newRule } from '../../src/domain/notificationRules.ts';
import type { NoticeEvent } from '../../src/domain/notices.ts';
import { releaseUnattended, sendMail, type MailPlace } from '../../server/jobs/mailQueue.ts';
import { fileTransport, smtpTransport, type MailTransport } from '../../server/mail/transport.ts';
import { notify, notifyOfTask } from '../../server/services/notices.ts';
import { listDueMails, takeMail } from '../../server/store/notices.ts';
import { type Person, startTestProduct, type TestProduct } from './product.ts';

let product: TestProduct;
let smtp: SMTPServer;
let url: string;
const received: { to: readonly string[]; text: string }[] = [];
const FROM = 'DMP <no-reply@dmp.example>';

beforeAll(async () => {
  product = await startTestProduct();
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready));
  url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  const { id: _id, wholeRegion: _flag, ...rule } = { ...newRule(1, ''), name: 'Failures', recipients: ['mia@x.example', 'gone@x.example'] };
  const saved = await product.call(saveNotificationRules, { query: { region: 'testland' }, body: [rule] }, { ifMatch: 0 });
  expect(saved.status).toBe(200);
});
afterAll(async () => {
  await new Promise<void>((closed) => smtp.close(closed));
  await product.close();
});
beforeEach(() => void received.splice(0));

const event = (id: string, changes: Partial<NoticeEvent> = {}): NoticeEvent => ({
  id,
  kind: 'pipelineFailed',
  execution: 'scheduled',
  regionKey: 'testland',
  databaseId: 'test',
  name: 'Nightly import',
  task: 'Import',
  message: 'The file <a.zip> is empty',
  since: '2026-11-22T08:05:00.000Z',
  runPath: '/pipelines/runs/7',
  logPath: '/log/9',
  ...changes,
});

function place(transport: MailTransport): MailPlace {
  return { engine: product.store.sql, transport, publicUrl: 'https://dmp.example', inHand: new Set(), warn: () => undefined };
}

/** A place whose database is lost when a mail has left, for so many statements. */
function losing(statements: number, trouble?: Error) {
  const { sql: engine } = product.store;
  const warned: string[] = [];
  let sent = 0;
  let losses = 0;
  const db = new Proxy(engine.db, {
    get(target, name) {
      if (name === 'updateTable' && losses > 0) {
        losses--;
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const transport: MailTransport = {
    repeatable: false,
    async send() {
      sent++;
      losses = statements;
      if (trouble) throw trouble;
    },
    close: () => undefined,
  };
  const lossy: MailPlace = { ...place(transport), engine: { ...engine, db }, warn: (message) => void warned.push(message) };
  return { place: lossy, warned, sent: () => sent };
}

async function mailOf(id: number) {
  const { db } = product.store.sql;
  return db.selectFrom('notice_mail').select(['status', 'attempts', 'error']).where('mail_id', '=', id).executeTakeFirstOrThrow();
}

/** Tells an event; answers the mails about it, of Mia's address first. */
async function happen(what: NoticeEvent): Promise<number[]> {
  const { db } = product.store.sql;
  await db.transaction().execute((tx) => notify(tx, what));
  const mails = await db.selectFrom('notice_mail').select('mail_id').where('event_id', '=', what.id).orderBy('mail_id').execute();
  return mails.map(({ mail_id: id }) => id);
}

async function notices(): Promise<readonly { recipient: string; status: string; error: string | null; attempts: number }[]> {
  const { body } = await product.call(listSentNotices, { query: { region: 'testland' } });
  return body['notices'] as unknown as { recipient: string; status: string; error: string | null; attempts: number }[];
}

describe('notices', () => {
  it('are mailed once per event and recipient; one refused address does not hold up the other', async () => {
    const transport = smtpTransport(url, FROM);
    const due = await happen(event('run/1'));
    expect(due).toHaveLength(2);
    expect(await happen(event('run/1'))).toEqual(due);
    await Promise.all([...due, ...due].map((id) => sendMail(place(transport), id)));
    transport.close();
    expect(received.map(({ to }) => to)).toEqual([['mia@x.example']]);
    const { text } = received[0] ?? { text: '' };
    expect(text).toContain('Subject: Pipeline Nightly import has failed');
    expect(text).toContain('Since: 2026-11-22 08:05 UTC');
    expect(text).toContain('https://dmp.example/pipelines/runs/7');
    expect(text).toContain('https://dmp.example/log/9');
    expect(text).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html[\s\S]*&lt;a\.zip&gt;/);
    expect(await notices()).toMatchObject([
      { recipient: 'gone@x.example', status: 'failed', attempts: 1 },
      { recipient: 'mia@x.example', status: 'sent', error: null },
    ]);
    expect(await listDueMails(product.store.sql.db, 100)).toEqual([]);
  });

  it('wait for a mail server that is down for an hour, and come once when it is back', async () => {
    const { db } = product.store.sql;
    const away = smtpTransport('smtp://127.0.0.1:9', FROM, 300);
    const [first = 0] = await happen(event('run/2'));
    let down = 0;
    let attempts = 0;
    while (down < 3600) {
      await sendMail(place(away), first);
      attempts += 1;
      // not before its time has come
      expect(await listDueMails(db, 100)).not.toContain(first);
      const row = await db
        .selectFrom('notice_mail')
        .select(sql<number>`extract(epoch from next_at - now())::float8`.as('pause'))
        .where('mail_id', '=', first)
        .executeTakeFirstOrThrow();
      down += Math.round(row.pause);
      await db
        .updateTable('notice_mail')
        .set({ next_at: sql<string>`now()` })
        .where('mail_id', '=', first)
        .execute();
    }
    away.close();
    expect((await notices()).find(({ recipient, status }) => recipient === 'mia@x.example' && status === 'queued')).toMatchObject({
      attempts,
      error: expect.stringContaining('ECONNREFUSED'),
    });
    expect(attempts).toBeLessThan(12);
    const back = smtpTransport(url, FROM);
    await sendMail(place(back), first);
    await sendMail(place(back), first);
    back.close();
    expect(received.map(({ to }) => to)).toEqual([['mia@x.example']]);
  });

  it.each([
    ['greets nobody', ''],
    ['greets and says no more', '220 mail.example ESMTP\r\n'],
  ])('wait for a mail server that hangs: it %s', async (how, greeting) => {
    const hanging = createServer((line) => void line.on('error', () => undefined).write(greeting));
    await new Promise<void>((ready) => hanging.listen(0, '127.0.0.1', ready));
    const transport = smtpTransport(`smtp://127.0.0.1:${(hanging.address() as AddressInfo).port}`, FROM, 200);
    const [id = 0] = await happen(event(`hangs/${how}`));
    await sendMail(place(transport), id);
    transport.close();
    hanging.close();
    const row = await product.store.sql.db.selectFrom('notice_mail').select(['status', 'attempts', 'error']).where('mail_id', '=', id).execute();
    expect(row).toMatchObject([{ status: 'queued', attempts: 1, error: expect.stringMatching(/greeting|timeout/i) }]);
  });

  it('a name with line ends begins no header', async () => {
    const transport = smtpTransport(url, FROM);
    for (const id of await happen(event('run/3', { name: 'Nightly\r\nBcc: spy@x.example', message: 'a\r\nb' }))) await sendMail(place(transport), id);
    transport.close();
    expect(received.map(({ to }) => to)).toEqual([['mia@x.example']]);
    expect(received[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it('of a process that was killed over sending: a mail server is not asked twice, a file is written again', async () => {
    const { sql } = product.store;
    const [id] = await happen(event('run/4', { databaseId: 'test' }));
    await takeMail(sql.db, id ?? 0, 'a process that is gone');
    const transport = smtpTransport(url, FROM);
    await releaseUnattended(place(transport));
    await sendMail(place(transport), id ?? 0);
    transport.close();
    expect(received).toEqual([]);
    expect((await notices()).some(({ status }) => status === 'unknown')).toBe(true);

    const folder = join(product.dataDir, 'outbox');
    const files = fileTransport(folder, FROM);
    const [again] = await happen(event('run/5'));
    await takeMail(sql.db, again ?? 0, 'a process that is gone');
    await releaseUnattended(place(files));
    await sendMail(place(files), again ?? 0);
    await sendMail(place(files), again ?? 0);
    const kept = readdirSync(folder);
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatch(/\.eml$/);
    expect(readFileSync(join(folder, kept[0] ?? ''), 'utf8')).toContain('To: mia@x.example');
  });

  it.each([
    ['was sent is noted as sent, and not sent again', undefined, { status: 'sent', error: null }],
    ['could not be sent waits again', new Error('away'), { status: 'queued', error: 'away' }],
  ])('whose end cannot be noted while the database is away: what %s', async (what, trouble, noted) => {
    const [id = 0] = await happen(event(`lost/${what}`));
    const lossy = losing(2, trouble);
    await sendMail(lossy.place, id);
    expect(await mailOf(id)).toEqual({ ...noted, attempts: 1 });
    expect(await listDueMails(product.store.sql.db, 1000)).not.toContain(id);
    expect(lossy.sent()).toBe(1);
    expect(lossy.warned.filter((message) => message.startsWith(`The end of sending could not be noted (mails ${id})`))).toHaveLength(2);
  });

  it('whose end cannot be noted do not hold up a process that stops', async () => {
    const [id = 0] = await happen(event('lost/stops'));
    const stopping = new AbortController();
    const lossy = losing(Infinity);
    const sending = sendMail(lossy.place, id, stopping.signal);
    await expect.poll(() => lossy.warned.length).toBeGreaterThan(0);
    stopping.abort();
    await expect(sending).rejects.toThrow('aborted');
    expect(await mailOf(id)).toMatchObject({ status: 'sending' });
  });

  it('are not sent about a task that was asked to stop and failed before it did', async () => {
    const task = {
      taskRunId: 901,
      runId: 900,
      pipelineId: 1,
      pipelineName: 'Nightly',
      exportId: null,
      databaseId: 'test',
      s3_url: 'builtin:check',
      causedBy: 'schedule',
      name: 'Check',
    } as const;
    const { db } = product.store.sql;
    const told = () => db.selectFrom('notice_event').select('event_id').where('event_id', 'like', 'task-run/901/%').execute();
    await notifyOfTask(db, task, { status: 3 }, [{ id: 901, status: 6, approved: false }]);
    expect(await told()).toEqual([]);
    await notifyOfTask(db, task, { status: 3 }, [{ id: 901, status: 3, approved: false }]);
    expect(await told()).toHaveLength(1);
  });

  it('taken just as the connection is lost are let go by the process itself, and sent once', async () => {
    const [id = 0] = await happen(event('lost/taken'));
    const { sql: engine } = product.store;
    const lost = new Proxy(engine.db, {
      get(target, name) {
        // what is asked after the mail was taken
        if (name === 'selectFrom') throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    let sent = 0;
    const here = place({ repeatable: false, send: async () => void sent++, close: () => undefined });
    await expect(sendMail({ ...here, engine: { ...engine, db: lost } }, id)).rejects.toThrow('ECONNRESET');
    expect(await mailOf(id)).toMatchObject({ status: 'sending' });
    here.inHand.add(id);
    await releaseUnattended(here);
    expect(await mailOf(id), 'a mail in hand').toMatchObject({ status: 'sending' });
    here.inHand.delete(id);
    await releaseUnattended(here);
    await sendMail(here, id);
    expect(await mailOf(id)).toMatchObject({ status: 'sent', error: null });
    expect(sent).toBe(1);
  });

  it('told twice are queued once', async () => {
    const before = await listDueMails(product.store.sql.db, 1000);
    for (let i = 0; i < 40; i++) await happen(event(`many/${i % 20}`));
    expect(await listDueMails(product.store.sql.db, 1000)).toHaveLength(before.length + 40);
  });

  it('are queued also where what went wrong has characters that cannot be kept', async () => {
    const [id] = await happen(event('run/7', { message: 'row 7: \0 in \ud83d' }));
    expect((await takeMail(product.store.sql.db, id ?? 0, 'here'))?.event.message).toBe('row 7:  in \uFFFD');
  });

  it('name recipients, so a viewer does not see them', async () => {
    expect((await product.call(listSentNotices, { query: { region: 'testland' } }, { as: 'viewer' })).status).toBe(403);
  });

  it('are read by editors of the region as they were mailed, with their file; by nobody else', async () => {
    const folder = join(product.dataDir, 'outbox');
    const [id] = await happen(event('run/8', { name: '<img src=x>' }));
    const kept = place(fileTransport(folder, FROM));
    const read = async (as: Person, region = 'testland') => product.call(readSentMail, { params: { mailId: id ?? 0 }, query: { region } }, { as });
    expect((await read('editor')).body).toMatchObject({ to: 'mia@x.example', subject: 'Pipeline <img src=x> has failed', file: null, source: null });
    await sendMail(kept, id ?? 0);
    const { body } = await read('localEditor');
    expect(body).toMatchObject({ runPath: '/pipelines/runs/7', logPath: '/log/9', file: expect.stringMatching(/^[0-9a-f]{32}\.eml$/) });
    expect(body['source']).toContain('Subject: Pipeline <img src=x> has failed');
    expect((await read('viewer')).status).toBe(403);
    expect((await read('editor', 'nowhere')).status).toBe(404);
    expect((await product.call(readSentMail, { params: { mailId: 999_999 }, query: { region: 'testland' } })).status).toBe(404);
  });
});
