import { setTimeout as pause } from 'node:timers/promises';
import { notify } from '../../server/services/notices.ts';
import { replaceRules } from '../../server/store/notificationRules.ts';
import type { NoticeEvent } from '../../src/domain/notices.ts';
import { newRule } from '../../src/domain/notificationRules.ts';
import { percentiles } from '../server/bigVersion.ts';
import { aMailbox } from '../server/killedMails.ts';
import { startTestProduct } from '../server/product.ts';

const EVENTS = 20;
const AT_ONCE = 200;

/**
 * Seconds from an event that a rule is about to its mail at a mail server: of one at a time, at any moment between two looks of the
 * queue, and of the last of 200 that happen at once.
 */
export async function run(): Promise<Record<string, unknown>> {
  const mailbox = await aMailbox();
  const product = await startTestProduct({ SMTP_URL: mailbox.url });
  const { db } = product.store.sql;
  let told = 0;
  const happen = (): Promise<void> => db.transaction().execute((tx) => notify(tx, eventOf(told++)));
  const arrived = async (began: number): Promise<number> => {
    while (mailbox.received.length < told) {
      if (performance.now() - began > 120_000) throw new Error(`${mailbox.received.length} of ${told} mails came in two minutes`);
      await pause(2);
    }
    return (performance.now() - began) / 1000;
  };
  try {
    const { id: _id, wholeRegion: _flag, ...rule } = { ...newRule(1, ''), name: 'Failures', recipients: ['mia@x.example'] };
    await replaceRules(db, 'testland', [rule]);
    await product.app.jobs.start();
    const singly: number[] = [];
    for (let n = -2; n < EVENTS; n++) {
      await pause((n + 2) * 137);
      await happen();
      const seconds = await arrived(performance.now());
      if (n >= 0) singly.push(seconds);
    }
    for (let n = 0; n < AT_ONCE; n++) await happen();
    const last = await arrived(performance.now());
    const { p50_ms: p50, p95_ms: p95 } = percentiles(singly);
    return { value: Math.max(...singly), unit: 's', p50_s: p50, p95_s: p95, at_once_s: Math.round(last * 100) / 100, at_once: AT_ONCE, n: EVENTS };
  } finally {
    await product.close();
    await mailbox.close();
  }
}

function eventOf(n: number): NoticeEvent {
  return {
    id: `task-run/${n}/3`,
    kind: 'pipelineFailed',
    execution: 'scheduled',
    regionKey: 'testland',
    databaseId: 'test',
    name: `Import ${n}`,
    task: null,
    message: null,
    since: '2026-11-22T08:05:00.000Z',
    runPath: '/pipelines?pipeline=1',
    logPath: null,
  };
}
