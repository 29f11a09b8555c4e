/** A site that receives the messages of webhooks, and checks their signatures by itself. */
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The key of the tests, as bytes and as a secret is written. */
const KEY = Buffer.from('the key of a test, 32 bytes long');
export const SECRET = `whsec_${KEY.toString('base64')}`;

export interface ReceivedMessage {
  readonly id: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Readonly<Record<string, unknown>> };
  readonly text: string;
  /** Whether the signature is that of the key, and not older than five minutes. */
  readonly isSigned: boolean;
  readonly isAnswered: boolean;
  readonly headers: IncomingHttpHeaders;
}

export interface WebhookSite {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedMessage[];
  /** Status of the next answers; 'hang': none; 'cut': the connection is closed. */
  answer: number | 'hang' | 'cut';
  close(): Promise<void>;
}

/** Starts a site on a free port of this machine. */
export async function webhookSite(): Promise<WebhookSite> {
  const received: ReceivedMessage[] = [];
  const state: { answer: WebhookSite['answer'] } = { answer: 204 };
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    // a client that is killed breaks its line
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature } = request.headers;
      const mac = createHmac('sha256', KEY)
        .update(`${String(id)}.${String(seconds)}.${text}`)
        .digest('base64');
      const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 300;
      received.push({
        id: String(id),
        body: JSON.parse(text) as ReceivedMessage['body'],
        text,
        isSigned: isFresh && signature === `v1,${mac}`,
        isAnswered: typeof state.answer === 'number',
        headers: request.headers,
      });
      if (state.answer === 'cut') request.socket.destroy();
      else if (state.answer !== 'hang') reply.writeHead(state.answer, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/dmp?from=test`,
    port,
    received,
    get answer() {
      return state.answer;
    },
    set answer(next) {
      state.answer = next;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
