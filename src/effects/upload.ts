/**
 * Performs the upload of a file: the browser's bytes to the server, how far they are, breaking it off, and finding out what
 * became of it when the answer was lost. All other calls are made by the ordinary performer.
 *
 * XMLHttpRequest and not fetch: only it tells how much of a body has been sent.
 */
import { firstValueFrom, Observable } from 'rxjs';
import { z } from 'zod';
import { request, urlOf } from '../contract/route.ts';
import { readUpload, uploadSource } from '../contract/upload.ts';
import { readVersion } from '../contract/versions.ts';
import { errorMessages } from '../domain/errors.ts';
import { isGzip } from '../domain/uploads.ts';
import type { CallDescription, CallError } from '../kernel/command.ts';
import type { Perform, PerformContext } from '../kernel/kernel.ts';
import { SignInNeeded } from './signIn.ts';

/** What the performer needs of the world. */
export interface UploadPorts {
  /** Performs all other calls. */
  readonly perform: Perform;
  accessToken(): Promise<string>;
  login(): Promise<void>;
  /** The file with an id; undefined after a reload. */
  fileOf(fileId: string): File | undefined;
  /** Called with the progress at most four times a second, and once a second while no bytes are sent. */
  sent(progress: SentBytes): void;
  newRequest(): XMLHttpRequest;
}

/** How many bytes of an upload's file have left the browser; `total` 0 where nothing is sent. */
export interface SentBytes {
  readonly uploadId: string;
  readonly done: number;
  readonly total: number;
  readonly elapsedMs: number;
}

/** The name of the call that breaks the running upload off. */
const CANCEL = 'cancelUpload';
const INTERRUPTED = 'The upload was interrupted by a reload. Choose the file again.';
const TELL_EVERY_MS = 250;
const ASK_EVERY_MS = 1000;
/** Times that a file is sent before the user is asked: a line that breaks with every try is left to them. */
const MOST_SENDINGS = 3;
/** Statuses of a server that could not be reached, or that is away: it is asked again. */
const AWAY = new Set<unknown>([0, 502, 503, 504]);
/** So long a cancelled upload may take to say that it was too late; its server has lost the rest of the file anyway. */
const CANCEL_WITHIN_MS = 10_000;

const Input = z.object({
  params: z.object({ databaseId: z.string(), versionName: z.string() }),
  query: z.object({ file: z.string().optional() }).default({}),
  body: z.object({ fileId: z.string() }),
});

/** What `uploadVersion` is answered with. */
type Answer = z.infer<typeof uploadSource.reply> | typeof CANCELLED;
const CANCELLED = { Cancelled: true } as const;

/** Puts the uploads before another performer. */
export function createUploads(ports: UploadPorts): Perform {
  let running: AbortController | undefined;
  return (description, context) => {
    if (description.call === CANCEL) {
      running?.abort();
      return new Observable((subscriber) => {
        subscriber.next({});
        subscriber.complete();
      });
    }
    if (description.call !== uploadSource.name) return ports.perform(description, context);
    return new Observable((subscriber) => {
      const cancel = new AbortController();
      running = cancel;
      upload(ports, description, context, cancel.signal).then(
        (answer) => {
          subscriber.next(answer);
          subscriber.complete();
        },
        (error: unknown) => subscriber.error(error),
      );
      return () => cancel.abort();
    });
  };
}

async function upload(ports: UploadPorts, description: CallDescription, context: PerformContext, signal: AbortSignal): Promise<Answer> {
  const { params, query, body } = Input.parse(description.input);
  const url = urlOf(uploadSource, { params, query });
  const file = ports.fileOf(body.fileId);
  const clock = startClock(ports, context.idempotencyKey, file?.size ?? 0);
  try {
    const asked = (): ReturnType<typeof whatBecameOfIt> => {
      clock.asking();
      return Promise.race([whatBecameOfIt(ports, context, url, signal, askUntilReached), rejectedOn(signal)]);
    };
    if (!file) return (await asked()) ?? interrupted(url, INTERRUPTED);
    for (let sending = 1; ; sending++) {
      const answer = await send(ports, url, file, context.idempotencyKey, clock.sent, signal);
      if (answer === 'aborted') return await afterCancel(ports, context);
      if (answer === 'lost') {
        const made = await asked();
        if (made) return made;
        // The key is the same: whatever the server has of it after all is made once.
        if (sending < MOST_SENDINGS && (await isReadable(file))) continue;
        return interrupted(url, await reasonOfLoss(file));
      }
      if (answer.status === 401) {
        void ports.login();
        return await untilThePageIsLeft();
      }
      if (answer.status < 200 || answer.status > 299) throw failure(url, answer.status, errorMessages(answer.status, answer.body));
      return uploadSource.reply.parse(answer.body);
    }
  } catch (error) {
    if (signal.aborted) return await afterCancel(ports, context);
    if (error instanceof SignInNeeded) return await untilThePageIsLeft();
    throw error;
  } finally {
    clock.stop();
  }
}

interface Received {
  readonly status: number;
  readonly body: unknown;
}

async function send(
  ports: UploadPorts,
  url: string,
  file: File,
  key: string,
  sent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<Received | 'lost' | 'aborted'> {
  let token: string;
  try {
    token = await ports.accessToken();
  } catch (error) {
    if (error instanceof SignInNeeded) throw error;
    return 'lost';
  }
  if (signal.aborted) return 'aborted';
  const leaving = (event: BeforeUnloadEvent): void => event.preventDefault();
  const xhr = ports.newRequest();
  globalThis.addEventListener('beforeunload', leaving);
  try {
    return await new Promise((resolve) => {
      xhr.open(uploadSource.method, url);
      xhr.setRequestHeader('accept', 'application/json');
      xhr.setRequestHeader('authorization', `Bearer ${token}`);
      xhr.setRequestHeader('idempotency-key', key);
      xhr.setRequestHeader('content-type', 'application/octet-stream');
      if (isGzip(file.name, file.type)) xhr.setRequestHeader('content-encoding', 'gzip');
      xhr.upload.onprogress = ({ loaded }) => sent(Math.min(loaded, file.size));
      xhr.onload = () => resolve({ status: xhr.status, body: bodyOf(xhr) });
      xhr.onerror = () => resolve('lost');
      xhr.onabort = () => resolve('aborted');
      signal.addEventListener('abort', () => xhr.abort(), { once: true });
      xhr.send(file);
    });
  } finally {
    globalThis.removeEventListener('beforeunload', leaving);
  }
}

function bodyOf(xhr: XMLHttpRequest): unknown {
  const text = xhr.responseText;
  if (!(xhr.getResponseHeader('content-type') ?? '').includes('json')) return text.startsWith('<') ? undefined : text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Asks the server until the upload has ended there; undefined where it has nothing of it. `ask` says what a server that is away means. */
async function whatBecameOfIt(ports: UploadPorts, context: PerformContext, url: string, signal: AbortSignal, ask: Ask): Promise<Answer | undefined> {
  const read = request(readUpload, { params: { uploadId: context.idempotencyKey } });
  while (!signal.aborted) {
    const answer = await ask(ports, read, context);
    if (answer !== undefined) {
      const { Status, DbVersionId, Messages, Import } = readUpload.reply.parse(answer);
      if (Status === 'done' && DbVersionId !== null) {
        const found = await ask(ports, request(readVersion, { params: { versionId: DbVersionId } }), context);
        if (found !== undefined) return { DbVersionId, Version: readVersion.reply.parse(found).Version, ...(Import && { Import }) };
      } else if (Status === 'failed' && Messages.length > 0) throw failure(url, 400, Messages);
      else if (Status !== 'running') return undefined;
    }
    await pause(ASK_EVERY_MS, signal);
  }
  return undefined;
}

type Ask = (ports: UploadPorts, read: CallDescription, context: PerformContext) => Promise<unknown>;

const askOnce: Ask = ({ perform }, read, context) => firstValueFrom(perform(read, context));

/** Undefined where the server cannot be reached: it is asked again, however long that takes. */
const askUntilReached: Ask = async (ports, read, context) => {
  try {
    return await askOnce(ports, read, context);
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'status' in error && AWAY.has(error.status)) return undefined;
    throw error;
  }
};

/** Whether it was in time: the server may have had everything already. Never fails. */
async function afterCancel(ports: UploadPorts, context: PerformContext): Promise<Answer> {
  try {
    const enough = AbortSignal.timeout(CANCEL_WITHIN_MS);
    return await Promise.race([
      whatBecameOfIt(ports, context, '', enough, askOnce).then((made) => made ?? CANCELLED),
      pause(CANCEL_WITHIN_MS, enough).then(() => CANCELLED),
    ]);
  } catch {
    return CANCELLED;
  }
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

async function reasonOfLoss(file: File): Promise<string> {
  return (await isReadable(file))
    ? `The connection was lost while ${file.name} was uploaded. Try again.`
    : `${file.name} can no longer be read: it was changed or moved. Choose it again.`;
}

interface Clock {
  sent(bytes: number): void;
  /** Nothing is sent just now: the server is asked what it has made of it. */
  asking(): void;
  stop(): void;
}

/** Reports the progress of an upload in intervals, from its start on. */
function startClock(ports: UploadPorts, uploadId: string, size: number): Clock {
  const began = Date.now();
  let done = 0;
  let total = size;
  let lastSent = 0;
  const tell = (): void => {
    lastSent = Date.now();
    ports.sent({ uploadId, done, total, elapsedMs: lastSent - began });
  };
  // Not synchronously: the kernel that receives it may still be under construction.
  queueMicrotask(tell);
  const tick = setInterval(() => {
    if (Date.now() - lastSent >= ASK_EVERY_MS - 50) tell();
  }, ASK_EVERY_MS);
  return {
    sent(bytes) {
      done = bytes;
      total = size;
      if (Date.now() - lastSent >= TELL_EVERY_MS || done === total) tell();
    },
    asking() {
      done = 0;
      total = 0;
    },
    stop: () => clearInterval(tick),
  };
}

function interrupted(url: string, why: string): never {
  throw failure(url, 0, [why]);
}

function failure(url: string, status: number, messages: readonly string[]): CallError {
  return { status, messages, url, method: uploadSource.method };
}

/** No outcome: after the user has come back from signing in, the server is asked what became of it. */
function untilThePageIsLeft(): Promise<never> {
  return new Promise(() => undefined);
}

/** Rejects when the signal comes, whatever is waited for. */
function rejectedOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('The upload was cancelled')), { once: true }));
}

/** Waits so many milliseconds, or until the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}
