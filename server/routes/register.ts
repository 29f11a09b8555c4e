/** Puts the calls of the contract on the server: who may make them, what goes in and out, and each write exactly once. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type BodyOf, type ParamsOf, type QueryOf, REPEATED, type ReplyOf, type Route } from '../../src/contract/route.ts';
import { listEdits, VERSION_REV } from '../../src/contract/versions.ts';
import type { VersionSnapshot } from '../../src/domain/snapshots.ts';
import { actorOf, type Auth, type Caller } from '../auth/auth.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Live, LiveMessage } from '../live/live.ts';
import type { ObjectStore } from '../objects/objects.ts';
import type { Write } from '../services/editing.ts';
import { workingLink, type WorkingLink } from '../services/reviewLinks.ts';
import { snapshotIn, requirePresent, resolveSnapshots } from '../services/snapshots.ts';
import type { Shares } from '../auth/rates.ts';
import { TooMany, type accountLimits, type takeTurns } from '../limits.ts';
import { BadInput, Refusal } from '../refusal.ts';
import { requirePlaces } from '../services/scope.ts';
import { isDiskFull, sqlState, type Engine } from '../store/engine.ts';
import { claimKey, readAnswer, recordAnswer, recordRefusal, type CommandKey, type RecordedAnswer } from '../store/idempotency.ts';
import { readSource } from '../store/versions.ts';
import { canonicalJson } from '../store/prepare.ts';
import { unstorableIn } from '../store/storable.ts';
import { randomUUID } from '../surroundings.ts';
import { bodyOfError } from './errors.ts';
import { callerOf, guard } from '../auth/guard.ts';

/** What all routes share. */
export interface RouteContext {
  readonly app: FastifyInstance;
  readonly engine: Engine;
  readonly auth: Auth;
  readonly live: Live;
  readonly jobs: Jobs;
  readonly objects: ObjectStore;
  readonly limits: ReturnType<typeof accountLimits>;
  /** Writes of a version wait here for each other, before they take a connection. */
  readonly turns: ReturnType<typeof takeTurns>;
  /** Answers that are files and take long. */
  readonly downloads: Shares;
}

/** A call as a handler sees it: parsed by the contract. */
export interface Call<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Set when the address names a snapshot: `params.versionId` is then the hidden version that holds it. */
  readonly snapshot?: VersionSnapshot;
}

/** A live message to publish once a write is committed: to one subject, or to everybody with access. */
interface PendingMessage {
  readonly message: LiveMessage;
  readonly subject: string | undefined;
}

/** An answer that is JSON text already; sent as it is. */
export class ReadyJson {
  readonly text: Buffer;

  constructor(text: Buffer) {
    this.text = text;
  }
}

/** Serves a call that anybody may make. */
export function registerPublic<R extends Route>(context: RouteContext, route: R, answer: (call: Call<R>) => Promise<ReplyOf<R>>): void {
  add(context, route, async (request, reply) => send(reply, route, await answer(parse(route, request, reply))));
}

/** Serves a call of those who have a review link. It is about what the link is of, and names nothing. */
export function registerGuest<R extends Route>(
  context: RouteContext,
  route: R,
  answer: (call: Call<R>, working: WorkingLink) => Promise<ReplyOf<R>>,
): void {
  add(context, route, async (request, reply) => {
    const working = await workingLink(context.engine.db, request.headers.authorization);
    return send(reply, route, await answer(parse(route, request, reply), working));
  });
}

/** Serves a call that changes nothing. A handler that has answered by itself (304) gives back undefined. */
export function registerRead<R extends Route>(
  context: RouteContext,
  route: R,
  answer: (call: Call<R>, caller: Caller) => Promise<ReplyOf<R> | ReadyJson | undefined>,
): void {
  const { engine, downloads } = context;
  add(context, route, async (request, reply) => {
    const caller = callerOf(request);
    const call = await parseSeen(engine, caller, route, request, reply);
    if (route.streams === 'reply') {
      const giveBack = downloads.take(caller.subject);
      if (giveBack === undefined) throw new TooMany(5, 'Too many downloads at a time. Wait until one has ended.');
      reply.raw.once('close', giveBack);
    }
    if (route.name !== listEdits.name) await sendRevision(engine, call);
    const answered = await answer(call, caller);
    return answered === undefined ? reply : send(reply, route, answered);
  });
}

/** Says in a header which revision of a version an answer holds at least, so that the client knows which edits may not be in it. */
async function sendRevision({ db }: Engine, { params, reply, snapshot }: Pick<Call<Route>, 'params' | 'reply' | 'snapshot'>): Promise<void> {
  const id: unknown = Reflect.get(asRecord(params), 'versionId');
  const source = typeof id === 'number' && snapshot === undefined ? await readSource(db, id) : undefined;
  if (source) void reply.header(VERSION_REV, source.rev);
}

/**
 * Serves a write: in one transaction with the record of its answer, so that a repeat under the same Idempotency-Key is
 * answered verbatim and changes nothing. `ifMatch` is the revision of a conditional call, 0 for others.
 */
export function registerWrite<R extends Route>(
  context: RouteContext,
  route: R,
  carryOut: (call: Call<R>, write: Write, ifMatch: number) => Promise<ReplyOf<R>>,
): void {
  const { engine, live, turns } = context;
  add(context, route, async (request, reply) => {
    const caller = callerOf(request);
    const call = await parseSeen(engine, caller, route, request, reply);
    const versionId: unknown = Reflect.get(asRecord(call.params), 'versionId');
    const key = keyOf(request);
    const ifMatch = ifMatchOf(request);
    const rev = route.conditional ? revisionOf(ifMatch) : 0;
    const asked = canonicalJson([route.name, call.params, call.query, intentOf(call.body)]);
    const command: CommandKey = { subject: actorOf(caller), key, fingerprint: createHash('sha256').update(asked).digest('hex') };

    const attempt = async (): Promise<{ answer: RecordedAnswer; messages: readonly PendingMessage[]; acts: readonly (() => void)[] }> =>
      engine.db.transaction().execute(async (db) => {
        const claim = await claimKey(db, command);
        if (claim.kind === 'reused') throw new Refusal(422, 'key_reused', 'This Idempotency-Key was used for another request.');
        if (claim.kind === 'answered') {
          void reply.header(REPEATED, 'yes');
          return { answer: claim.answer, messages: [], acts: [] };
        }
        const messages: PendingMessage[] = [];
        const acts: (() => void)[] = [];
        const write: Write = {
          db,
          caller,
          call: route.name,
          commandId: key,
          publish: (message, subject) => void messages.push({ message, subject }),
          afterCommit: (act) => void acts.push(act),
        };
        const answer = { status: 200, body: JSON.stringify(z.parse(route.reply, await carryOut(call, write, rev))) };
        await recordAnswer(db, command, answer);
        return { answer, messages, acts };
      });
    try {
      const { answer, messages, acts } = await (typeof versionId === 'number' ? turns(versionId, () => withRetries(attempt)) : withRetries(attempt));
      for (const { message, subject } of messages) void live.publish(message, subject);
      for (const act of acts) act();
      return await sendText(reply, answer);
    } catch (error) {
      // without room no key can be taken, not even of what was carried out before
      const known = isDiskFull(error) ? await readAnswer(engine.db, command) : undefined;
      if (known?.kind === 'answered') {
        void reply.header(REPEATED, 'yes');
        return sendText(reply, known.answer);
      }
      if (!isFinal(error)) throw error;
      const refused = bodyOfError(error);
      const answer = { status: refused.status, body: JSON.stringify(refused.body) };
      await recordRefusal(engine.db, command, answer);
      return sendText(reply, answer);
    }
  });
}

/**
 * Serves a write whose body is a file: the handler reads `request.raw` as the bytes come in, however many, and sees itself
 * to it that a repeat under the same key is answered as the first time.
 */
export function registerUpload<R extends Route>(
  context: RouteContext,
  route: R,
  carryOut: (call: Call<R>, caller: Caller, key: string) => Promise<RecordedAnswer>,
): void {
  const { app, engine, limits } = context;
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    add({ ...context, app: scope }, route, async (request, reply) => {
      const caller = callerOf(request);
      const { 'content-length': said } = request.headers;
      // Kept: a request that is destroyed half read has none any more.
      const { socket } = request;
      const before = socket.bytesRead;
      try {
        limits.upload(caller.subject, said === undefined ? undefined : Number(said));
        const call = await parseSeen(engine, caller, route, request, reply);
        return sendText(reply, await carryOut(call, caller, keyOf(request)));
      } catch (error) {
        // What was left unread would stand before the next call on this connection.
        if (!request.raw.complete) void reply.header('connection', 'close');
        throw error;
      } finally {
        if (said === undefined) limits.uploaded(caller.subject, socket.bytesRead - before || 0);
      }
    });
    done();
  });
}

/** Puts a call on the server. Who makes it, and how often, is looked at before anything of its body is read. */
function add({ app, auth, limits }: RouteContext, route: Route, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): void {
  app.route({
    method: route.method,
    url: route.path,
    ...(route.largest === undefined ? {} : { bodyLimit: route.largest }),
    config: { takesFile: route.streams === 'body' },
    ...(route.access === 'public' || route.access === 'guest' ? {} : { onRequest: guard(auth, route, limits.calls) }),
    handler,
  });
}

/** The parsed call, all of whose places the caller sees. Those in the address are looked at before the body is found fault with. */
async function parseSeen<R extends Route>({ db }: Engine, caller: Caller, route: R, request: FastifyRequest, reply: FastifyReply): Promise<Call<R>> {
  const { params, query } = request;
  await requirePlaces(db, caller.regions, { params, query, body: undefined }, route, true);
  const call = parse(route, request, reply);
  await requirePlaces(db, caller.regions, call, route);
  if (route.access !== 'read') {
    requirePresent(call.params, call.body);
    return call;
  }
  const snapshot = snapshotIn(call.params);
  return snapshot === undefined ? call : { ...call, params: await resolveSnapshots(db, call.params), snapshot };
}

function parse<R extends Route>(route: R, request: FastifyRequest, reply: FastifyReply): Call<R> {
  const params = z.safeParse(route.params, request.params);
  const query = z.safeParse(route.query, request.query);
  const body = z.safeParse(route.body, request.body ?? {});
  const odd = [
    ...oddNumbers(request.params, params.data),
    ...oddNumbers(request.query, query.data),
    ...oddNames({ ...asRecord(params.data), ...asRecord(body.data) }),
  ];
  if (odd.length > 0) throw new BadInput(odd);
  if (params.success && query.success && body.success) {
    const unstorable = [params.data, query.data, body.data].flatMap((part) => [...unstorableIn(part)]);
    if (unstorable.length > 0) throw new BadInput(unstorable.map(({ path, message }) => ({ Field: fieldOf(path), Message: message })));
    return { params: params.data as ParamsOf<R>, query: query.data as QueryOf<R>, body: body.data as BodyOf<R>, request, reply };
  }
  throw new BadInput(
    [params, query, body].flatMap((part) => (part.error?.issues ?? []).map((issue) => ({ Field: fieldOf(issue.path), Message: issue.message }))),
  );
}

/** Numbers of an address that are written in another way than as digits: `1e3`, `0x10`, ` 7`. */
function oddNumbers(given: unknown, parsed: unknown): { Field: string; Message: string }[] {
  if (typeof given !== 'object' || given === null || typeof parsed !== 'object' || parsed === null) return [];
  return Object.entries(given).flatMap(([name, text]) =>
    typeof Reflect.get(parsed, name) === 'number' && typeof text === 'string' && !/^-?\d+(\.\d+)?$/.test(text)
      ? [{ Field: name, Message: 'Write the number in digits' }]
      : [],
  );
}

/**
 * Names with characters that are not seen, or turn the direction of what follows: they could be taken for other names. Also where
 * a name is the `value` of a `field`. `of`: what a text in a list is.
 */
function oddNames(given: unknown, path: readonly PropertyKey[] = [], of = ''): { Field: string; Message: string }[] {
  if (typeof given !== 'object' || given === null) return [];
  const field: unknown = Reflect.get(given, 'field');
  return Object.entries(given).flatMap(([key, item]: [string, unknown]) => {
    const at = [...path, Array.isArray(given) ? Number(key) : key];
    const what = Array.isArray(given) ? of : key === 'value' && typeof field === 'string' ? field : key;
    if (typeof item !== 'string') return path.length < 8 ? oddNames(item, at, what) : [];
    return IS_NAME.test(what) && UNSEEN.test(item)
      ? [{ Field: key === 'value' ? what : fieldOf(at), Message: 'A name has no control characters' }]
      : [];
  });
}

/** What is read as a name: of versions, stops, tags, signs on vehicles. */
const IS_NAME = /(name|tags?|headsign|destination)$/i;
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u{2028}\u{2029}]/u;

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** `Databases[0]/Id`, as the specification writes places in what was sent. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}/${String(part)}`),
    '',
  );
}

/**
 * What a write asks for, apart from what its sender knew (revisions, and whether it needs the documents): a client that sends it
 * again after a reload knows something else, and has to get the answer of the first time all the same.
 */
function intentOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { Seen: _seen, Full: _full, ...intent } = body as Record<string, unknown>;
  return intent;
}

/** The key of a command; the server makes one where the caller does not mean to repeat it. */
export function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  if (key === undefined) return randomUUID();
  throw new BadInput([{ Field: 'Idempotency-Key', Message: 'Write an id of this command: at most 200 characters without spaces.' }]);
}

/** The revision a conditional call is based on. */
function revisionOf(ifMatch: number | '*' | undefined): number {
  if (typeof ifMatch === 'number') return ifMatch;
  if (ifMatch === '*') throw new BadInput([{ Field: 'If-Match', Message: 'Name the revision that this change is based on: write it as "12".' }]);
  throw new Refusal(428, 'revision_required', 'Send an If-Match header with the revision that this change is based on.');
}

/** The revision that a call's If-Match header names; '*' for whatever is there. */
export function ifMatchOf(request: FastifyRequest): number | '*' | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return header;
  const match = /^"(\d{1,15})"$/.exec(header);
  if (!match) throw new BadInput([{ Field: 'If-Match', Message: 'Not a revision: write it as "12".' }]);
  return Number(match[1]);
}

async function send(reply: FastifyReply, route: Route, answer: unknown): Promise<FastifyReply> {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  const body = answer instanceof ReadyJson ? answer.text : Buffer.from(JSON.stringify(z.parse(route.reply, answer)));
  if (body.length > MOST_BYTES) throw new Refusal(413, 'too_large', `The answer is larger than ${MOST_BYTES / 1e6} MB. Ask for less at a time.`);
  void reply.type(JSON_TYPE);
  if (body.length < WORTH_COMPRESSING || reply.hasHeader('content-encoding') || !takesGzip(reply.request)) return reply.send(body);
  return reply
    .header('content-encoding', 'gzip')
    .header('vary', 'accept-encoding')
    .send(await compressed(body, { level: 4 }));
}

/** Whether the caller reads gzip. */
export function takesGzip(request: FastifyRequest): boolean {
  return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
}

/** Bytes of an answer. */
const MOST_BYTES = 128e6;
/** Bytes below which an answer fits into a packet or two as it is. */
const WORTH_COMPRESSING = 4000;
const compressed = promisify<Buffer, { level: number }, Buffer>(gzip);

function sendText(reply: FastifyReply, { status, body }: RecordedAnswer): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type(JSON_TYPE).send(body);
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A refusal that a repeat of the same command must get again. Access, a reused key and a version that is being checked are evaluated again. */
function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && error.code !== 'checking' && (error.status === 404 || error.status === 409 || error.status === 412);
}

/** PostgreSQL asks to try again where transactions stood in each other's way. */
async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      const state = sqlState(error);
      if (tries >= 3 || (state !== '40001' && state !== '40P01')) throw error;
    }
  }
}
