/** Connections to SFTP servers: to a checked address, and only where the server shows the key that is expected. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type SftpClient from 'ssh2-sftp-client';
import { type AddressRules, checkedAddress, HostUnreachable } from '../addresses.ts';
import { clearTimeout, setTimeout } from '../surroundings.ts';
import { TaskFailed } from '../taskFailed.ts';

/** How an SFTP server is reached. */
export interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** Empty: none. */
  readonly password: string;
  /** Empty: none. */
  readonly privateKey: string;
  /** `SHA256:...`; empty where it is not known yet: the connection is refused then, with the key in the message. */
  readonly hostKey: string;
}

/** The server showed another key than the expected one, or none was expected. */
export class HostKeyRefused extends TaskFailed {
  readonly shown: string;

  constructor(message: string, shown: string) {
    super(message);
    this.shown = shown;
  }
}

/**
 * Uses a connection to an SFTP server, ends it whatever happens, and gives up when nothing has happened for the patience, in
 * milliseconds. `act` says that something has. Throws TaskFailed; HostUnreachable where another try may help.
 */
export async function withSftp<T>(
  addresses: AddressRules,
  server: SftpServer,
  { signal, patience }: { signal: AbortSignal; patience: number },
  use: (client: SftpClient, act: () => void) => Promise<T>,
): Promise<T> {
  const client = await openSftp(addresses, server, signal, Math.min(patience, 20_000));
  let giveUp: (error: Error) => void = () => undefined;
  const given = new Promise<never>((_resolve, reject) => (giveUp = reject));
  let timer: NodeJS.Timeout | undefined;
  const act = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp(new HostUnreachable(`${server.host} has sent nothing for ${Math.round(patience / 1000)} seconds.`)), patience);
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

/** Connects to a server whose key is the one that is expected. `patience`: milliseconds for the connection. Throws as withSftp. */
async function openSftp(
  addresses: AddressRules,
  { host, port, username, password, privateKey, hostKey }: SftpServer,
  signal: AbortSignal,
  patience: number,
): Promise<SftpClient> {
  // Loaded by the first who needs it: it would be a thirtieth of every start.
  const { default: Client } = await import('ssh2-sftp-client');
  const { address, family } = await checkedAddress(host, port, addresses);
  const sock = await connected(address, port, family, signal, patience).catch(() => {
    throw new HostUnreachable(`${host}:${port} could not be reached.`);
  });
  const client = new Client('dmp', SILENT);
  const expected = hostKey.trim().replace(/=+$/, '');
  let shown = '';
  const leave = (): void => void sock.destroy();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await client.connect({
      sock,
      username,
      ...(password === '' ? {} : { password }),
      ...(privateKey === '' ? {} : { privateKey }),
      hostVerifier: (key: Buffer) => {
        shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
        return shown === expected;
      },
      readyTimeout: patience,
    });
    return client;
  } catch (error) {
    sock.destroy();
    if (error instanceof TaskFailed) throw error;
    signal.throwIfAborted();
    // After that, a closed connection may be a refused sign-in, which must not be repeated: some servers answer it by hanging up.
    if (shown === '' && isConnectionLost(error)) throw new HostUnreachable(`${host}:${port} hung up before it showed its key.`);
    if (shown !== '' && shown !== expected) {
      throw new HostKeyRefused(
        expected === ''
          ? `${host} shows the key ${shown}. Enter it as the host key where it is the right one; without it nobody can tell whether this is your server.`
          : `${host} shows another key than the one entered: ${shown}. Either the server was changed, or somebody stands between. Nothing was sent.`,
        shown,
      );
    }
    throw new TaskFailed(`${host} does not let ${username} in: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** What the server says, after what was wanted of it; a connection that was lost is HostUnreachable. */
export async function inWords<T>(act: Promise<T>, what: string): Promise<T> {
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
export function isConnectionLost(error: unknown): boolean {
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
const LOST_WORDS =
  /Unexpected (?:end|close) event|No response from server|Not connected|Keepalive timeout|lost before handshake|waiting for handshake/;

/** Silences the library: its callers get the same errors as rejections. */
const SILENT = { error: () => undefined, end: () => undefined, close: () => undefined };

function connected(address: string, port: number, family: 4 | 6, signal: AbortSignal, patience: number): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host: address, port, family, signal, timeout: patience });
    socket.once('connect', () => {
      socket.setTimeout(0);
      done(socket);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', fail);
  });
}
