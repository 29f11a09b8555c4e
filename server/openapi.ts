/** The contract as an OpenAPI 3.1 document, and as a page to read. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FieldErrors, ErrorBody } from '../src/contract/errors.ts';
import { isWrite, type Route } from '../src/contract/route.ts';

/** The OpenAPI document of the given calls. */
export function openApiOf(routes: readonly Route[], { version, url }: { version: string; url: string }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'DMP', version, description: 'Calls of the back office for public-transport timetable data.' },
    servers: [{ url }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ErrorBody: schemaOf(ErrorBody, 'output'), FieldErrors: schemaOf(FieldErrors, 'output') },
    },
  };
}

const PAGE_STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}h2{font-size:1rem;margin:2rem 0 0}code.m{font-weight:700;color:#0b7285}pre{overflow:auto;padding:.75rem;background:color-mix(in srgb,currentColor 8%,transparent);border-radius:.5rem;font-size:.8rem}small{opacity:.75}';

/** A page that lists the calls, without anything from elsewhere. */
export function apiPageOf(routes: readonly Route[]): { readonly html: string; readonly contentSecurityPolicy: string } {
  const rows = routes.map(
    (route) => `<section id="${route.name}"><h2><code class="m">${route.method}</code> <code>${escaped(route.path)}</code></h2>
<p>${escaped(route.summary)} <small>${ACCESS[route.access]}${route.conditional ? ' Conditional: If-Match.' : ''}</small></p>
${detailsOf('Parameters', route.params)}${detailsOf('Query', route.query)}${detailsOf('Body', route.body)}${detailsOf('Answer', route.reply, 'output')}</section>`,
  );
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>DMP | API</title>
<style>${PAGE_STYLE}</style>
<h1>Calls of DMP</h1><p>The same as a document for machines: <a href="/openapi.json">openapi.json</a>. Every call but the public ones carries <code>Authorization: Bearer …</code>; writes may carry an <code>Idempotency-Key</code>, under which a repeat is answered as the first time.</p>
${rows.join('\n')}</html>`;
  const style = createHash('sha256').update(PAGE_STYLE).digest('base64');
  return { html, contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; frame-ancestors 'none'` };
}

const ACCESS: Readonly<Record<Route['access'], string>> = {
  public: 'Anybody.',
  guest: 'Who has a review link: its secret is in place of an access token.',
  signedIn: 'Whoever is signed in.',
  read: 'Needs a role and a verified e-mail address.',
  write: 'Needs a role that may edit.',
  publish: 'Needs a role that may edit and publish.',
};

function operationOf(route: Route): object {
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(isWrite(route)
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: 'Id of the command; a repeat sends the same one. Without it the server makes one.',
            schema: { type: 'string', maxLength: 200 },
          },
        ]
      : []),
    ...(route.conditional
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: true,
            description: 'Revision that the change is based on, as "12".',
            schema: { type: 'string' },
          },
        ]
      : []),
  ];
  const refusal = (description: string): object => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  });
  return {
    operationId: route.name,
    summary: route.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasFields(route.body) ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } } : {}),
    ...(route.access === 'public' ? { security: [] } : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: schemaOf(route.reply, 'output') } } },
      400: {
        description: 'What was sent cannot be taken.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/FieldErrors' } } },
      },
      ...(route.access === 'public'
        ? {}
        : route.access === 'guest'
          ? { 401: refusal('No review link.'), 410: refusal('The link is over.') }
          : { 401: refusal('Not signed in.'), 403: refusal('Not allowed.') }),
      404: refusal('Not there.'),
      ...(isWrite(route) ? { 409: refusal('Not possible as things are.'), 422: refusal('The Idempotency-Key was used for another request.') } : {}),
      ...(route.conditional ? { 412: refusal('Changed by somebody else; Present is the state now.'), 428: refusal('If-Match is missing.') } : {}),
    },
  };
}

function parametersOf(schema: z.core.$ZodType, place: 'path' | 'query'): object[] {
  const { properties, required } = Fields.parse(schemaOf(schema, 'input'));
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }));
}

function hasFields(schema: z.core.$ZodType): boolean {
  return Object.keys(Fields.parse(schemaOf(schema, 'input')).properties).length > 0;
}

const Fields = z.object({ properties: z.record(z.string(), z.unknown()).default({}), required: z.array(z.string()).default([]) });

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function detailsOf(title: string, schema: z.core.$ZodType, io: 'input' | 'output' = 'input'): string {
  if (!hasFields(schema)) return '';
  return `<details><summary>${title}</summary><pre>${escaped(JSON.stringify(schemaOf(schema, io), null, 1))}</pre></details>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
