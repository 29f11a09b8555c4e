/** Addresses that users give: which of them the server may speak to, and how it fetches from them. */
import { lookup as resolve } from 'node:dns/promises';
import { createReadStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TaskFailed } from './taskFailed.ts';

/** Which private addresses may be spoken to all the same. */
export interface AddressRules {
  /** `10.0.0.5`, `10.0.0.0/8`, `feeds.internal`, `localhost:4180`: the whole host, or one port of it. */
  readonly allowed: readonly string[];
}

/** An address that may be connected to. */
export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Resolves a host and answers the address to connect to: exactly that one, so that a name cannot mean another machine a moment later.
 * Throws TaskFailed where the name is not known, or any of its addresses is of this machine, of the local network or reserved.
 */
export async function checkedAddress(host: string, port: number, { allowed }: AddressRules): Promise<CheckedAddress> {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  const found = isIP(name) > 0 ? [{ address: name, family: isIP(name) }] : await addressesOf(name);
  const list = allowedList(allowed);
  const byName = allowed.some((entry) => entry.toLowerCase() === name || entry.toLowerCase() === `${name}:${port}`);
  for (const { address, family } of found) {
    const free = byName || allowed.includes(`${address}:${port}`) || list.check(address, family === 6 ? 'ipv6' : 'ipv4');
    if (!free && isPrivate(address)) {
      throw new TaskFailed(
        `${name} is an address of this machine or of a private network (${address}). Such addresses are refused unless ALLOW_PRIVATE_ADDRESSES lists them.`,
      );
    }
  }
  const [first] = found;
  if (first === undefined) throw new TaskFailed(`The host ${name} is not known.`);
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

/** Whether an address is of this machine, of a local network, or reserved: nothing of the public internet. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return PRIVATE.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

export interface FetchOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent to the first host only. */
  readonly authorization?: string | undefined;
  readonly signal: AbortSignal;
  readonly rules: AddressRules;
  /** Milliseconds without a byte. */
  readonly patience?: number;
}

/** Fetches from an address, which is checked again after each redirect; the answer's body is still to be read. */
export async function fetchChecked(url: string, options: FetchOptions): Promise<{ answer: IncomingMessage; url: URL }> {
  const first = new URL(url);
  for (let [next, hops] = [first, 0]; ; hops++) {
    if (next.protocol !== 'http:' && next.protocol !== 'https:')
      throw new TaskFailed(`Addresses begin with http:// or https://, not with ${next.protocol}`);
    const answer = await ask(next, next.origin === first.origin, options);
    const status = answer.statusCode ?? 0;
    const location = answer.headers.location;
    if (status < 300 || status > 399 || status === 304 || location === undefined) return { answer, url: next };
    answer.destroy();
    if (hops === REDIRECTS) throw new TaskFailed(`${first.host} redirects more than ${REDIRECTS} times.`);
    if (!URL.canParse(location, next.href)) throw new TaskFailed(`${next.host} redirects to "${location.slice(0, 200)}", which is no address.`);
    next = new URL(location, next);
  }
}

const REDIRECTS = 5;

/** A file that is sent. */
export interface SentFile {
  readonly path: string;
  readonly size: number;
  readonly onProgress?: (done: number) => void;
}

/** A host that does not answer, or not to the end: another time it may. */
export class HostUnreachable extends TaskFailed {}

/** Sends a request to an address, with a file or a text as its body; redirects are answered as they are. The answer's body is still to be read. */
export function sendChecked(
  url: URL,
  { method, body, ...options }: FetchOptions & { method: string; body?: SentFile | string },
): Promise<IncomingMessage> {
  return ask(url, true, options, method, body);
}

async function ask(
  url: URL,
  sameHost: boolean,
  { headers = {}, authorization, signal, rules, patience = 60_000 }: FetchOptions,
  method = 'GET',
  body?: SentFile | string,
): Promise<IncomingMessage> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  const { address, family } = await checkedAddress(url.hostname, port, rules);
  // `all` is requested where both families are tried; there is one address either way.
  const lookup: LookupFunction = (_name, { all }, done) => (all === true ? done(null, [{ address, family }]) : done(null, address, family));
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const call = send(url, {
    method,
    lookup,
    signal,
    timeout: patience,
    agent: false,
    headers: { 'user-agent': 'DMP', accept: '*/*', ...headers, ...(authorization !== undefined && sameHost ? { authorization } : {}) },
  });
  call.on('timeout', () => call.destroy(new HostUnreachable(`${url.host} has sent nothing for ${Math.round(patience / 1000)} seconds.`)));
  return new Promise((resolved, rejected) => {
    call.on('response', resolved);
    call.on('error', (error) =>
      rejected(signal.aborted || error instanceof TaskFailed ? error : new HostUnreachable(`${url.host} could not be reached: ${wordsOf(error)}.`)),
    );
    if (body === undefined || typeof body === 'string') call.end(body);
    // The server may refuse before the whole body is sent; the call itself reports connection errors.
    else sendFile(body, call).catch((error: unknown) => call.destroy(error instanceof Error ? error : new Error(String(error))));
  });
}

async function sendFile({ path, onProgress }: SentFile, call: Writable): Promise<void> {
  let done = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      onProgress?.(done);
      next(null, chunk);
    },
  });
  await pipeline(createReadStream(path), count, call);
}

async function addressesOf(name: string): Promise<readonly { address: string; family: number }[]> {
  try {
    return await resolve(name, { all: true });
  } catch {
    throw new TaskFailed(`The host ${name} is not known.`);
  }
}

function wordsOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return WORDS[code] ?? (code === '' ? error.message : `${error.message} (${code})`);
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to it',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself',
};

function allowedList(allowed: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) continue;
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const PRIVATE = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of [
  ['::', 127],
  // An address of the other family in disguise.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(address, prefix, 'ipv6');
