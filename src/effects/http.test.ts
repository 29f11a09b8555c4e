import { firstValueFrom } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '../contract/account.ts';
import { routeCatalogue } from '../contract/catalogue.ts';
import { createHttp } from './http.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose requests are all answered alike. */
function client(
  answer: () => Response | Promise<Response> = () => Response.json({}),
  readAt: (versionId: number, rev: number) => void = () => undefined,
) {
  const sent: Sent[] = [];
  const left: string[] = [];
  const perform = createHttp({
    accessToken: () => Promise.resolve('the-token'),
    readAt,
    login: () => Promise.resolve(void left.push('login')),
    fetch: (url, init = {}) => {
      sent.push({ url: typeof url === 'string' ? url : '', init });
      return Promise.resolve(answer());
    },
  });
  const call = (name: string, input: object = {}, ifMatch?: number) =>
    perform(
      { call: name, input, ...(ifMatch === undefined ? {} : { ifMatch }) },
      { idempotencyKey: 'session:1', secret: (ref) => (ref === 'session:1/credentials.password' ? 'hunter2' : undefined) },
    );
  return { sent, left, call };
}

const params = { versionId: 1, databaseId: 'd', field: 'name', scheduleId: 's', region: 'r' };
const calls = routeCatalogue.filter((route) => route !== readConfig);

describe('calls', () => {
  test.each(calls)(
    '$name carries the bearer token, to the root of the site that the page came from [E198 H251 H252 R262 R272]',
    async ({ name, method }) => {
      const { sent, call } = client();
      await firstValueFrom(call(name, { params, query: {}, body: {} }));
      expect(sent).toHaveLength(1);
      const [{ url, init } = { url: '', init: {} }] = sent;
      expect(new Headers(init.headers).get('authorization')).toBe('Bearer the-token');
      expect(url).toMatch(/^\/(storage|scheduler|exports)\/ui\//);
      expect(url).not.toContain('the-token');
      expect(init).toMatchObject({ method, credentials: 'omit' });
    },
  );

  test('the revision that an answer about a version holds at least is reported before the answer', async () => {
    const reported: unknown[] = [];
    const answer = (headers: Record<string, string>) => Response.json({}, { headers });
    const { call } = client(
      () => answer({ 'version-rev': '12' }),
      (versionId, rev) => reported.push([versionId, rev]),
    );
    await firstValueFrom(call('listAgencies', { params })).then(() => reported.push('answered'));
    await firstValueFrom(call('listPipelines', { params: {} }));
    const silent = client(
      () => answer({}),
      () => reported.push('never'),
    );
    await firstValueFrom(silent.call('listAgencies', { params }));
    expect(reported).toEqual([[1, 12], 'answered']);
  });

  test('a write says which command it is and which revision it was made against', async () => {
    const { sent, call } = client();
    await firstValueFrom(call('stop.editField', { params, body: { stopId: 'S1', value: 'x' } }, 4));
    const headers = new Headers(sent[0]?.init.headers);
    expect([headers.get('idempotency-key'), headers.get('if-match')]).toEqual(['session:1', '"4"']);
    expect(sent[0]?.init.body).toBe('{"stopId":"S1","value":"x"}');
  });

  test('a secret, which no record holds, is sent unchanged; one that a reload has lost is asked for again', async () => {
    const { sent, call } = client();
    const body = (ref: string) => ({ settings: { kind: 'sftp' }, credentials: { password: { $secret: ref } } });
    await firstValueFrom(call('testDeliveryLocation', { body: body('session:1/credentials.password') }));
    expect(sent[0]?.init.body).toBe('{"settings":{"kind":"sftp"},"credentials":{"password":"hunter2"}}');
    await expect(firstValueFrom(call('testDeliveryLocation', { body: body('session:0/credentials.password') }))).rejects.toThrow(
      'A secret is not kept when the page is reloaded. Type it again.',
    );
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['text', () => new Response('One\nTwo', { status: 400 }), ['One', 'Two']],
    ['list of fields', () => Response.json([{ Message: 'is taken', Field: 'Id' }], { status: 400 }), ['Id. is taken']],
    ['object with errors', () => Response.json({ errors: [{ message: 'a' }, { message: 'b' }] }, { status: 409 }), ['a. b']],
    [
      'page of HTML',
      () => new Response('<html>502</html>', { status: 500, headers: { 'content-type': 'text/html' } }),
      ["Something went wrong. It's not your fault."],
    ],
  ])('a failed call with a %s rejects with its messages, its url and its method [H326]', async (_kind, answer, messages) => {
    await expect(firstValueFrom(client(answer).call('listVersions', { params }))).rejects.toMatchObject({
      status: answer().status,
      messages,
      url: '/storage/ui/db/d/versions',
      method: 'GET',
    });
  });

  test('an edit that meets a server which is away waits for it, under its own key; a read gives up after three tries', async () => {
    vi.useFakeTimers();
    try {
      let away = 12;
      const down = () => (away-- > 0 ? new Response('', { status: 503, headers: { 'retry-after': '1' } }) : Response.json({ Rev: 1 }));
      const edit = client(down);
      const saved = firstValueFrom(edit.call('stop.editField', { params, body: {} }, 1));
      await vi.advanceTimersByTimeAsync(11_500);
      expect(edit.sent).toHaveLength(12);
      await vi.advanceTimersByTimeAsync(1000);
      expect(await saved).toEqual({ Rev: 1 });
      expect(new Set(edit.sent.map(({ init }) => new Headers(init.headers).get('idempotency-key')))).toEqual(new Set(['session:1']));

      away = 12;
      const read = client(down);
      const failed = firstValueFrom(read.call('listVersions', { params })).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await failed).toMatchObject({ status: 503 });
      expect(read.sent).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a list of fields is handed on as such', async () => {
    const { call } = client(() => Response.json([{ Message: 'is taken', Field: 'Id' }], { status: 400 }));
    await expect(firstValueFrom(call('listVersions', { params }))).rejects.toMatchObject({ fields: [{ Field: 'Id', Message: 'is taken' }] });
  });

  test('a conflict hands on the present state, and its revision is reported before', async () => {
    const reported: unknown[] = [];
    const { call } = client(
      () => Response.json({ errors: [{ message: 'Changed' }], Present: { Rev: 3 } }, { status: 412 }),
      (versionId, rev) => reported.push([versionId, rev]),
    );
    await expect(firstValueFrom(call('stop.editField', { params, body: {} }, 1))).rejects.toMatchObject({ status: 412, present: { Rev: 3 } });
    expect(reported).toEqual([[1, 3]]);
  });

  test('a call that is cancelled is aborted, and tells neither answer nor error [E300 E311 H334 R318 R327]', async () => {
    let arrived: (answer: Response) => void = () => undefined;
    const { sent, call } = client(() => new Promise((resolve) => (arrived = resolve)));
    const emitted: string[] = [];
    const running = call('listStops', { params }).subscribe({
      next: () => emitted.push('next'),
      error: () => emitted.push('error'),
      complete: () => emitted.push('complete'),
    });
    await Promise.resolve();
    running.unsubscribe();
    expect(sent[0]?.init.signal?.aborted).toBe(true);
    arrived(new Response('late', { status: 400 }));
    await new Promise((done) => setTimeout(done, 0));
    expect(emitted).toEqual([]);
  });

  test('a token that the server does not accept leads to sign-in, and to no error', async () => {
    const { left, call } = client(() => new Response('', { status: 401 }));
    const emitted: unknown[] = [];
    const running = call('listStops', { params }).subscribe({ error: (error: unknown) => emitted.push(error) });
    await expect.poll(() => left).toEqual(['login']);
    expect(emitted).toEqual([]);
    running.unsubscribe();
  });
});
