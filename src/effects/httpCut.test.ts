import { firstValueFrom } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { createHttp } from './http.ts';

/** A body that breaks off after its first bytes, as it does when the connection drops or the server is killed. */
function cutAnswer(): Response {
  const parts = [new TextEncoder().encode('{"Rev":')];
  return new Response(
    new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part) controller.enqueue(part);
        else controller.error(new TypeError('network error'));
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  );
}

function client(answers: (() => Response)[]) {
  const keys: (string | null)[] = [];
  const perform = createHttp({
    accessToken: () => Promise.resolve('the-token'),
    login: () => Promise.resolve(),
    fetch: (_url, init = {}) => {
      keys.push(new Headers(init.headers).get('idempotency-key'));
      return Promise.resolve((answers.shift() ?? (() => Response.json({ Rev: 7 })))());
    },
  });
  return {
    keys,
    call: (name: string, input: object) => firstValueFrom(perform({ call: name, input }, { idempotencyKey: 'session:9', secret: () => undefined })),
  };
}

const edit = { params: { versionId: 1, field: 'name' }, body: { stopId: 'S1', value: 'x' } };

test('an edit whose answer breaks off in the middle is asked for again, under the same key', async () => {
  vi.useFakeTimers();
  try {
    const { keys, call } = client([cutAnswer, cutAnswer, cutAnswer, cutAnswer]);
    const answer = call('stop.editField', edit);
    await vi.runAllTimersAsync();
    await expect(answer).resolves.toEqual({ Rev: 7 });
    expect(keys).toEqual(Array.from({ length: 5 }, () => 'session:9'));
  } finally {
    vi.useRealTimers();
  }
});

test('a read whose answer keeps breaking off says that the server cannot be reached', async () => {
  vi.useFakeTimers();
  try {
    const { keys, call } = client([cutAnswer, cutAnswer, cutAnswer]);
    const [failed] = await Promise.allSettled([call('listStops', { params: { versionId: 1 } }), vi.runAllTimersAsync()]);
    expect(failed).toMatchObject({
      status: 'rejected',
      reason: { status: 0, messages: ['The server cannot be reached. Check the connection and try again.'], method: 'GET' },
    });
    expect(keys).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['is empty', '', 'Failed to handle large response from backend'],
  ['is no JSON', '<html>', 'The answer of the server could not be read.'],
])('a read whose answer %s fails as an answer, not as a line that is down [E294 H348]', async (_what, text, message) => {
  const { keys, call } = client([() => new Response(text)]);
  await expect(call('listStops', { params: { versionId: 1 } })).rejects.toMatchObject({ status: 200, messages: [message] });
  expect(keys).toHaveLength(1);
});
