/**
 * Sends a problem report to support, and reads one that was sent. No calls of commands: a report is made of the log and is in no
 * record of it, and the replay has no kernel of its own.
 */
import { readProblemReport, sendProblemReport } from '../contract/problemReports.ts';
import { urlOf } from '../contract/route.ts';
import { errorMessages } from '../domain/errors.ts';
import { errorBody } from './downloadVersion.ts';
import type { SignIn } from './signIn.ts';

interface Ports {
  readonly signIn: Pick<SignIn, 'accessToken' | 'login'>;
  readonly fetch: typeof fetch;
}

type Outcome =
  | { readonly sent: number }
  | { readonly failed: 'tooLarge' | 'diskFull' | 'offline' }
  | { readonly failed: 'tooMany'; readonly minutes: number }
  | { readonly failed: 'refused'; readonly message: string };

/** Sends the text of a report, packed. */
export async function sendReport({ signIn, fetch: call }: Ports, key: string, text: string): Promise<Outcome> {
  let answer: Response;
  try {
    const headers = {
      authorization: `Bearer ${await signIn.accessToken()}`,
      'idempotency-key': key,
      'content-type': 'application/x-dmplog',
      'content-encoding': 'gzip',
    };
    answer = await call(urlOf(sendProblemReport, {}), {
      method: sendProblemReport.method,
      headers,
      body: await packed(text),
      credentials: 'omit',
    });
    if (answer.ok) return { sent: sendProblemReport.reply.parse(await answer.json()).Id };
  } catch {
    return { failed: 'offline' };
  }
  if (answer.status === 413) return { failed: 'tooLarge' };
  if (answer.status === 507) return { failed: 'diskFull' };
  if (answer.status === 429) return { failed: 'tooMany', minutes: Math.max(1, Math.ceil(Number(answer.headers.get('retry-after') ?? 60) / 60)) };
  if ([502, 503, 504].includes(answer.status)) return { failed: 'offline' };
  const body = await errorBody(answer).catch(() => undefined);
  return { failed: 'refused', message: errorMessages(answer.status, body).join(' ') };
}

/** The text of a sent report. Rejects with the words of why it cannot be read. */
export async function readSentReport({ signIn, fetch: call }: Ports, reportId: number): Promise<string> {
  const headers = { authorization: `Bearer ${await signIn.accessToken()}` };
  const answer = await call(urlOf(readProblemReport, { params: { reportId } }), { headers, credentials: 'omit' });
  if (answer.ok) return answer.text();
  throw new Error(errorMessages(answer.status, await errorBody(answer)).join(' '));
}

function packed(text: string): Promise<Blob> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}
