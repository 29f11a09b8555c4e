import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { routeCatalogue } from '../../src/contract/catalogue.ts';
import { isWrite, urlOf } from '../../src/contract/route.ts';
import { runTask } from '../../src/contract/tasks.ts';
import { unstorableIn } from '../../server/store/storable.ts';
import { schedule, smallFeed, stopDoc, track } from './smallFeed.ts';
import { startTestProduct, type Document, type TestProduct } from './product.ts';

let product: TestProduct;
let version: string;
beforeAll(async () => {
  product = await startTestProduct({ CALLS_PER_SECOND: '10000' });
  version = String(await product.version(smallFeed(), 'editable'));
});
afterAll(() => product.close());

/** What nobody means to send: as ids of an address, and as bodies. */
const ODD_IDS = ['99999999999999999999', '-1', '%00', '%F0%9F%9A%8C', "1';--", '..%2F..%2Fetc', '2147483648'];
const ODD_BODIES = [
  'null',
  '[]',
  '"x"',
  '{"__proto__":{"a":1},"constructor":1}',
  String.raw`{"Id":"\u0000","id":"\u0000","name":"\ud800","Name":"\ud800","value":1e999}`,
  '{"ids":[1e40],"dbVersionId":1e40,"versionIds":[-1],"Stops":[[]],"Changes":[99999999999999999999]}',
  '['.repeat(3000),
];

it('whatever is sent to whichever call, the server says what is wrong with it and never fails', async () => {
  const authorization = `Bearer ${await product.token('editor')}`;
  const failed: string[] = [];
  for (const { method, path, streams } of Object.values(routeCatalogue)) {
    if (streams === 'body') continue;
    for (const [n, id] of ODD_IDS.entries()) {
      // every other time a place that is there
      const known = (name: string): string | undefined => (n % 2 === 0 ? { versionId: version, databaseId: 'test' }[name] : undefined);
      const url = path.replaceAll(/:(\w+)/g, (_, name: string) => known(name) ?? id);
      const query = `?limit=${id}&q=%00&ids=${id}&a=${version}&b=${id}&databaseId=test&dbVersionId=${version}&category=stops`;
      const answer = await product.app.inject({
        method,
        url: method === 'GET' ? url + query : url,
        headers: { authorization, 'if-match': '"0"', ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
        ...(method === 'GET' ? {} : { payload: ODD_BODIES[n] ?? '' }),
      });
      if (answer.statusCode >= 500) failed.push(`${method} ${url} ${ODD_BODIES[n] ?? ''}: ${answer.statusCode}`);
    }
  }
  expect(failed).toEqual([]);
}, 120_000);

/** What stands in any text that is taken, and, every other time, in any number. */
const ODD_VALUES = [
  ['100%', 2_147_483_648],
  ['a/%E0%A4%A/0/b', Number.MAX_SAFE_INTEGER],
  ['0000-01-01', -1],
  ['__proto__', 0.5],
  ['\0', 1e300],
] as const;
/** Each of them on one database, as both take the same statements, and with DMP_LONG on both; those that a database itself may refuse on PostgreSQL. */
const ON_POSTGRES = (process.env['DATABASE_URL'] ?? '') !== '';
const HERE = process.env['DMP_LONG'] !== undefined ? ODD_VALUES : ON_POSTGRES ? ODD_VALUES.slice(3) : ODD_VALUES.slice(0, 3);
/** How often a call is made: with all that may be left out, then with one such part and another alternative each time. */
const VARIANTS = 12;

it.each(HERE)(
  'nor does it where a call has the form of the contract, and %j and %d stand wherever they can',
  async (text, odd) => {
    const headers = { authorization: `Bearer ${await product.token('editor')}`, 'if-match': '"0"' };
    const freshVersion = (): Promise<number> => product.version([...smallFeed(), ...namedBy(text)], 'editable');
    let versionId = await freshVersion();
    const failed: string[] = [];
    for (const route of Object.values(routeCatalogue)) {
      const made = new Set<string>();
      let changed = false;
      for (let variant = 0; variant < VARIANTS && route.streams !== 'body'; variant++) {
        const partOf = (schema: z.core.$ZodType): unknown =>
          sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', {
            text,
            number: variant % 2 === 0 ? odd : 1,
            versionId,
            variant,
          });
        const url = urlOf(route, { params: partOf(route.params), query: partOf(route.query) });
        const payload = JSON.stringify(partOf(route.body));
        const call = `${route.method} ${url} ${payload}`;
        if (made.has(call)) continue;
        made.add(call);
        const { statusCode } = await product.app.inject({
          method: route.method,
          url,
          ...(route.method === 'GET' ? { headers } : { headers: { ...headers, 'content-type': 'application/json' }, payload }),
        });
        if (statusCode >= 500) failed.push(`${call}: ${statusCode}`);
        if (statusCode === 200 && isWrite(route)) changed = true;
      }
      // what was done with it may keep the next call from doing anything
      if (changed) versionId = await freshVersion();
    }
    expect(failed).toEqual([]);
  },
  120_000,
);

it('nor does it where a body is nested 10,000 levels deep', async () => {
  const authorization = `Bearer ${await product.token('editor')}`;
  const payload = `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  const task = { name: 'Import', original_name: 'x', s3_url: 'x', task_type: 1, input_version_id: null, notes: '', db_id: 'test' };
  const refused = { errors: [{ message: 'The body is nested more than 100 levels deep.' }], code: 'too_deep' };
  for (const { method, path, streams, largest = Infinity } of Object.values(routeCatalogue)) {
    if (method === 'GET' || streams === 'body') continue;
    const url = path.replaceAll(/:(\w+)/g, '1');
    const answer = await product.app.inject({ method, url, headers: { authorization, 'content-type': 'application/json' }, payload });
    // a call that takes less than this body does not look into it
    expect([url, answer.statusCode, answer.json()]).toEqual(
      payload.length > largest ? [url, 413, { errors: [{ message: 'The request is too large.' }], code: 'bad_request' }] : [url, 400, refused],
    );
  }
  const answer = await product.app.inject({
    method: runTask.method,
    url: runTask.path,
    headers: { authorization, 'content-type': 'application/json' },
    payload: JSON.stringify({ ...task, command: 0 }).replace('"command":0', `"command":${payload}`),
  });
  expect([answer.statusCode, answer.json()]).toEqual([400, refused]);
});

/** One document of each kind under an id, where it can be kept. */
function namedBy(id: string): Document[] {
  if (id === '' || [...unstorableIn(id)].length > 0) return [];
  return [
    stopDoc(id),
    { kind: 'Agency', doc: { Id: id, Name: 'Odd' } },
    schedule(id, 'Odd'),
    track(id, id, ['a', id]),
    { kind: 'Transfer', doc: { Id: id, StopIdFrom: 'a', StopIdTo: id, Type: 0 } },
    { kind: 'Pathway', doc: { Id: id, FromStopId: 'a', ToStopId: id, Mode: 1, IsBidirectional: true } },
  ];
}

interface Given {
  readonly text: string;
  readonly number: number;
  readonly versionId: number;
  readonly variant: number;
}

const Schema = z.object({
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string()).transform(([first]) => first)]).optional(),
  pattern: z.string().optional(),
  minLength: z.int().default(0),
  maxLength: z.int().default(Infinity),
  minimum: z.number().default(-Infinity),
  maximum: z.number().default(Infinity),
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
});

/** Something of the form of a schema, with the odd text and number wherever they fit. `name`: of the field. */
function sampleOf(given: unknown, name: string, odd: Given): unknown {
  const schema = Schema.parse(typeof given === 'object' && given !== null ? given : {});
  const { text, number, versionId, variant } = odd;
  const alternatives = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[variant % schema.enum.length];
  if (alternatives.length > 0) return sampleOf(alternatives[variant % alternatives.length], name, odd);
  // or every call would end at a version that is not there, or at a rule that quickFixes nothing
  if (/^(dbVersionId|versionId|onto|a|b)$/i.test(name)) return versionId;
  if (/^(databaseId|db_id)$/i.test(name)) return 'test';
  if (name === 'ruleId') return 203;
  if (name === 'Seen') return [];
  if (name === 'kind' && schema.enum === undefined) return 'Stop';
  switch (schema.type) {
    case 'object': {
      const optional = Object.keys(schema.properties).filter((key) => !schema.required.includes(key));
      const wanted = variant === 0 ? optional : optional.slice((variant - 1) % Math.max(1, optional.length)).slice(0, 1);
      const fields = Object.entries(schema.properties).filter(([key]) => schema.required.includes(key) || key === 'Seen' || wanted.includes(key));
      return {
        ...(typeof schema.additionalProperties === 'object' ? { [text]: sampleOf(schema.additionalProperties, name, odd) } : {}),
        ...Object.fromEntries(fields.map(([key, field]) => [key, sampleOf(field, key, odd)])),
      };
    }
    case 'array':
      return [sampleOf(schema.items, name, odd)];
    case 'integer':
    case 'number':
      return [number, 1, schema.minimum].find((one) => one >= schema.minimum && one <= schema.maximum);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const { minLength, maxLength, pattern = '' } = schema;
      const fits = (one: string): boolean => one.length >= minLength && one.length <= maxLength && new RegExp(pattern, 'u').test(one);
      return [text, 'x', '08:30', '2026-01-01', '1', 'x@y.example', 'https://x.example/', '1111111', 'ffffff'].find(fits) ?? text;
    }
  }
}
