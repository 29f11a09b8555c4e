/** Tools as a client without a package calls them, and everybody who may try. */
import { sql } from 'kysely';
import { z } from 'zod';
import { createApiToken, revokeApiToken } from '../../src/contract/apiTokens.ts';
import type { NewToken } from '../../src/domain/apiTokens.ts';
import { sampleVersion } from '../laws/sampleVersion.ts';
import type { Document, Person, TestProduct } from './product.ts';
import { regionDoc } from './smallFeed.ts';

/** What a tool said; `status` is that of the request. */
export interface Said {
  readonly status: number;
  readonly refused: boolean;
  readonly text: string;
}

const Answer = z.object({
  result: z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() }).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** Calls a tool; `token` undefined: with no Authorization header. */
export async function callTool({ app }: TestProduct, token: string | undefined, name: string, given: object): Promise<Said> {
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
  });
  if (answer.statusCode !== 200) return { status: answer.statusCode, refused: true, text: answer.payload };
  const { result, error } = Answer.parse(JSON.parse(/^data: (.*)$/m.exec(answer.payload)?.[1] ?? answer.payload));
  const text = result?.content.map((part) => part.text).join('\n') ?? error?.message ?? '';
  return { status: 200, refused: result === undefined || result.isError === true, text };
}

/** A token of a person, with its number. */
export async function tokenOf(product: TestProduct, as: Person, asked: Partial<NewToken> = {}): Promise<{ token: string; id: number }> {
  const answer = await product.call(createApiToken, { body: { label: 'assistant', scopes: ['edit'], days: 30, ...asked } }, { as });
  const { token, created } = createApiToken.reply.required().parse(answer.body);
  return { token, id: created.id };
}

/** The id of the preview that a tool has answered. */
export function previewIn({ text }: Said): string {
  return /preview "([\w-]+)"/.exec(text)?.[1] ?? '';
}

/** Those who call tools, by what is expected of them. */
export const CALLERS = ['reader', 'runner', 'editor', 'ofViewer', 'elsewhere', 'revoked', 'expired', 'unknown', 'none'] as const;
export type CallerName = (typeof CALLERS)[number];
/** Whose requests are refused as a whole. */
export const SHUT_OUT: readonly CallerName[] = ['revoked', 'expired', 'unknown', 'none'];

/** A token for each caller. `elsewhere` may do everything in the region `farland`, and nothing here. */
export async function makeCallers(product: TestProduct): Promise<Readonly<Record<CallerName, string | undefined>>> {
  await product.store.createRegion(regionDoc('farland', 'Farland'));
  await product.store.createDatabase({ Id: 'farbase', Name: 'Farbase', RegionKey: 'farland' });
  const revoked = await tokenOf(product, 'editor');
  await product.call(revokeApiToken, { params: { tokenId: revoked.id } });
  const expired = await tokenOf(product, 'editor');
  await sql`update api_token set expires = now() - interval '1 second' where token_id = ${expired.id}`.execute(product.store.sql.db);
  return {
    reader: (await tokenOf(product, 'editor', { label: 'reader', scopes: ['read'] })).token,
    runner: (await tokenOf(product, 'editor', { label: 'runner', scopes: ['run'] })).token,
    editor: (await tokenOf(product, 'editor', { label: 'editor' })).token,
    ofViewer: (await tokenOf(product, 'viewer', { label: 'ofViewer' })).token,
    elsewhere: (await tokenOf(product, 'editor', { label: 'elsewhere', scopes: ['edit', 'run', 'publish'], regions: ['farland'] })).token,
    revoked: revoked.token,
    expired: expired.token,
    unknown: `dmp_${'x'.repeat(43)}`,
    none: undefined,
  };
}

/** The version that the samples of all edits speak of. */
export const SAMPLES: readonly Document[] = sampleVersion.map(({ kind, doc }) => ({ kind, doc }) as Document);

/** Revision of a version. */
export async function revOf({ store }: TestProduct, versionId: number): Promise<number> {
  const { rev } = await store.sql.db.selectFrom('version').select('rev').where('version_id', '=', versionId).executeTakeFirstOrThrow();
  return rev;
}
