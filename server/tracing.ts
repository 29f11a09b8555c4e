/** Traces for OpenTelemetry: calls, their statements, tasks and checks. Made only where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
import { context, defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, type SpanExporter, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';

interface TracingOptions {
  /** Address of the collector; traces go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** Share of the traces that is recorded, 0 to 1; one that a caller has begun is recorded where the caller does. */
  readonly share: number;
  readonly version: string;
  /** In place of the collector, for tests. */
  readonly exporter?: SpanExporter;
}

/** Begins tracing in this process. Answers what sends the last spans and ends it. */
export function startTracing({ endpoint, share, version, exporter }: TracingOptions): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'dmp', 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: exporter ?? new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
  };
}

const propagator = new W3CTraceContextPropagator();
const spans = new WeakMap<FastifyRequest, Span>();

/** The id of the trace that a request is part of; undefined where it is not traced. */
export function traceOf(request: FastifyRequest): string | undefined {
  return spans.get(request)?.spanContext().traceId;
}

/** Makes each call a span by its method and route; those of the monitoring are left out. To be put on a server before its routes. */
export function traceCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (/^\/(healthz|readyz|metrics)\b/.test(request.url)) return done();
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const span = trace.getTracer('dmp').startSpan(request.method, { kind: SpanKind.SERVER }, parent);
    spans.set(request, span);
    return context.with(trace.setSpan(parent, span), done);
  });
  // The events that bring a body are not part of what went before.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    return span === undefined ? done() : context.with(trace.setSpan(ROOT_CONTEXT, span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    // The pattern of the route, not the address: it may hold tokens.
    const route = request.routeOptions.url ?? 'none';
    span?.updateName(`${request.method} ${route}`);
    span?.setAttributes({ 'http.request.method': request.method, 'http.route': route, 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
