import { createHash } from 'node:crypto';
import { isOfReview, noticeTitle, type NoticeEvent } from '../../src/domain/notices.ts';

/** A mail as the transport takes it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each attempt, so that a receiver can tell a repeat. */
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The mail of a notice: what happened, since when, why, and links to run and log, or to the review. */
export function noticeMail(event: NoticeEvent, recipient: string, rule: string, publicUrl: string): Mail {
  const title = oneLine(noticeTitle(event));
  const run = publicUrl + event.runPath;
  const log = event.logPath === null ? undefined : publicUrl + event.logPath;
  const review = isOfReview(event);
  const opens = review ? 'Review' : 'Run';
  const facts: readonly (readonly [string, string])[] = [
    ['Database', event.databaseId],
    ['Region', event.regionKey],
    ...(event.task === null ? [] : [['Task', event.task] as const]),
    ...(review ? [] : [['Execution', event.execution] as const]),
    [review ? 'Date' : 'Since', `${event.since.slice(0, 16).replace('T', ' ')} UTC`],
    ...(event.message === null ? [] : [['Message', event.message] as const]),
  ];
  const why = review
    ? 'You get this mail because you take part in this review or are mentioned in it.'
    : `You get this mail because the notification “${rule}” of the region ${event.regionKey} names your address.`;
  const host = new URL(publicUrl).hostname;
  const id = createHash('sha256').update(`${event.id}\n${recipient.toLowerCase()}`).digest('hex').slice(0, 32);
  return {
    to: recipient,
    subject: title.slice(0, 200),
    text: [
      title,
      '',
      ...facts.map(([name, value]) => `${name}: ${oneLine(value)}`),
      '',
      `${opens}: ${run}`,
      ...(log === undefined ? [] : [`Log: ${log}`]),
      '',
      oneLine(why),
      '',
    ].join('\n'),
    html: [
      `<h1 style="font-size:18px">${escaped(title)}</h1>`,
      `<table>${facts.map(([name, value]) => `<tr><th align="left">${name}</th><td>${escaped(value)}</td></tr>`).join('')}</table>`,
      `<p><a href="${escaped(run)}">${opens}</a>${log === undefined ? '' : ` · <a href="${escaped(log)}">Log</a>`}</p>`,
      `<p style="color:#666">${escaped(why)}</p>`,
    ].join('\n'),
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** A text without line ends or other control characters, so that none can begin a header. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

function escaped(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
