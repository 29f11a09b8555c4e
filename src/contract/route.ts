/**
 * A call of the product as data: method, path, schemas and who may make it. Client, server and the OpenAPI document all
 * read the same declaration.
 */
import { z } from 'zod';
import type { TokenScope } from '../domain/apiTokens.ts';

/** Header of the answer to a write that an earlier call with the same Idempotency-Key has carried out. */
export const REPEATED = 'answer-repeated';

/**
 * Who may make a call. `public`: anybody. `guest`: who has a review link, whose secret is in place of an access token. `signedIn`: any valid token (the page that explains missing access needs it).
 * `read`: a role that gives access and a verified e-mail. `write`: the same, and the account is not read-only. `publish`: the same,
 * and the account may put feeds before the public.
 */
export type Access = 'public' | 'guest' | 'signedIn' | 'read' | 'write' | 'publish';

/** Things that are in a region. */
export type PlaceKind = 'region' | 'database' | 'version' | 'pipeline' | 'run' | 'task run' | 'change set' | 'change';
export type Places = Readonly<Record<string, PlaceKind>>;

export interface Route<
  Params extends z.core.$ZodType = z.core.$ZodType,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Reply extends z.core.$ZodType = z.core.$ZodType,
> {
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path from the site root, parameters as `:name`. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  readonly access: Access;
  /** The scope that an API token needs for it, where `access` does not say it (see `scopeOf`); `person`: no program may make the call. */
  readonly scope?: CallScope;
  /** The write is conditional: `If-Match` carries the revision of the entity the user saw. */
  readonly conditional: boolean;
  /**
   * It concerns no region, or its service looks by itself at which regions the caller sees. Every other call must name a place
   * (`region`, `databaseId`, `versionId`, ... or by `places`), or accounts limited to some regions cannot make it.
   */
  readonly placeless?: true;
  /** What parameters, query values or parts of the body name, where their names alone do not say it: `{ id: 'run' }`. */
  readonly places?: Places;
  /** Bytes that a body may have; 1 MB when not given. */
  readonly largest?: number;
  /** A part that is a file and no JSON: its bytes go as they are, and its schema says nothing. */
  readonly streams?: 'body' | 'reply';
}

/** What an API token needs for a call. `person`: a signed-in person makes the call, and no program. */
export type CallScope = TokenScope | 'person';

/** The scope that an API token needs for a call: to write is to edit, unless the route says something else. */
export function scopeOf({ access, scope }: Pick<Route, 'access' | 'scope'>): CallScope {
  return scope ?? (access === 'publish' ? 'publish' : access === 'write' ? 'edit' : 'read');
}

/** Whether a call changes data: it has an Idempotency-Key. */
export function isWrite({ access }: Pick<Route, 'access'>): boolean {
  return access === 'write' || access === 'publish';
}

const Nothing = z.object({});

/** Declares a call. Parameters, query and body default to none. */
export function defineRoute<
  Reply extends z.core.$ZodType,
  Params extends z.core.$ZodType = typeof Nothing,
  Query extends z.core.$ZodType = typeof Nothing,
  Body extends z.core.$ZodType = typeof Nothing,
>(route: {
  name: string;
  summary: string;
  method: Route['method'];
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  access: Access;
  scope?: CallScope;
  conditional?: boolean;
  placeless?: true;
  places?: Places;
  largest?: number;
  streams?: 'body' | 'reply';
}): Route<Params, Query, Body, Reply> {
  return {
    params: Nothing as unknown as Params,
    query: Nothing as unknown as Query,
    body: Nothing as unknown as Body,
    conditional: false,
    ...route,
  };
}

/** A query value that may come several times: each as text, none as an empty list. */
export const repeated = z.union([z.string(), z.array(z.string())]).transform((given) => (typeof given === 'string' ? [given] : given));

export type ParamsOf<R extends Route> = z.infer<R['params']>;
export type QueryOf<R extends Route> = z.infer<R['query']>;
export type BodyOf<R extends Route> = z.infer<R['body']>;
export type ReplyOf<R extends Route> = z.infer<R['reply']>;

/** What a caller gives: only the parts that the route declares matter. */
export interface CallInput<R extends Route = Route> {
  readonly params?: z.input<R['params']>;
  readonly query?: z.input<R['query']>;
  readonly body?: z.input<R['body']>;
}

/** A call as plain data, as it is in the command log; `effects/http` performs it. */
export interface CallRequest {
  readonly call: string;
  readonly input: { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
  readonly ifMatch?: number | '*';
}

/** Describes a call of a route; `ifMatch` is the revision the write is conditional on. */
export function request<R extends Route>(route: R, input: CallInput<R>, ifMatch?: number | '*'): CallRequest {
  return { call: route.name, input, ...(ifMatch === undefined ? {} : { ifMatch }) };
}

/** Path and query of a call, every part URL-encoded; repeated query values for arrays, empty ones left out. */
export function urlOf(route: Route, input: { params?: unknown; query?: unknown }): string {
  const params = asRecord(input.params);
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])));
  const query = new Array<string>();
  for (const [key, value] of Object.entries(asRecord(input.query))) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) query.push(`${encodeURIComponent(key)}=${encodeURIComponent(textOf(one))}`);
    }
  }
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** Parameters are texts, numbers and switches; anything else has no place in an address. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
