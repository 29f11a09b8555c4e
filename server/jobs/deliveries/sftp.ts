import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import type SftpClient from 'ssh2-sftp-client';
import type { DeliverySettings } from '../../../src/domain/deliveryLocations.ts';
import { HostUnreachable } from '../addresses.ts';
import { TaskFailed } from '../runners/taskFailed.ts';
import { openSftp } from '../sftp.ts';
import type { Delivery, DeliveryOptions, DeliveryPlace, KeptCredentials } from './deliver.ts';

type Sftp = Extract<DeliverySettings, { kind: 'sftp' }>;

/** An SFTP server: the file goes there under a name of its own and is renamed when it is whole. */
export const toSftp: Delivery<Sftp> = {
  async deliver(place, settings, credentials, { path, name, size }, options) {
    await session(place, settings, credentials, options, async (client, act) => {
      const target = remotePath(settings, name);
      const part = `${target}.part`;
      let done = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          done += chunk.length;
          act();
          options.onProgress(done, size);
          next(null, chunk);
        },
      });
      pipeline(createReadStream(path), count, () => undefined);
      await inWords(client.put(count, part), `${settings.host} did not take the file`);
      act();
      await inWords(putInPlace(client, part, target), `${settings.host} did not let the file be renamed to ${target}`);
    });
  },
  probe(place, settings, credentials, options) {
    return session(place, settings, credentials, options, async (client, act) => {
      const target = remotePath(settings, '.connection-test');
      await inWords(client.put(Readable.from([Buffer.from('DMP\n')]), target), `${settings.host} did not take a file`);
      act();
      await client.delete(target, true).catch(() => undefined);
      return `${settings.host} lets ${settings.username} write files.`;
    });
  },
};

function remotePath({ path }: Sftp, name: string): string {
  return path === '' ? name : `${path.replace(/\/+$/, '')}/${name}`;
}

/**
 * In place of a file of that name: at once where the server can. Else the old file is set aside until the new one has its name, and
 * gets its own back where that fails.
 */
async function putInPlace(client: SftpClient, part: string, target: string): Promise<void> {
  try {
    await client.posixRename(part, target);
    return;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
  }
  const aside = `${part}.old`;
  const present = await client.exists(target);
  const isReplaced = present === '-' || present === 'l';
  if (isReplaced) {
    // Left by a delivery that was cut off before it could remove it.
    await client.delete(aside, true);
    await client.rename(target, aside);
  }
  try {
    await client.rename(part, target);
  } catch (error) {
    if (isReplaced) await client.rename(aside, target).catch(() => undefined);
    throw error;
  }
  await client.delete(aside, true).catch(() => undefined);
}

/** Opens a session, ends it whatever happens, and gives up when nothing has happened for the patience. `act` says that something has. */
async function session<T>(
  place: DeliveryPlace,
  settings: Sftp,
  { password = '', privateKey = '' }: KeptCredentials,
  { signal, patience }: DeliveryOptions,
  use: (client: SftpClient, act: () => void) => Promise<T>,
): Promise<T> {
  const { host, port, username, hostKey } = settings;
  const client = await openSftp(place.addresses, { host, port, username, hostKey, password, privateKey }, signal, Math.min(patience, 20_000));
  let giveUp: (error: Error) => void = () => undefined;
  const given = new Promise<never>((_resolve, reject) => (giveUp = reject));
  let timer: NodeJS.Timeout | undefined;
  const act = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp(new HostUnreachable(`${host} has sent nothing for ${Math.round(patience / 1000)} seconds.`)), patience);
  };
  const leave = (): void => giveUp(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal.addEventListener('abort', leave, { once: true });
  act();
  const using = use(client, act);
  using.catch(() => undefined);
  try {
    return await Promise.race([using, given]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
    void client.end().catch(() => undefined);
  }
}

/** What the server says, after what was wanted of it; a connection that was lost is HostUnreachable. */
async function inWords<T>(act: Promise<T>, what: string): Promise<T> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof TaskFailed) throw error;
    if (isConnectionLost(error)) throw new HostUnreachable(`${what}: the connection was lost.`);
    const said = (error instanceof Error ? error.message : String(error)).replace(/^\w+: /, '').slice(0, 300);
    throw new TaskFailed(`${what}: ${said}.`);
  }
}

/** Whether an operation failed with the connection, and not by the answer of the server, which has a number as its code. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'number') return LOST_STATUS.includes(code);
  return LOST_CODES.includes(String(code)) || LOST_WORDS.test(error.message);
}

/** SSH_FX_NO_CONNECTION, SSH_FX_CONNECTION_LOST. */
const LOST_STATUS: readonly number[] = [6, 7];
const LOST_CODES: readonly string[] = [
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ERR_NOT_CONNECTED',
];
/** What ssh2 and ssh2-sftp-client say of a lost connection without a code of its own. */
const LOST_WORDS = /Unexpected (?:end|close) event|No response from server|Not connected|Keepalive timeout/;
