import { Observable, of, throwError } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { request } from '../contract/route.ts';
import { uploadSource } from '../contract/upload.ts';
import { versionOf } from '../../test/builders/productKernel.ts';
import { createFileShelf } from './fileShelf.ts';
import { createUploads, type SentBytes } from './upload.ts';

/** The part of an XMLHttpRequest that an upload uses; the test is the server. */
class HeldRequest {
  readonly headers = new Map<string, string>();
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  url = '';
  sent: unknown;
  aborted = false;

  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getResponseHeader(): string {
    return 'application/json; charset=utf-8';
  }
  send(body: unknown): void {
    this.sent = body;
  }
  abort(): void {
    this.aborted = true;
    this.onabort?.();
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

interface Question {
  readonly Status: string;
  readonly DbVersionId?: number;
  readonly Messages?: readonly string[];
}

/** An upload that is under way, and what its server says when it is asked what became of it. */
async function begun({ name = 'feed.json', type = '', kept = true, says = [] as Question[], readFails = 0 } = {}) {
  const made: HeldRequest[] = [];
  const progress: SentBytes[] = [];
  const asked: string[] = [];
  const outcome: { answer?: unknown; error?: unknown } = {};
  const away = () => throwError(() => ({ status: 0, messages: ['The server cannot be reached.'] }));
  let readFailures = readFails;
  const shelf = createFileShelf(() => 'f1');
  if (kept) shelf.keep(new File(['x'.repeat(1000)], name, { type }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  const perform = createUploads({
    perform: ({ call }) => {
      asked.push(call);
      if (call === 'readVersion') return readFailures-- > 0 ? away() : of({ Version: versionOf(9), Counts: {} });
      const question = says.shift();
      if (question?.Status === 'away') return away();
      return question ? of({ DbVersionId: null, Messages: [], ...question }) : new Observable(() => undefined);
    },
    accessToken: () => Promise.resolve('the-token'),
    login: () => Promise.resolve(void asked.push('login')),
    fileOf: shelf.fileOf,
    sent: (bytes) => progress.push(bytes),
    newRequest: () => {
      const held = new HeldRequest();
      made.push(held);
      // what an upload uses of it is what a HeldRequest has
      return held as unknown as XMLHttpRequest;
    },
  });
  const context = { idempotencyKey: 't:7', secret: () => undefined };
  perform(request(uploadSource, { params: { databaseId: 'demo', versionName: 'Summer / 1' }, body: { fileId: 'f1' } }), context).subscribe({
    next: (answer) => (outcome.answer = answer),
    error: (error: unknown) => (outcome.error = error),
  });
  const settle = () => new Promise((done) => setTimeout(done, 0));
  await settle();
  const cancel = async (): Promise<void> => {
    perform({ call: 'cancelUpload', input: {} }, context).subscribe();
    await settle();
  };
  return { xhr: made[0] ?? new HeldRequest(), made, progress, asked, outcome, cancel, settle };
}

const DONE = { DbVersionId: 9, Version: versionOf(9) };

describe('sending', () => {
  test('the file goes out as it is, under its own key, with the version name in the address [H279 R291 R292]', async () => {
    const { xhr, outcome, settle } = await begun();
    expect(xhr.url).toBe('/storage/ui/db/demo/source/Summer%20%2F%201');
    expect(Object.fromEntries(xhr.headers)).toMatchObject({ authorization: 'Bearer the-token', 'idempotency-key': 't:7' });
    expect(xhr.sent).toBeInstanceOf(File);
    xhr.answer(200, DONE);
    await settle();
    expect(outcome).toEqual({ answer: DONE });
  });

  test.each([
    ['feed.json.gz', '', 'gzip'],
    ['feed.GZ', 'application/octet-stream', 'gzip'],
    ['feed.json', 'application/gzip', 'gzip'],
    ['feed.json', 'application/x-gzip', 'gzip'],
    ['feed.json', 'application/json', undefined],
    ['gz.json', '', undefined],
  ])('%s of type “%s” is sent with the encoding %s [E177 R237 H280]', async (name, type, encoding) => {
    const { xhr } = await begun({ name, type });
    expect(xhr.headers.get('content-encoding')).toBe(encoding);
  });

  test('progress is reported from the start, and at the last byte at once', async () => {
    const { xhr, progress } = await begun();
    expect(progress).toMatchObject([{ uploadId: 't:7', done: 0, total: 1000 }]);
    xhr.upload.onprogress?.({ loaded: 400 });
    xhr.upload.onprogress?.({ loaded: 1000 });
    expect(progress.at(-1)).toMatchObject({ done: 1000, total: 1000 });
  });

  test('a refusal has the server’s messages', async () => {
    const { xhr, outcome, settle } = await begun();
    xhr.answer(400, [
      { Field: 'Stops[17].Coordinate.Lat', Message: 'is missing' },
      { Field: '', Message: 'Two' },
    ]);
    await settle();
    expect(outcome.error).toMatchObject({ status: 400, messages: ['Stops[17].Coordinate.Lat. is missing', 'Two'], method: 'POST' });
  });

  test('a token that is not accepted leads to sign-in, and to no outcome', async () => {
    const { xhr, asked, outcome, settle } = await begun();
    xhr.answer(401, {});
    await settle();
    expect([asked, outcome]).toEqual([['login'], {}]);
  });
});

describe('an answer that was lost', () => {
  test('the server is asked, and what it made is the answer', async () => {
    const { xhr, asked, outcome, settle } = await begun({ says: [{ Status: 'done', DbVersionId: 9 }] });
    xhr.onerror?.();
    await settle();
    expect(asked).toEqual(['readUpload', 'readVersion']);
    expect(outcome.answer).toMatchObject(DONE);
  });

  test('where the server knows nothing of it the file is sent again under the same key, and after three times the user is asked', async () => {
    const { made, outcome, settle } = await begun({ says: [{ Status: 'unknown' }, { Status: 'failed' }, { Status: 'unknown' }] });
    for (const sending of [1, 2, 3]) {
      expect(outcome).toEqual({});
      expect(made).toHaveLength(sending);
      expect(made.at(-1)?.headers.get('idempotency-key')).toBe('t:7');
      made.at(-1)?.onerror?.();
      await settle();
      await settle();
    }
    expect(made).toHaveLength(3);
    expect(outcome.error).toMatchObject({ messages: ['The connection was lost while feed.json was uploaded. Try again.'] });
  });

  test('a line that drops again before the version made is read makes no failure: both are asked once more', async () => {
    vi.useFakeTimers();
    try {
      const done = { Status: 'done', DbVersionId: 9 };
      const running = begun({ says: [done, done], readFails: 1 });
      await vi.advanceTimersByTimeAsync(0);
      const { xhr, asked, outcome } = await running;
      xhr.onerror?.();
      await vi.advanceTimersByTimeAsync(500);
      expect(outcome).toEqual({});
      await vi.advanceTimersByTimeAsync(1000);
      expect(asked).toEqual(['readUpload', 'readVersion', 'readUpload', 'readVersion']);
      expect(outcome.answer).toMatchObject(DONE);
    } finally {
      vi.useRealTimers();
    }
  });

  test('while the line is down the server is asked again until it answers, and nothing is said to have failed', async () => {
    vi.useFakeTimers();
    try {
      const running = begun({ says: [{ Status: 'away' }, { Status: 'away' }, { Status: 'unknown' }] });
      await vi.advanceTimersByTimeAsync(0);
      const { made, progress, asked, outcome, xhr } = await running;
      xhr.upload.onprogress?.({ loaded: 1000 });
      xhr.onerror?.();
      await vi.advanceTimersByTimeAsync(1500);
      expect(outcome).toEqual({});
      expect(progress.at(-1)).toMatchObject({ done: 0, total: 0 });
      await vi.advanceTimersByTimeAsync(1500);
      expect(asked).toEqual(['readUpload', 'readUpload', 'readUpload']);
      expect(made).toHaveLength(2);
      made.at(-1)?.answer(200, DONE);
      await vi.advanceTimersByTimeAsync(0);
      expect(outcome).toEqual({ answer: DONE });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('after a reload', () => {
  test('nothing is sent; an upload that was cut off says that the file has to be chosen again', async () => {
    const { made, outcome } = await begun({ kept: false, says: [{ Status: 'failed' }] });
    expect(made).toEqual([]);
    expect(outcome.error).toMatchObject({ messages: ['The upload was interrupted by a reload. Choose the file again.'] });
  });

  test('an earlier refusal is reported with the server’s messages', async () => {
    const { outcome } = await begun({ kept: false, says: [{ Status: 'failed', Messages: ['Stops: is missing'] }] });
    expect(outcome.error).toMatchObject({ messages: ['Stops: is missing'] });
  });

  test('while the server is still at it, it is asked again until it is done', async () => {
    vi.useFakeTimers();
    try {
      const running = begun({ kept: false, says: [{ Status: 'running' }, { Status: 'running' }, { Status: 'done', DbVersionId: 9 }] });
      await vi.advanceTimersByTimeAsync(2500);
      const { asked, outcome } = await running;
      expect(asked).toEqual(['readUpload', 'readUpload', 'readUpload', 'readVersion']);
      expect(outcome.answer).toMatchObject(DONE);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('breaking off', () => {
  test('the request is aborted; a server that has kept nothing makes it cancelled', async () => {
    const { xhr, outcome, cancel } = await begun({ says: [{ Status: 'failed' }] });
    await cancel();
    expect(xhr.aborted).toBe(true);
    expect(outcome).toEqual({ answer: { Cancelled: true } });
  });

  test('a server that had everything already has made a version, and the upload succeeds', async () => {
    const { outcome, cancel } = await begun({ says: [{ Status: 'done', DbVersionId: 9 }] });
    await cancel();
    expect(outcome.answer).toMatchObject(DONE);
  });

  test('after a reload it ends the waiting for the server', async () => {
    const { outcome, cancel, asked } = await begun({ kept: false });
    expect(outcome).toEqual({});
    await cancel();
    expect(asked).toEqual(['readUpload', 'readUpload']);
  });
});

test('a file is kept until another is chosen', () => {
  let ids = 0;
  const shelf = createFileShelf(() => `f${++ids}`);
  const [one, two] = [new File(['1'], 'one.json'), new File(['2'], 'two.json')];
  expect(shelf.fileOf(shelf.keep(one))).toBe(one);
  expect(shelf.fileOf(shelf.keep(two))).toBe(two);
  expect(shelf.fileOf('f1')).toBeUndefined();
});
