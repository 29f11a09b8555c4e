import type { IncomingMessage } from 'node:http';
import type { DeliverySettings } from '../../../src/domain/deliveryLocations.ts';
import { HostUnreachable, type SentFile, sendChecked } from '../../addresses.ts';
import { TaskFailed } from '../../taskFailed.ts';
import type { Delivery, DeliveryOptions, DeliveryPlace, KeptCredentials, OutgoingFile } from './deliver.ts';
import { probeWords, withProbeFile } from './probeFile.ts';

type Http = Extract<DeliverySettings, { kind: 'http' }>;

/** PUT of the file to an address, with its name behind it. */
export const toHttp: Delivery<Http> = {
  deliver: put,
  /** A PUT like that of a delivery: what an address says to a HEAD or OPTIONS tells nothing of what it does with a file. */
  probe(place, settings, credentials, options) {
    return withProbeFile(async (file) => {
      await put(place, settings, credentials, file, options);
      const target = fileUrl(settings.url, file.name);
      const removed = await ask(place, target, credentials, options, { method: 'DELETE' });
      removed.destroy();
      return probeWords(target.host, file, isTaken(removed));
    });
  },
};

async function put(place: DeliveryPlace, { url }: Http, credentials: KeptCredentials, file: OutgoingFile, options: DeliveryOptions): Promise<void> {
  const target = fileUrl(url, file.name);
  const answer = await ask(place, target, credentials, options, {
    method: 'PUT',
    headers: { 'content-type': 'application/zip', 'content-length': String(file.size), 'x-content-sha256': file.sha256 },
    body: { path: file.path, size: file.size, onProgress: (done) => options.onProgress(done, file.size) },
  });
  answer.destroy();
  if (!isTaken(answer)) throw refusalOf(target.host, answer);
}

function ask(
  { addresses }: DeliveryPlace,
  target: URL,
  { authorization = '' }: KeptCredentials,
  { signal, patience }: DeliveryOptions,
  what: { readonly method: 'PUT' | 'DELETE'; readonly headers?: Record<string, string>; readonly body?: SentFile },
): Promise<IncomingMessage> {
  return sendChecked(target, {
    ...what,
    ...(authorization === '' ? {} : { authorization: headerValue(authorization) }),
    rules: addresses,
    signal,
    patience,
  });
}

/** The address of a file below that of the location; a query stays behind it. */
function fileUrl(url: string, name: string): URL {
  const target = new URL(url);
  target.pathname = `${target.pathname.replace(/\/+$/, '')}/${encodeURIComponent(name)}`;
  return target;
}

/** Whether a PUT was taken: 2xx. */
export function isTaken({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** Why a request was not taken, in a sentence; one that may be taken another time is HostUnreachable. */
export function refusalOf(host: string, { statusCode = 0 }: IncomingMessage, detail = ''): TaskFailed {
  const words = WORDS[statusCode] ?? (statusCode >= 300 && statusCode < 400 ? 'it sends us elsewhere, which is not followed' : undefined);
  const message = `${host} answers with ${statusCode}${detail}${words === undefined ? '' : ` (${words})`}.`;
  return statusCode >= 500 || statusCode === 429 || statusCode === 408 ? new HostUnreachable(message) : new TaskFailed(message);
}

const WORDS: Readonly<Record<number, string>> = {
  401: 'it wants other credentials',
  403: 'it is forbidden',
  404: 'there is no such place',
  405: 'it takes no PUT',
  411: 'it does not accept the length',
  413: 'the file is too large for it',
  429: 'too many requests',
  500: 'it has trouble of its own',
  502: 'it has trouble of its own',
  503: 'it is not available now',
  504: 'it has trouble of its own',
  507: 'it has no room left',
};

/** A header value that can be sent. */
function headerValue(text: string): string {
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) throw new TaskFailed('The Authorization header holds characters that cannot be sent.');
  return text;
}
