import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type RunningServer, startProduct } from '../drivers/server.ts';
import { untilChecked, visit } from '../drivers/several.ts';

const Value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: Value })).default([]),
});
const Request = z.object({ resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) })) });

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const spans: z.infer<typeof Span>[] = [];
const texts: string[] = [];
const asked: { readonly path: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
const collector = createServer((request, response) => {
  asked.push({ path: request.url, headers: request.headers });
  let text = '';
  request.on('data', (part: Buffer) => (text += part.toString()));
  request.on('end', () => {
    texts.push(text);
    for (const { scopeSpans } of Request.parse(JSON.parse(text)).resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
let product: RunningServer;
let log = '';

beforeAll(async () => {
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
  const { port } = collector.address() as AddressInfo;
  product = await startProduct({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, OTEL_EXPORTER_OTLP_HEADERS: 'x-collector=known', LOG_LEVEL: 'info' },
  });
  const visitor = await visit(product.url);
  await visitor.call('/storage/ui/regions?planted=7secret', { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } });
  const draft = await visitor.beginEdit();
  await visitor.rename(draft, (await visitor.stopIds(draft))[0] ?? '', 'Planted 7secret', 'tracing-1');
  await untilChecked(visitor, draft, 1);
  await product.stop();
  log = product.output();
});
afterAll(() => void collector.close());

const attribute = (span: z.infer<typeof Span> | undefined, key: string): unknown => {
  const value = span?.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? Number(value?.intValue);
};
const named = (name: string): z.infer<typeof Span> | undefined => spans.find((span) => span.name === name);
const statementsOf = (parent: z.infer<typeof Span> | undefined): unknown[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map((span) => attribute(span, 'db.query.text'));

it('sends calls with their statements, as parts of the trace of the caller', () => {
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  expect(asked[0]?.headers['x-collector']).toBe('known');
  const call = named('GET /storage/ui/regions');
  expect([call?.traceId, call?.parentSpanId]).toEqual([TRACE, '00f067aa0ba902b7']);
  expect([attribute(call, 'http.route'), attribute(call, 'http.response.status_code')]).toEqual(['/storage/ui/regions', 200]);
  expect(statementsOf(call)).toContainEqual(expect.stringContaining('from region r'));
});

it('keeps statements of a call with a body with it, and makes a check a trace of its own', () => {
  const edit = spans.find(({ name, attributes }) => name.startsWith('POST ') && JSON.stringify(attributes).includes('/stop/'));
  expect(statementsOf(edit)).toContainEqual(expect.stringContaining('update version set rev'));
  const check = named('check version');
  expect(check?.parentSpanId ?? '').toBe('');
  expect(statementsOf(check)).not.toEqual([]);
});

it('holds no data of users and no address, and its id stands in the log', () => {
  expect(texts.join('\n')).not.toContain('7secret');
  expect(spans.filter(({ name }) => /readyz|healthz/.test(name))).toEqual([]);
  expect(log).toContain(`"trace":"${TRACE}"`);
});
