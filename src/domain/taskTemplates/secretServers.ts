/** The servers that secrets of tasks may be sent to: `https://feeds.example.org`, `https://s3.example.org:9000`, `sftp://files.example.org:22`. */
import { z } from 'zod';

/** One server: no path, no user. */
export const SecretServer = z
  .string()
  .max(300)
  .regex(/^(https?|sftp):\/\/[^\s/?#@\\]+\/?$/i, 'Write a server such as https://feeds.example.org or sftp://files.example.org:22');

/** The address that a task speaks to, from its parameters; undefined while it is not written, or where it has none. */
export function addressOfTask({ url, endpoint, host, port }: Readonly<Record<string, unknown>>): string | undefined {
  const address = url ?? endpoint;
  if (typeof address === 'string') return address;
  return typeof host === 'string' && host !== '' ? `sftp://${host}:${typeof port === 'number' ? port : 22}` : undefined;
}

/** The server of an address, as it is shown and proposed; the server of the product compares them by its own parser of addresses. */
export function serverOfAddress(address: string | undefined): string | undefined {
  const [, scheme = '', host = '', port = ''] = /^(https?|sftp):\/\/([^\s/?#@\\:]+|\[[\da-f:.]+\])(:\d{1,5})?(?:[/?#]|$)/i.exec(address ?? '') ?? [];
  if (host === '') return undefined;
  const standard = { http: ':80', https: ':443' }[scheme.toLowerCase()];
  return `${scheme}://${host}`.toLowerCase() + (port === standard ? '' : port);
}
