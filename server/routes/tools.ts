/** `/mcp`: the tools of the product for assistants, over the Streamable HTTP of the Model Context Protocol. */
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { REPEATED } from '../../src/contract/route.ts';
import { callerOf, guard } from '../auth/guard.ts';
import type { ProductAnswer } from '../mcp/toolServer.ts';
import type { ProductCall } from '../mcp/tools.ts';
import type { RouteContext } from './register.ts';

/** Bytes of a request: the data of an edit. */
const LARGEST = 4_000_000;

/**
 * Serves the tools. Each request is answered by itself, by whichever process it comes to: there are no sessions. A tool makes its call on
 * this very server with the token of the request, so that access, limits and refusals are those of the call.
 */
export function registerTools({ app, auth, limits }: RouteContext, version: string): void {
  /** By the request of the web standard that the handler is given. */
  const asked = new WeakMap<Request, FastifyRequest>();
  let opened: Promise<McpHttpHandler> | undefined;
  /** Loaded when somebody asks first: the package takes a fifth of a second of the start. */
  const open = async (): Promise<McpHttpHandler> => {
    const [{ createMcpHandler }, { createToolServer }] = await Promise.all([import('@modelcontextprotocol/server'), import('../mcp/toolServer.ts')]);
    return createMcpHandler(
      ({ requestInfo }) => {
        const request = requestInfo === undefined ? undefined : asked.get(requestInfo);
        if (request === undefined) throw new Error('This request did not come through the route');
        return createToolServer({
          version,
          edits: !callerOf(request).account.permissions.readOnly,
          make: (call) => makeCall(request, call),
          failed: (error) => request.log.error({ err: error }, 'a tool failed'),
        });
      },
      // nothing is announced, so nobody has to listen
      { maxSubscriptions: 0 },
    );
  };
  app.addHook('preClose', async () => (await opened)?.close());

  const makeCall = async (request: FastifyRequest, { method, url, body, key }: ProductCall): Promise<ProductAnswer> => {
    const { authorization = '' } = request.headers;
    const answer = await app.inject({
      method,
      url,
      remoteAddress: request.ip,
      headers: { authorization, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, text: answer.payload, repeated: answer.headers[REPEATED] !== undefined };
  };

  app.route({
    // GET and DELETE are answered 405: they are about sessions
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    bodyLimit: LARGEST,
    onRequest: guard(auth, { access: 'read' }, limits.calls),
    async handler(request, reply) {
      const { method, headers, body } = request;
      const sent = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as [string, string]] : []));
      const web = new Request('http://localhost/mcp', { method, headers: sent });
      asked.set(web, request);
      opened ??= open();
      const answer = await (await opened).fetch(web, method === 'POST' ? { parsedBody: body ?? null } : {});
      return reply.header('cache-control', 'no-store').send(answer);
    },
  });
}
