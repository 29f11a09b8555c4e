import { firstValueFrom, Observable, of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createDownloads, fileNameOf } from './downloadVersion.ts';

const DESCRIPTION = { call: 'downloadVersion', input: { params: { databaseId: 'demo', versionId: 7 } } };
const CONTEXT = { idempotencyKey: 'session:1', secret: () => undefined };

/** A browser whose download is answered like this; the clock moves 200 ms with each reading. */
function browser(answer: (signal: AbortSignal) => Response | Promise<Response>) {
  const saved: { name: string; text: Promise<string> }[] = [];
  const progress: { done: number; total: number | null }[] = [];
  const sent: { url: string; headers: Headers }[] = [];
  let left = 0;
  let now = 0;
  const perform = createDownloads({
    perform: (description) => of({ performed: description.call }),
    accessToken: () => Promise.resolve('the-token'),
    login: () => Promise.resolve(void (left += 1)),
    fetch: (url, init) => {
      sent.push({ url: typeof url === 'string' ? url : '', headers: new Headers(init?.headers) });
      return Promise.resolve(answer(init?.signal ?? new AbortController().signal));
    },
    save: (name, file) => void saved.push({ name, text: file.text() }),
    progressed: ({ done, total }) => void progress.push({ done, total }),
    now: () => (now += 200),
  });
  return { saved, progress, sent, left: () => left, perform, download: () => firstValueFrom(perform(DESCRIPTION, CONTEXT)) };
}

const file = (parts: readonly string[], headers: Record<string, string>): Response =>
  new Response(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
    { headers },
  );

describe('downloading a version', () => {
  test('fetches the file with the token and saves it whole under the server’s name; only name and size are returned [H184]', async () => {
    const { saved, sent, download } = browser(() => file(['{"Stops"', ':[]}'], { 'content-disposition': 'attachment; filename="spring.json.gz"' }));
    expect(await download()).toEqual({ fileName: 'spring.json.gz', bytes: 12 });
    expect(sent.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
      ['/storage/ui/db/demo/versions/7/download', 'Bearer the-token'],
    ]);
    expect(saved.map(({ name }) => name)).toEqual(['spring.json.gz']);
    expect(await saved[0]?.text).toBe('{"Stops":[]}');
  });

  test('tells how far it is, of the whole where the server knows it', async () => {
    const known = browser(() => file(['abc', 'def', 'ghi'], { 'content-length': '9' }));
    await known.download();
    expect(known.progress[0]).toEqual({ done: 3, total: 9 });
    expect(known.progress.length).toBeLessThan(3);
    const unknown = browser(() => file(['abc'], {}));
    await unknown.download();
    expect(unknown.progress).toEqual([{ done: 3, total: null }]);
  });

  test('a refusal has the server’s messages, and nothing is saved [H344]', async () => {
    const { saved, download } = browser(() => Response.json({ errors: [{ message: 'This version is still being saved' }] }, { status: 409 }));
    await expect(download()).rejects.toMatchObject({
      status: 409,
      messages: ['This version is still being saved'],
      method: 'GET',
      url: '/storage/ui/db/demo/versions/7/download',
    });
    expect(saved).toEqual([]);
  });

  test('a connection that breaks off in the middle is a failure, and nothing is saved', async () => {
    const broken = (): Response =>
      new Response(
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
          pull: (controller) => controller.error(new TypeError('network error')),
        }),
      );
    const { saved, download } = browser(broken);
    await expect(download()).rejects.toMatchObject({ status: 0, messages: ['The download broke off. Check the connection and try again.'] });
    expect(saved).toEqual([]);
  });

  test('can be cancelled, which is no failure', async () => {
    const { saved, sent, perform, download } = browser(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))),
    );
    const answered = download();
    await expect.poll(() => sent.length).toBe(1);
    expect(await firstValueFrom(perform({ call: 'cancelDownload', input: { versionId: 7 } }, CONTEXT))).toEqual({});
    expect(await answered).toEqual({ cancelled: true });
    expect(saved).toEqual([]);
  });

  test('without a valid token the user is sent to sign in, and there is no outcome', async () => {
    const { perform, left } = browser(() => new Response('', { status: 401 }));
    const emitted: unknown[] = [];
    const running = perform(DESCRIPTION, CONTEXT).subscribe({ next: (value) => emitted.push(value), error: (error: unknown) => emitted.push(error) });
    await expect.poll(left).toBe(1);
    expect(emitted).toEqual([]);
    running.unsubscribe();
  });

  test('every other call goes on to the ordinary performer', async () => {
    const { perform } = browser(() => new Response());
    expect(perform({ call: 'listStops', input: {} }, CONTEXT)).toBeInstanceOf(Observable);
    expect(await firstValueFrom(perform({ call: 'listStops', input: {} }, CONTEXT))).toEqual({ performed: 'listStops' });
  });
});

test.each([
  ['attachment; filename="spring.json.gz"', 'spring.json.gz'],
  ['attachment; filename=spring.json.gz', 'spring.json.gz'],
  ['attachment; filename="_.json.gz"; filename*=UTF-8\'\'fr%C3%BChling.json.gz', 'frühling.json.gz'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment', undefined],
  [null, undefined],
])('the file name of %s is %s', (disposition, name) => expect(fileNameOf(disposition)).toBe(name));
