/** One page of the product in a world: the real kernel with its real effects, over the simulated network and the real log store. */
import { z } from 'zod';
import { EditConflict } from '../../src/contract/edits.ts';
import { isEntityKind } from '../../src/domain/entities.ts';
import { seenRev } from '../../src/projections/documents.ts';
import { takeUpClosedTabs } from '../../src/takeUpClosedTabs.ts';
import { loadAccount } from '../../src/commands/account/loadAccount.ts';
import { loadEdits } from '../../src/commands/notifications/loadEdits.ts';
import { versionRead } from '../../src/commands/notifications/versionRead.ts';
import { appStarted } from '../../src/commands/shell/appStarted.ts';
import { awaitedReads, lineReturned } from '../../src/commands/shell/lineReturned.ts';
import { databaseOfPath } from '../../src/domain/presence.ts';
import { snapshotOf } from '../../src/domain/snapshots.ts';
import { createHttp } from '../../src/effects/http.ts';
import { watchLine } from '../../src/effects/lineWatch.ts';
import { createLive, type LiveConnection } from '../../src/effects/live.ts';
import { openLogStore } from '../../src/effects/logStore.ts';
import { newId } from '../../src/effects/newId.ts';
import { holdSession } from '../../src/effects/tabSession.ts';
import { waitFor } from '../../src/effects/waitFor.ts';
import { hear } from '../../src/hearLive.ts';
import { createKernel, type Kernel } from '../../src/kernel/kernel.ts';
import type { LogRecord } from '../../src/kernel/record.ts';
import { definitions, LOG_SCHEMA } from '../../src/machines/definitions.ts';
import type { Table } from '../../src/kernel/table.ts';
import type { AppState } from '../../src/projections/state.ts';
import { isBehind, isReadNews } from '../../src/projections/syncPosition.ts';
import { presentPlace } from '../../src/projections/versions.ts';
import { asOwner, type Owner } from './clock.ts';
import { type Network, ORIGIN } from './network.ts';
import { lookAtPage, type PageJudges, type Unkept } from './pageJudges.ts';
import { type PersonName, subjectOf } from './people.ts';

export interface Tab {
  readonly owner: Owner;
  readonly person: PersonName;
  readonly kernel: Kernel<AppState>;
  /** Every record of this page, in order; what an earlier page of the session recorded is not among them. */
  readonly records: readonly LogRecord[];
  /** A call that the page itself would not make. */
  call(request: ForeignCall): Promise<void>;
  /** What was not as it has to be while the page was there. */
  readonly troubles: readonly string[];
  /** Documents that were older after the answer to an own edit than the edit. */
  readonly unkept: readonly Unkept[];
  /** How the page ended; undefined while it is open. */
  readonly ended: 'leave' | 'crash' | undefined;
  /** Ends the page: `leave` writes its log as a reload does, `crash` loses what is not on the disk. */
  end(how: 'leave' | 'crash'): void;
}

/** The version of every world. */
export const VERSION = 1;

interface ForeignCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** A browser of one person: its disk outlives its pages. */
export interface Browser {
  readonly person: PersonName;
  readonly disk: IDBFactory;
  /** What the pages of this browser sign their calls with. */
  token: string;
}

interface TabPlace {
  readonly name: string;
  readonly browser: Browser;
  readonly network: Network;
  readonly path: string;
  /** The server has refused the token: the page is to be left for signing in. */
  readonly signIn: () => void;
  /** The session to go on with, as after a reload. */
  readonly session?: string;
}

/** Opens a page; with a session it takes up what that has left. */
export function openTab({ name, browser, network, path, signIn, session }: TabPlace): Promise<Tab> {
  const owner: Owner = { name, alive: true, skew: 0, says: (text) => network.note(owner, 'fault', `console: ${text}`) };
  const { person } = browser;
  const subject = subjectOf(person);
  const accessToken = (): Promise<string> => Promise.resolve(browser.token);
  const fetchHere = network.fetchOf(owner);
  return asOwner(owner, async () => {
    const store = await openLogStore(browser.disk, undefined, undefined, { window: new EventTarget(), document: new EventTarget() });
    const found = session === undefined ? undefined : await store.recover(session);
    const perform = createHttp({
      accessToken,
      login: () => Promise.resolve(signIn()),
      fetch: fetchHere,
      readAt: (versionId, rev) => {
        if (isReadNews(kernel.snapshot().view, versionId, rev)) kernel.receive(versionRead({ versionId, rev }));
      },
    });
    const header = found?.header ?? {
      session: newId(),
      schema: LOG_SCHEMA,
      build: '0.0.0 (simulated0)',
      startedAt: new Date().toISOString(),
      locale: 'en',
      role: 'unknown',
    };
    await holdSession(header.session);
    const began = Date.parse(header.startedAt);
    const kernel: Kernel<AppState> = createKernel<AppState>({
      ...definitions,
      header,
      clock: () => Date.now() - began,
      perform,
      ...(found && { restore: found.recovered, run: newId().slice(0, 6) }),
    });
    const records: LogRecord[] = [];
    const stopKeeping = store.keep(kernel, subject);
    kernel.records$.subscribe((record) => records.push(record));
    const [started] = appStarted.definition.samples();
    if (started === undefined) throw new Error('app.started has no sample');
    kernel.receive(appStarted({ ...started, path, search: '' }));
    const troubles = goneBack(kernel, name);
    kernel.records$.subscribe((record) => troubles.push(...unbrought(kernel, record).map((what) => `${name} ${what}`)));
    const judges = lookAtPage(kernel, name, VERSION);
    followLine(kernel, fetchHere);
    kernel.dispatch(loadAccount({}));
    const live = followLive(kernel, network, owner, { accessToken, login: signIn, hears: judges.hears });
    void takeUpClosedTabs(kernel, store, subject);
    let ended: Tab['ended'];
    return {
      owner,
      person,
      kernel,
      records,
      get troubles() {
        return [...troubles, ...judges.troubles];
      },
      unkept: judges.unkept,
      call: ({ method, path, body }: ForeignCall) =>
        asOwner(owner, async () => {
          const headers = {
            authorization: `Bearer ${browser.token}`,
            'content-type': 'application/json',
            'if-match': '*',
            'idempotency-key': newId(),
          };
          await fetchHere(ORIGIN + path, { method, headers, body: JSON.stringify(body) }).catch(() => undefined);
        }),
      get ended() {
        return ended;
      },
      end(how: 'leave' | 'crash') {
        ended ??= how;
        if (how === 'leave') asOwner(owner, stopKeeping);
        owner.alive = false;
        kernel.stop();
        void live.stop().catch(() => undefined);
      },
    };
  });
}

/** Whether a page neither has an edit nor asks for it. One whose question has failed may wait until it is told. */
function isUnaware(kernel: Kernel<AppState>, rev: number): boolean {
  const { view, pending } = kernel.snapshot();
  const { records } = kernel.log();
  const last = records.findLast(({ type }) => type.startsWith(`${loadEdits.type}.`))?.type;
  // an own edit is known by its answer
  const isOwn = records.some(({ type, payload }) => type.endsWith('.answered') && OfEdit.safeParse(payload).data?.reply.Rev === rev);
  return !isOwn && isBehind(view, VERSION, rev) && last !== `${loadEdits.type}.failed` && !pending.some(({ type }) => type === loadEdits.type);
}

const OfEdit = z.object({ reply: z.object({ Rev: z.int(), Documents: z.array(z.unknown()) }) });

/** Sentences about documents of which a page held a newer revision before. */
function goneBack(kernel: Kernel<AppState>, name: string): string[] {
  const told: string[] = [];
  const tables = (): Tables => kernel.snapshot().base.versions[VERSION]?.docs.tables ?? {};
  let before = tables();
  kernel.subscribe(() => {
    const now = tables();
    for (const [kind, table] of Object.entries(now)) {
      const buckets = before[kind]?.buckets;
      for (const [i, bucket] of table.buckets.entries()) {
        const old = buckets?.[i];
        if (old === undefined || old === bucket) continue;
        for (const [id, { rev }] of Object.entries(bucket)) {
          const was = old[id]?.rev ?? 0;
          if (was > rev) told.push(`${name} held ${kind} ${id} of revision ${was}, and then of ${rev}`);
        }
      }
    }
    before = now;
  });
  return told;
}

const Conflicted = z.object({ error: z.object({ status: z.literal(412), present: EditConflict }) });

/** Once a page is told of a conflict it holds what is there now. */
function unbrought(kernel: Kernel<AppState>, { type, payload }: LogRecord): readonly string[] {
  const conflict = type.endsWith('.failed') ? Conflicted.safeParse(payload).data?.error.present : undefined;
  const { base } = kernel.snapshot();
  if (conflict === undefined || base.versions[VERSION] === undefined) return [];
  return conflict.Documents.flatMap(({ Kind, Id, Rev, Large }) => {
    // a list may have brought a newer one
    const held = isEntityKind(Kind) ? seenRev(base, VERSION, { kind: Kind, id: Id }) : undefined;
    return Large || (held ?? -1) >= Rev ? [] : [`holds ${Kind} ${Id} of revision ${held ?? 'none'} after a conflict with ${Rev}`];
  });
}

/** What a page holds of the documents of a version, by kind. */
type Tables = Readonly<Record<string, Table<{ readonly rev: number }>>>;

/** Reads are made again once the server answers, as in a page. */
function followLine(kernel: Kernel<AppState>, fetchHere: typeof fetch): void {
  const watch = watchLine({ fetch: fetchHere, wait: waitFor, page: new EventTarget(), returned: () => void kernel.receive(lineReturned({})) });
  kernel.subscribe(() => {
    const awaited = awaitedReads(kernel.snapshot());
    if (awaited !== undefined) watch(awaited);
  });
}

function followLive(
  kernel: Kernel<AppState>,
  network: Network,
  owner: Owner,
  signed: { readonly accessToken: () => Promise<string>; readonly login: () => void; readonly hears: PageJudges['hears'] },
): LiveConnection {
  const live = createLive({
    ...signed,
    emit: (event) => {
      if (event.type === 'live.versionAt' && network.isWhole && isUnaware(kernel, event.payload.Rev))
        network.disorder.push(`${owner.name} learns of revision ${event.payload.Rev} only because it is said again`);
      if (event.type === 'live.versionChanged' && event.payload.VersionId === VERSION) signed.hears(event.payload.Rev, event.payload.CommandId);
      hear(kernel, event);
    },
    present: () => undefined,
    origin: ORIGIN,
    fetch: network.fetchOf(owner),
    wait: waitFor,
    now: () => performance.now(),
    transport: network.liveOf(owner),
  });
  let begun = false;
  let watched: string | undefined;
  kernel.subscribe(() => {
    const { view } = kernel.snapshot();
    if (!view.session.account?.hasAccess) return;
    if (!begun) live.start();
    begun = true;
    const { versionId } = presentPlace(view);
    const databaseId = databaseOfPath(view.location.path);
    const wanted = `${versionId ?? ''} ${databaseId ?? ''}`;
    if (wanted === watched) return;
    watched = wanted;
    live.watch(versionId === undefined || snapshotOf(versionId) ? [] : [versionId], databaseId);
  });
  return live;
}
