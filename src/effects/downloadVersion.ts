/**
 * Performs the download of a version: the answer goes to the browser as a file under the server's name, and only its name
 * and size into the log. All other calls are made by the ordinary performer.
 */
import { Observable } from 'rxjs';
import { z } from 'zod';
import { urlOf } from '../contract/route.ts';
import { downloadVersion } from '../contract/versions.ts';
import { errorMessages } from '../domain/errors.ts';
import type { CallDescription, CallError } from '../kernel/command.ts';
import type { Perform } from '../kernel/kernel.ts';
import { SignInNeeded } from './signIn.ts';

/** What the performer needs of the world. */
export interface DownloadPorts {
  /** Performs all other calls. */
  readonly perform: Perform;
  accessToken(): Promise<string>;
  login(): Promise<void>;
  readonly fetch: typeof fetch;
  /** Hands the file to the user. */
  save(name: string, file: Blob): void;
  /** Called as bytes come in, at most four times a second. */
  progressed(progress: { readonly versionId: number; readonly done: number; readonly total: number | null }): void;
  /** Milliseconds, for measuring. */
  now(): number;
}

/** The name of the call that breaks the download of a version off. */
const CANCEL = 'cancelDownload';
const TELL_EVERY_MS = 250;

const Cancel = z.object({ versionId: z.number() });
const Input = z.object({ params: z.object({ databaseId: z.string(), versionId: z.number() }) });

type Answer = { readonly fileName: string; readonly bytes: number } | { readonly cancelled: true };

/** Puts the downloads before another performer. Unsubscribing aborts. */
export function createDownloads(ports: DownloadPorts): Perform {
  const running = new Map<number, AbortController>();
  return (description, context) => {
    if (description.call === CANCEL) {
      running.get(Cancel.parse(description.input).versionId)?.abort();
      return once(Promise.resolve({}));
    }
    if (description.call !== downloadVersion.name) return ports.perform(description, context);
    return new Observable((subscriber) => {
      const { versionId } = Input.parse(description.input).params;
      const abort = new AbortController();
      running.set(versionId, abort);
      const download = fetchFile(ports, description, abort.signal).catch((error: unknown) => {
        if (abort.signal.aborted) return { cancelled: true } as const;
        throw error;
      });
      subscriber.add(once(download).subscribe(subscriber));
      return () => {
        abort.abort();
        if (running.get(versionId) === abort) running.delete(versionId);
      };
    });
  };
}

async function fetchFile(ports: DownloadPorts, description: CallDescription, signal: AbortSignal): Promise<Answer> {
  const { params } = Input.parse(description.input);
  const url = urlOf(downloadVersion, { params });
  const failed = (status: number, body: unknown): CallError => ({
    status,
    messages: errorMessages(status, body),
    url,
    method: downloadVersion.method,
  });
  try {
    const answer = await ports.fetch(url, { headers: { authorization: `Bearer ${await ports.accessToken()}` }, signal, credentials: 'omit' });
    if (answer.status === 401) {
      void ports.login();
      return await untilThePageIsLeft();
    }
    if (!answer.ok) throw failed(answer.status, await errorBody(answer));
    const counted = answer.body?.pipeThrough(counting(ports, params.versionId, lengthOf(answer)));
    // the browser keeps a large one on disk; what the stream tells is let through to it chunk by chunk
    const file = await new Response(counted ?? null).blob();
    const fileName = fileNameOf(answer.headers.get('content-disposition')) ?? `version-${params.versionId}.json.gz`;
    ports.save(fileName, file);
    return { fileName, bytes: file.size };
  } catch (error) {
    if (error instanceof SignInNeeded) return untilThePageIsLeft();
    if (signal.aborted || isCallError(error)) throw error;
    throw failed(0, 'The download broke off. Check the connection and try again.');
  }
}

/** Lets bytes through and tells how many there were. */
function counting(ports: DownloadPorts, versionId: number, total: number | null): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let done = 0;
  let lastSent = Number.NEGATIVE_INFINITY;
  return new TransformStream({
    transform(chunk, out) {
      done += chunk.byteLength;
      if (ports.now() - lastSent >= TELL_EVERY_MS) {
        lastSent = ports.now();
        ports.progressed({ versionId, done, total });
      }
      out.enqueue(chunk);
    },
  });
}

/** Bytes of the body as they come in; null where the server does not say, or where the browser unpacks them on the way. */
function lengthOf(answer: Response): number | null {
  const length = answer.headers.get('content-length');
  return length === null || answer.headers.has('content-encoding') ? null : Number(length);
}

/** The file name of a Content-Disposition: the encoded one first, as it may hold any letter; never a path. */
export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename="([^"]+)"|filename=([^;\s]+)/i.exec(disposition ?? '');
  const name = encoded === undefined ? (plain?.[1] ?? plain?.[2]) : decoded(encoded);
  return name?.split(/[/\\]/).at(-1) || undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export async function errorBody(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return text.startsWith('<') ? undefined : text;
  }
}

export function isCallError(error: unknown): error is CallError {
  return typeof error === 'object' && error !== null && 'status' in error && 'messages' in error;
}

/** No outcome: the user is on the way to sign in. */
export function untilThePageIsLeft(): Promise<never> {
  return new Promise(() => undefined);
}

export function once<T>(answer: Promise<T>): Observable<T> {
  return new Observable((subscriber) => {
    answer.then(
      (value) => {
        subscriber.next(value);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(error),
    );
  });
}
