/** The lines between pages and server: calls, and sockets for live messages. Whatever is on its way waits in the agenda. */
import { EventEmitter } from 'node:events';
import { HttpClient, type HttpRequest, HttpResponse } from '@microsoft/signalr';
import { z } from 'zod';
import type { HubSocket } from '../../server/live/hub.ts';
import { watchVersions } from '../../src/contract/notifications.ts';
import type { Agenda } from './agenda.ts';
import { asOwner, type Owner, worldTime } from './clock.ts';
import type { WorldServer } from './server.ts';

/** What went over the lines, for the trace. */
export interface Sent {
  readonly at: number;
  readonly tab: string;
  readonly kind: 'sent' | 'answered' | 'live' | 'fault';
  readonly text: string;
  /** The same for a call and its answer. */
  readonly id?: string;
}

/** What a page was answered or told. */
export interface Heard {
  readonly tab: string;
  /** The call, or that it was a live message. */
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/** A call of a page that writes to a version, and what the server answered, though that may never have come to the page. */
export interface Written {
  readonly tab: string;
  readonly what: string;
  readonly key: string;
  readonly ifMatch: string;
  readonly body: string;
  readonly status: number;
  readonly text: string;
}

export const ORIGIN = 'http://127.0.0.1:3000';

export class Network {
  readonly trace: Sent[] = [];
  readonly #agenda: Agenda;
  readonly #server: () => WorldServer | undefined;
  readonly #sockets = new Set<SocketPair>();
  /** What the pages of others than editors were answered and told. */
  readonly heard: Heard[] = [];
  /** Calls that the server has answered. */
  readonly written: Written[] = [];
  /** When pages were last told at which revision their version is. */
  readonly saidAt = new Map<Owner, number>();
  /** Whether nothing of what is said about edits is lost while a live connection stands. */
  isWhole = true;
  readonly #isWatched: (page: Owner) => boolean;
  /** Pages whose line is cut: calls fail, or what stands before the server answers them with 502. */
  readonly cut = new Map<Owner, 'fails' | '502'>();
  /** Live messages that came to a page in another order than that of their revisions. */
  readonly disorder: string[] = [];

  constructor(agenda: Agenda, server: () => WorldServer | undefined, isWatched: (page: Owner) => boolean = () => false) {
    this.#agenda = agenda;
    this.#server = server;
    this.#isWatched = isWatched;
  }

  /** Keeps a live message to a page whose rights are judged. */
  told(page: Owner, text: string): void {
    if (this.#isWatched(page)) this.heard.push({ tab: page.name, what: 'live message', status: 200, text });
  }

  note(tab: Owner, kind: Sent['kind'], text: string, id?: string): void {
    this.trace.push({ at: worldTime(), tab: tab.name, kind, text, ...(id !== undefined && { id }) });
  }

  /** `fetch` of a page. */
  fetchOf(page: Owner): typeof fetch {
    return (url, init = {}) =>
      new Promise<Response>((resolve, reject) => {
        const { signal } = init;
        const path = new URL(String(url instanceof Request ? url.url : url), ORIGIN);
        const text = `${init.method ?? 'GET'} ${path.pathname}${path.search}`;
        const id = `${++this.#calls}`;
        let over = false;
        const aborted = (): void => {
          if (over) return;
          over = true;
          reject(new DOMException('Aborted', 'AbortError'));
        };
        const end = (): void => {
          over = true;
          signal?.removeEventListener('abort', aborted);
        };
        const failed = (why: string): void => {
          if (over) return;
          end();
          this.note(page, 'fault', `${text}: ${why}`, id);
          asOwner(page, () => reject(new TypeError('fetch failed', { cause: why })));
        };
        const lineIsCut = (): void => {
          if (this.cut.get(page) !== '502') return failed('the line is cut');
          if (over) return;
          end();
          this.note(page, 'answered', `502 ${text}`, id);
          asOwner(page, () => resolve(new Response('<html>Bad Gateway</html>', { status: 502 })));
        };
        signal?.addEventListener('abort', aborted, { once: true });
        this.note(page, 'sent', text, id);
        if (text === WATCH && typeof init.body === 'string') {
          const { versionIds } = Watched.parse(JSON.parse(init.body));
          for (const pair of this.#sockets) if (pair.page === page) pair.watches(versionIds);
        }
        const send = (repeated: boolean): void =>
          this.#agenda.add({
            owner: SOMEWHERE,
            kind: 'request',
            what: `${page.name} ${text}`,
            lost: () => failed('lost on its way'),
            run: () => {
              const server = this.#server();
              if (this.cut.has(page)) return lineIsCut();
              if (server === undefined || !server.owner.alive) return failed('connection refused');
              if (!repeated) this.#maybeRepeat = { text: `${page.name} ${text}`, again: () => send(true) };
              server.call(path, init).then(
                (answer) => {
                  if (WRITTEN.test(text)) void this.#keep(page, text, init, answer.clone());
                  if (this.#isWatched(page))
                    void answer
                      .clone()
                      .text()
                      .then((body) => this.heard.push({ tab: page.name, what: text, status: answer.status, text: body }));
                  if (repeated) return;
                  this.#agenda.add({
                    owner: page,
                    kind: 'answer',
                    what: `${answer.status} ${page.name} ${text}`,
                    lost: () => failed('the answer was lost'),
                    run: () => {
                      if (over) return;
                      if (this.cut.has(page)) return lineIsCut();
                      end();
                      this.note(page, 'answered', `${answer.status} ${text}`, id);
                      resolve(answer);
                    },
                  });
                },
                () => repeated || failed('connection reset'),
              );
              server.whenGone(() => repeated || failed('connection reset'));
            },
          });
        send(false);
      });
  }

  async #keep(page: Owner, what: string, { headers, body }: RequestInit, answer: Response): Promise<void> {
    const said = new Headers(headers);
    this.written.push({
      tab: page.name,
      what,
      key: said.get('idempotency-key') ?? '',
      ifMatch: said.get('if-match') ?? '',
      body: typeof body === 'string' ? body : '',
      status: answer.status,
      text: await answer.text(),
    });
  }

  #calls = 0;
  #maybeRepeat: { readonly text: string; readonly again: () => void } | undefined;

  /** Sends the request that the server took last once more, as a proxy may. */
  repeatLast(): string | undefined {
    const last = this.#maybeRepeat;
    this.#maybeRepeat = undefined;
    last?.again();
    return last?.text;
  }

  /** Sockets and calls for the library of live messages in a page. */
  liveOf(page: Owner): { readonly httpClient: HttpClient; readonly WebSocket: new (url: string) => unknown } {
    const connect = (socket: PageEnd, url: URL, headers: Record<string, string>): SocketPair => this.#connect(page, socket, url, headers);
    class PageSocket {
      onopen: (() => void) | undefined;
      onmessage: ((event: { data: string }) => void) | undefined;
      onerror: ((event: unknown) => void) | undefined;
      onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | undefined;
      binaryType = 'blob';
      readyState = 0;
      readonly #pair: SocketPair;
      constructor(url: string, _protocols?: unknown, options?: { headers?: Record<string, string> }) {
        this.#pair = connect(this, new URL(url.replace(/^ws/, 'http')), options?.headers ?? {});
      }
      send(data: string): void {
        this.#pair.toServer(data);
      }
      close(): void {
        this.#pair.end('the page closed it');
      }
      static readonly OPEN = 1;
    }
    return { httpClient: new CallsOf(this.fetchOf(page)), WebSocket: PageSocket };
  }

  #connect(page: Owner, socket: PageEnd, url: URL, headers: Record<string, string>): SocketPair {
    const pair = new SocketPair(this, this.#agenda, page, socket, () => this.#sockets.delete(pair));
    this.#sockets.add(pair);
    this.#agenda.add({
      owner: SOMEWHERE,
      kind: 'request',
      what: `${page.name} opens its live connection`,
      order: pair.name,
      lost: () => pair.end('lost on its way'),
      run: async () => {
        const server = this.#server();
        if (this.cut.has(page) || server === undefined || !server.owner.alive) return pair.end('connection refused');
        const status = await asOwner(server.owner, () =>
          server.app.admitLive({ url: url.pathname + url.search, headers: lowercased(headers) }, () => pair.admitted(server.owner)),
        );
        if (status !== 101) pair.end(`refused: ${status}`);
      },
    });
    return pair;
  }

  /** Cuts the live connections of a page, or of all. */
  cutLive(page?: Owner): void {
    for (const pair of this.#sockets) if (page === undefined || pair.page === page) pair.end('cut');
  }

  /** Cuts the live connections to a server. */
  cutLiveTo(server: Owner): void {
    for (const pair of this.#sockets) if (pair.server === server) pair.end('cut');
  }
}

/** A live message about an edit. */
const EDITED = /"target":"versionChanged","arguments":\[\{"VersionId":(\d+),"Rev":(\d+)/g;
/** One about the revision that a version has. */
const AT = /"target":"versionAt","arguments":\[\{"VersionId":(\d+),"Rev":(\d+)/g;
/** Writes to a version. */
const WRITTEN = /^(POST|PUT|PATCH|DELETE) [/]storage[/]ui[/]db[/]version[/]/;

/** The call by which a page says which versions it wants to hear of. */
const WATCH = `POST ${watchVersions.path}`;
const Watched = z.object({ versionIds: z.array(z.int()) });

/** Messages between processes belong to nobody. */
export const SOMEWHERE: Owner = { name: 'network', alive: true, skew: 0 };

interface PageEnd {
  readyState: number;
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number; reason: string; wasClean: boolean }) => void) | undefined;
}

/** The two ends of a socket. What is sent arrives in order, later; what is on its way when it ends is lost. */
class SocketPair {
  readonly name: string;
  readonly page: Owner;
  readonly #network: Network;
  readonly #agenda: Agenda;
  readonly #socket: PageEnd;
  readonly #gone: () => void;
  readonly #atServer = new ServerEnd(
    (text) => this.#toPage(text),
    (why) => this.end(why),
  );
  /** Where it leads to, once it is open. */
  server: Owner | undefined;
  #over = false;
  /** The revision that came last, by version. */
  readonly #revs = new Map<string, number>();
  #watched: readonly number[] = [];
  /** Versions that it has not watched for a while: it may have missed edits of them. */
  readonly #left = new Set<string>();
  /** The revision up to which the page has heard of every edit since it began to, by version. */
  readonly #known = new Map<string, number>();
  #at = 0;

  constructor(network: Network, agenda: Agenda, page: Owner, socket: PageEnd, gone: () => void) {
    this.#network = network;
    this.#agenda = agenda;
    this.page = page;
    this.#socket = socket;
    this.#gone = gone;
    this.name = `socket ${agenda.added}`;
  }

  admitted(server: Owner): HubSocket {
    this.server = server;
    this.#later(this.page, 'open', () => {
      this.#socket.readyState = 1;
      this.#socket.onopen?.();
    });
    return this.#atServer;
  }

  toServer(data: string): void {
    const { server } = this;
    if (server === undefined || this.#over) return;
    this.#later(server, data, () => this.#atServer.emit('message', Buffer.from(data), false));
  }

  #toPage(text: string): void {
    if (this.#over) return;
    this.#later(this.page, text, () => {
      this.#network.note(this.page, 'live', text.slice(0, 300));
      this.#network.told(this.page, text);
      this.#inOrder(text);
      this.#whole(text);
      this.#socket.onmessage?.({ data: text });
    });
  }

  watches(versionIds: readonly number[]): void {
    for (const id of this.#watched) if (!versionIds.includes(id)) this.#left.add(`${id}`);
    this.#watched = versionIds;
  }

  /** Edits of a version come in the order of their revisions. */
  #inOrder(text: string): void {
    for (const [, version = '', rev] of text.matchAll(EDITED)) {
      const before = this.#revs.get(version) ?? 0;
      if (Number(rev) <= before) this.#network.disorder.push(`${this.page.name} hears of revision ${rev} of version ${version} after ${before}`);
      this.#revs.set(version, Number(rev));
    }
  }

  /** While a connection stands and watches a version, no edit of it is left out. */
  #whole(text: string): void {
    const isTold = (version: string, rev: number, from: number): void => {
      const known = this.#known.get(version);
      if (this.#network.isWhole && !this.#left.has(version) && known !== undefined && rev > known + from)
        this.#network.disorder.push(`${this.page.name} hears that version ${version} is at revision ${rev}, and of none after ${known}`);
      if (known !== undefined || from > 0 || this.#at > 1) this.#known.set(version, Math.max(known ?? 0, rev));
    };
    for (const [, version = '', rev] of text.matchAll(EDITED)) isTold(version, Number(rev), 1);
    for (const [, version = '', rev] of text.matchAll(AT)) {
      // what is said first may have been looked up before the page was among the hearers
      this.#at += 1;
      this.#network.saidAt.set(this.page, worldTime());
      isTold(version, Number(rev), 0);
    }
  }

  #later(owner: Owner, what: string, run: () => void): void {
    const direction = owner === this.page ? 'down' : 'up';
    this.#agenda.add({
      owner,
      kind: 'live',
      what: `${this.page.name} ${direction} ${what.slice(0, 60)}`,
      order: `${this.name} ${direction}`,
      lost: () => this.end('cut'),
      run: () => (this.#over ? undefined : this.#network.cut.has(this.page) ? this.end('the line is cut') : run()),
    });
  }

  end(why: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#gone();
    this.#network.note(this.page, 'fault', `live connection: ${why}`);
    this.#socket.readyState = 3;
    this.#atServer.readyState = 3;
    const { server } = this;
    if (server?.alive) this.#agenda.add({ owner: server, kind: 'live', what: `${this.page.name} is gone`, run: () => this.#atServer.emit('close') });
    if (this.page.alive)
      this.#agenda.add({
        owner: this.page,
        kind: 'live',
        what: `${this.page.name} loses its live connection`,
        run: () => this.#socket.onclose?.({ code: 1006, reason: why, wasClean: false }),
      });
  }
}

/** A socket as the hub sees it. */
class ServerEnd extends EventEmitter {
  readyState: 0 | 1 | 2 | 3 = 1;
  bufferedAmount = 0;
  readonly #send: (text: string) => void;
  readonly #end: (why: string) => void;
  constructor(send: (text: string) => void, end: (why: string) => void) {
    super();
    this.#send = send;
    this.#end = end;
  }
  send(data: unknown): void {
    this.#send(String(data));
  }
  close(): void {
    this.#end('the server closed it');
  }
  terminate(): void {
    this.#end('the server ended it');
  }
  ping(): void {
    this.emit('pong');
  }
  pong(): void {
    // a page sends no pings
  }
}

/** The calls that the library of live messages makes by itself. */
class CallsOf extends HttpClient {
  readonly #fetch: typeof fetch;
  constructor(call: typeof fetch) {
    super();
    this.#fetch = call;
  }
  override async send({ url = '', method = 'GET', headers = {}, content }: HttpRequest): Promise<HttpResponse> {
    const answer = await this.#fetch(url, { method, headers, ...(typeof content === 'string' && content !== '' && { body: content }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status}`);
    return new HttpResponse(answer.status, '', text);
  }
}

function lowercased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
