import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import parseRange from 'range-parser';
import * as contract from '../../src/contract/publicFeeds.ts';
import { Refusal } from '../refusal.ts';
import type { AlertsOf } from '../services/alertFeed.ts';
import { addressOf } from '../services/feedAddress.ts';
import { alertsHtml, shownAlerts, type ShownAlerts } from '../services/feedPageAlerts.ts';
import { dmfrOf, feedPage, sentencePage, sha256Of } from '../services/feedPage.ts';
import type { PublicIndex, ServedFeed } from '../services/publicIndex.ts';
import * as service from '../services/publicFeeds.ts';
import type { KeptRelease } from '../store/publicFeeds.ts';
import type { Write } from '../services/editing.ts';
import { timeNow } from '../surroundings.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';
import { serveTimetables } from './timetables.ts';

/** Serves the calls of those who publish, and the feeds themselves. `base`: address of the feeds; undefined: nothing can be published. */
export function registerPublicFeeds(context: RouteContext, base: string | undefined, index: PublicIndex, alertsOf: AlertsOf): void {
  const { db } = context.engine;
  registerRead(context, contract.listPublicFeeds, async (_call, caller) =>
    base === undefined ? { feeds: [] } : service.listFeeds(db, caller, base),
  );
  const changing = (write: Write): string => {
    if (base === undefined) throw new Refusal(409, 'not_possible', 'Feeds cannot be published here: neither PUBLIC_FEEDS_URL nor PUBLIC_URL is set.');
    write.afterCommit(() => {
      void index.refresh();
      context.jobs.publish();
    });
    return base;
  };
  registerWrite(context, contract.createPublicFeed, ({ body }, write) => service.createFeed(write, changing(write), body));
  registerWrite(context, contract.publishRelease, ({ params, body }, write, rev) => service.publish(write, changing(write), params.id, rev, body));
  registerWrite(context, contract.switchRelease, ({ params, body }, write, rev) => service.switchTo(write, changing(write), params.id, rev, body));
  registerWrite(context, contract.approveRelease, ({ params, body }, write, rev) => service.approve(write, changing(write), params.id, rev, body));
  registerWrite(context, contract.cancelSwitch, ({ params }, write, rev) => service.cancel(write, changing(write), params.id, rev));
  registerWrite(context, contract.withdrawFeed, ({ params }, write, rev) => service.withdraw(write, changing(write), params.id, rev));
  registerWrite(context, contract.updatePublicFeed, ({ params, body }, write, rev) => service.update(write, changing(write), params.id, rev, body));
  if (base === undefined) return;
  serveFeeds(context, base, index, alertsOf);
  serveTimetables(context.app, index);
}

interface Address {
  readonly Params: { readonly slug: string; readonly file?: string };
}

/** Seconds for which what changes may be kept by those in between: a switch is seen by everybody after so long. */
const KEPT = 'public, max-age=60, must-revalidate';
const FOR_GOOD = 'public, max-age=31536000, immutable';

function serveFeeds({ app }: RouteContext, base: string, index: PublicIndex, alertsOf: AlertsOf): void {
  const pages = new Map<string, Promise<Page>>();
  /** Made when it is asked for first, and kept while nothing of the feed and its alerts changes. */
  const pageOf = async (served: ServedFeed, current: KeptRelease): Promise<Page> => {
    const alerts = shownAlerts(await alertsOf(served), timeNow() / 1000);
    const key = `${served.feed.id}/${served.feed.rev}/${current.bookKey ?? ''}/${alerts.key}`;
    const made = pages.get(key) ?? makePage(index, { served, current, alerts, base });
    pages.set(key, made);
    made.catch(() => pages.delete(key));
    for (const oldest of pages.keys()) if (pages.size > 100) pages.delete(oldest);
    return made;
  };
  const serve = async (request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> => {
    const { slug, file = '' } = request.params;
    // Tools of others read feeds in browsers.
    void reply.header('access-control-allow-origin', '*');
    const address = await addressOf(index, slug);
    if (address.kind === 'moved') return reply.header('cache-control', KEPT).redirect(`/feeds/${address.slug}/${encodeURIComponent(file)}`, 301);
    if (address.kind === 'refused') return say(reply, file, address.status, address.sentence);
    const { served, current } = address;
    const { feed, history } = served;
    if (file === 'gtfs.zip') return sendZip(index, request, reply, { release: current, at: feed.since ?? 0, name: `${slug}.zip`, caching: KEPT });
    const kept = history.get(file.replace(/\.zip$/, ''));
    if (kept !== undefined && file.endsWith('.zip'))
      return sendZip(index, request, reply, { release: kept, at: kept.firstServed ?? 0, name: `${slug}-${file}`, caching: FOR_GOOD });
    if (file !== '' && file !== 'dmfr.json') return say(reply, file, 404, 'This feed has no such file.');
    const page = await pageOf(served, current).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the page of a public feed could not be made');
      return undefined;
    });
    if (page === undefined) return say(reply, file, 503, 'The page of this feed cannot be shown at the moment. The feed itself is at gtfs.zip.');
    const { body, etag, type, policy } = file === '' ? page.html : page.dmfr;
    void reply.header('etag', etag).header('cache-control', KEPT).header('content-security-policy', policy).type(type);
    if (fresh(request.headers, { etag })) return reply.code(304).send();
    return request.method === 'HEAD' ? reply.header('content-length', body.length).send() : reply.send(body);
  };
  const method = ['GET', 'HEAD'];
  app.route<Address>({
    method,
    url: '/feeds/:slug',
    handler: (request, reply) => reply.header('cache-control', KEPT).redirect(`/feeds/${encodeURIComponent(request.params.slug)}/`, 301),
  });
  for (const url of ['/feeds/:slug/', '/feeds/:slug/:file']) app.route<Address>({ method, url, handler: serve });
}

interface Body {
  readonly body: Buffer;
  readonly etag: string;
  readonly type: string;
  readonly policy: string;
}

interface Page {
  readonly html: Body;
  readonly dmfr: Body;
}

interface Shown {
  readonly served: ServedFeed;
  readonly current: KeptRelease;
  readonly alerts: ShownAlerts;
  readonly base: string;
}

async function makePage(index: PublicIndex, { served, current, alerts, base }: Shown): Promise<Page> {
  const facts = await index.factsOf(current);
  const addresses = { url: `${base}/feeds/${served.feed.slug}/` };
  const { html, policy } = feedPage(served, facts, addresses, alertsHtml(alerts, facts.lines));
  const dmfr = `${JSON.stringify(dmfrOf(served, facts, addresses), null, 2)}\n`;
  return {
    html: bodyOf(html, 'text/html; charset=utf-8', policy),
    dmfr: bodyOf(dmfr, 'application/json; charset=utf-8', "default-src 'none'"),
  };
}

function bodyOf(text: string, type: string, policy: string): Body {
  const body = Buffer.from(text);
  return { body, type, policy, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

interface Zip {
  readonly release: KeptRelease;
  /** Unix seconds since when it is at this address. */
  readonly at: number;
  readonly name: string;
  readonly caching: string;
}

/** Sends a zip, or part of it. What it is and since when is known without opening it. */
async function sendZip(index: PublicIndex, request: FastifyRequest, reply: FastifyReply, { release, at, name, caching }: Zip): Promise<FastifyReply> {
  const etag = `"${sha256Of(release)}"`;
  const modified = new Date(at * 1000).toUTCString();
  void reply.header('etag', etag).header('last-modified', modified).header('cache-control', caching).header('accept-ranges', 'bytes');
  if (fresh(request.headers, { etag, 'last-modified': modified })) return reply.code(304).send();
  const range = rangeOf(request, release.size, etag, modified);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${release.size}`).send();
  void reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`);
  if (range !== undefined) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${release.size}`);
  void reply.header('content-length', range === undefined ? release.size : range.end - range.start + 1);
  if (request.method === 'HEAD') return reply.send();
  try {
    const file = await index.open(release.key);
    return await reply.send(file.createReadStream(range ?? {}));
  } catch (error) {
    request.log.warn({ err: error }, 'the file of a public feed cannot be read');
    for (const header of ['etag', 'last-modified', 'content-length', 'content-range', 'content-disposition']) reply.removeHeader(header);
    throw new Refusal(503, 'unavailable', 'The file of this feed cannot be read at the moment. Fetch it again later.');
  }
}

/** The part that is asked for; undefined for all of it: also where several parts are, or the caller has another file. */
function rangeOf(
  { headers }: FastifyRequest,
  size: number,
  etag: string,
  modified: string,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const { range, 'if-range': wanted } = headers;
  // One part in bytes, as almost everybody asks; a server may answer all else with the whole (RFC 9110, 14.2).
  if (range === undefined || !/^bytes=(\d+-\d*|-\d+)$/.test(range) || (wanted !== undefined && wanted !== etag && wanted !== modified))
    return undefined;
  const parsed = parseRange(size, range);
  return typeof parsed === 'number' ? 'unsatisfiable' : parsed[0];
}

/** A sentence: a page where somebody opens the page of a feed, JSON for what fetches a file. */
function say(reply: FastifyReply, file: string, status: number, sentence: string): FastifyReply {
  void reply.code(status).header('cache-control', status === 503 ? 'no-store' : KEPT);
  if (file !== '') {
    const code = { 404: 'not_found', 410: 'gone', 503: 'unavailable' }[status];
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ errors: [{ message: sentence }], code }));
  }
  const { html, policy } = sentencePage('Public feed', sentence);
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
}
