import type { IncomingMessage } from 'node:http';
import type { DeliverySettings } from '../../../src/domain/deliveryLocations.ts';
import { HostUnreachable, sendChecked } from '../addresses.ts';
import { TaskFailed } from '../runners/taskFailed.ts';
import type { Delivery } from './deliver.ts';

type Http = Extract<DeliverySettings, { kind: 'http' }>;

/** PUT of the file to an address, with its name behind it. */
export const toHttp: Delivery<Http> = {
  async deliver({ addresses }, { url }, { authorization = '' }, file, { signal, patience, onProgress }) {
    const target = fileUrl(url, file.name);
    const answer = await sendChecked(target, {
      method: 'PUT',
      headers: { 'content-type': 'application/zip', 'content-length': String(file.size), 'x-content-sha256': file.sha256 },
      ...(authorization === '' ? {} : { authorization: headerValue(authorization) }),
      file: { path: file.path, size: file.size, onProgress: (done) => onProgress(done, file.size) },
      rules: addresses,
      signal,
      patience,
    });
    answer.destroy();
    if (!isTaken(answer)) throw refusalOf(target.host, answer);
  },
  async probe({ addresses }, { url }, { authorization = '' }, { signal, patience }) {
    const target = fileUrl(url, 'connection-test.zip');
    const answer = await sendChecked(target, {
      method: 'HEAD',
      ...(authorization === '' ? {} : { authorization: headerValue(authorization) }),
      rules: addresses,
      signal,
      patience,
    });
    answer.destroy();
    const status = answer.statusCode ?? 0;
    if (status === 401 || status === 403 || status >= 500) throw refusalOf(target.host, answer);
    return `${target.host} answers. Whether it takes a file shows at the first run.`;
  },
};

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
