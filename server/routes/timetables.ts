/** Pages of lines and stops of public feeds, and their timetable books: made of the book of the release that is served, by no query. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { z } from 'zod';
import { Readable } from 'node:stream';
import type { FileHandle } from 'node:fs/promises';
import { readLine, readStops, stopBlock, type BookIndex } from '../feed/book/bookFile.ts';
import { addressOf } from '../services/feedAddress.ts';
import { sentencePage } from '../services/feedPage.ts';
import type { PublicIndex } from '../services/publicIndex.ts';
import { linePage, type MadePage, type PageOf } from '../services/timetables/pages.ts';
import { bookPage, choicePage } from '../services/timetables/book.ts';
import { localTime, stopPage, type StopInBlock } from '../services/timetables/stopPage.ts';
import { tongueOf } from '../services/timetables/words.ts';
import type { KeptFeed } from '../store/publicFeeds.ts';
import { timeNow } from '../surroundings.ts';

const KEPT = 'public, max-age=60, must-revalidate';
/** Bytes of pages that are kept, made. */
const CACHE_BYTES = 64e6;

interface Address {
  readonly Params: { readonly slug: string; readonly id: string };
}

/** Stops of a station that its page looks at. */
const CHILDREN = 60;
/** Lines of a book. */
const BOOK_LINES = 2000;

/** What a page may be asked for; all else is left alone. */
const Wanted = z.object({
  lang: z.enum(['en', 'de']).optional().catch(undefined),
  stops: z.enum(['all']).optional().catch(undefined),
  embed: z.string().max(10).optional().catch(undefined),
});
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const WantedBook = Wanted.extend({
  paper: z.enum(['a4', 'a5', 'letter']).catch('a4'),
  line: texts.optional().catch(undefined),
  all: z.string().optional().catch(undefined),
});

interface Book {
  readonly feed: KeptFeed;
  readonly key: string;
  readonly index: BookIndex;
}

interface Body {
  readonly body: Buffer;
  readonly etag: string;
  readonly policy: string;
}

export function serveTimetables(app: FastifyInstance, index: PublicIndex): void {
  const cache = pageCache();
  /** The book of an address; undefined where the answer is given already. */
  const bookAt = async (request: FastifyRequest, reply: FastifyReply, slug: string): Promise<Book | undefined> => {
    const address = await addressOf(index, slug);
    const sentence = (status: number, words: string): undefined => void say(reply, status, words);
    if (address.kind === 'moved') {
      const rest = request.url.slice(request.url.indexOf('/', '/feeds/'.length));
      return void reply.header('cache-control', KEPT).redirect(`/feeds/${address.slug}${rest}`, 301);
    }
    if (address.kind === 'refused') return sentence(address.status, address.sentence);
    const { served, current } = address;
    try {
      const book = await index.bookOf(current);
      if (book !== undefined) return { feed: served.feed, key: current.bookKey ?? '', index: book };
    } catch (error) {
      request.log.warn({ err: error }, 'the timetable book of a public feed cannot be read');
      return sentence(503, 'The timetables of this feed cannot be shown at the moment. The feed itself is at gtfs.zip.');
    }
    return sentence(404, 'No timetables could be made of this feed.');
  };
  app.route<Address>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:slug/lines/:id',
    handler: async (request, reply) => {
      const { slug, id } = request.params;
      const book = await bookAt(request, reply, slug);
      if (book === undefined) return reply;
      const listed = book.index.lines.find((line) => line.id === id);
      if (listed === undefined) return say(reply, 404, 'The published timetable has no such line.');
      const wanted = Wanted.parse(request.query);
      const page = pageOf(book, wanted);
      const made = await cache(`${book.key}/${book.feed.databaseName}/line/${id}/${page.kept}`, async () => {
        const file = await index.open(book.key);
        try {
          return linePage(await readLine(file, listed), page, wanted.stops === 'all');
        } finally {
          await file.close();
        }
      });
      return made === undefined ? reply : send(request, reply, made, KEPT);
    },
  });
  /** A stop and its block. */
  const stopIn = async (file: FileHandle, { index: listed }: Book, id: string): Promise<StopInBlock | undefined> => {
    const place = listed.stops[stopBlock(id, listed.stops.length)];
    if (place === undefined) return undefined;
    const { stops, headsigns } = await readStops(file, place);
    const stop = stops.find((one) => one.id === id);
    return stop === undefined ? undefined : { stop, headsigns };
  };
  app.route<Address>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:slug/stops/:id',
    handler: async (request, reply) => {
      const { slug, id } = request.params;
      const book = await bookAt(request, reply, slug);
      if (book === undefined) return reply;
      const page = pageOf(book, Wanted.parse(request.query));
      const now = localTime(timeNow(), book.index.timezone || book.feed.timezone);
      const minute = now.day * 1440 + Math.floor(now.second / 60);
      const made = await cache(`${book.key}/${book.feed.databaseName}/stop/${id}/${page.kept}/${minute}`, async () => {
        const file = await index.open(book.key);
        try {
          const found = await stopIn(file, book, id);
          if (found === undefined) return undefined;
          const children: StopInBlock[] = [];
          for (const child of found.stop.children.slice(0, CHILDREN)) {
            const one = await stopIn(file, book, child);
            if (one !== undefined) children.push(one);
          }
          return stopPage(found.stop, [found, ...children], now, page);
        } finally {
          await file.close();
        }
      });
      return made === undefined ? say(reply, 404, 'The published timetable has no such stop.') : send(request, reply, made, 'public, max-age=30');
    },
  });
  app.route<{ readonly Params: { readonly slug: string } }>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:slug/book',
    handler: async (request, reply) => {
      const book = await bookAt(request, reply, request.params.slug);
      if (book === undefined) return reply;
      const wanted = WantedBook.parse(request.query);
      const page = pageOf(book, wanted);
      if (wanted.line === undefined && wanted.all === undefined) {
        const made = await cache(`${book.key}/${book.feed.databaseName}/choice/${page.kept}`, () => Promise.resolve(choicePage(page)));
        return made === undefined ? reply : send(request, reply, made, KEPT);
      }
      const ids = new Set(wanted.line);
      const lines = book.index.lines.filter(({ id }) => wanted.all !== undefined || ids.has(id)).slice(0, BOOK_LINES);
      if (lines.length === 0) return say(reply, 404, 'The published timetable has none of these lines.');
      const { policy, pieces } = bookPage({
        page,
        lines,
        paper: wanted.paper,
        allStops: wanted.stops === 'all',
        read: async (listed) => {
          const file = await index.open(book.key);
          try {
            return await readLine(file, listed);
          } finally {
            await file.close();
          }
        },
      });
      void reply.header('cache-control', KEPT).header('content-security-policy', policy).type('text/html; charset=utf-8');
      return request.method === 'HEAD' ? reply.send() : reply.send(Readable.from(pieces));
    },
  });
}

function pageOf({ feed, index }: Book, wanted: z.infer<typeof Wanted>): PageOf {
  const kept = new URLSearchParams();
  if (wanted.lang !== undefined) kept.set('lang', wanted.lang);
  if (wanted.stops !== undefined) kept.set('stops', wanted.stops);
  if (wanted.embed !== undefined) kept.set('embed', '');
  return {
    title: feed.databaseName,
    index,
    tongue: tongueOf(index.language, index.timezone, wanted.lang),
    isEmbedded: wanted.embed !== undefined,
    kept: kept.size === 0 ? '' : `?${kept.toString()}`,
  };
}

/** Pages that were made last, up to a number of bytes. Those asked for longest ago go first. */
function pageCache(): (key: string, make: () => Promise<MadePage | undefined>) => Promise<Body | undefined> {
  const kept = new Map<string, Body>();
  const making = new Map<string, Promise<Body | undefined>>();
  let bytes = 0;
  return async (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const under =
      making.get(key) ??
      make()
        .then((page) => {
          if (page === undefined) return undefined;
          const { html, policy } = page;
          const body = Buffer.from(html);
          const made = { body, policy, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
          kept.set(key, made);
          bytes += body.length;
          for (const [oldest, { body: old }] of kept) {
            if (bytes <= CACHE_BYTES) break;
            kept.delete(oldest);
            bytes -= old.length;
          }
          return made;
        })
        .finally(() => making.delete(key));
    making.set(key, under);
    return under;
  };
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag, policy }: Body, caching: string): FastifyReply {
  void reply.header('etag', etag).header('cache-control', caching).header('content-security-policy', policy).type('text/html; charset=utf-8');
  if (fresh(request.headers, { etag })) return reply.code(304).send();
  return request.method === 'HEAD' ? reply.header('content-length', body.length).send() : reply.send(body);
}

/** A page with one sentence. */
function say(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  const { html, policy } = sentencePage('Timetable', sentence);
  void reply.code(status).header('cache-control', status === 503 ? 'no-store' : KEPT);
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
}
