/**
 * Keeps what is known of versions true: a full check of a version that never had one, and after every commit a check of
 * what it touches. Runs beside the calls; `validation.validated_rev` says how far it has come. Of several processes one holds a version
 * and checks it (`Engine.claims`); the others tell that one.
 */
import type { EntityKind } from '../../src/domain/entities.ts';
import { ENTITY_SCHEMAS } from '../../src/domain/entities.ts';
import type { Live } from '../live/live.ts';
import * as store from '../store/findings.ts';
import type { Engine } from '../store/engine.ts';
import { readCurrentBeside } from '../store/publishing.ts';
import type { Db } from '../store/tables.ts';
import { asksForErrors, queueErrors } from '../store/webhooks.ts';
import type { RuleChanges } from '../../src/domain/validationProfile.ts';
import { inSpan } from '../store/spans.ts';
import { clearTimeout, pause, setTimeout } from '../surroundings.ts';
import { ruleCatalogue } from './catalogue.ts';
import { FindingBook, readBody, readParts, type SubjectsByRule } from './findingBook.ts';
import type { Rechecked } from './messages.ts';
import type { RegionFacts } from './network.ts';
import { isTimezone } from '../../src/domain/formats.ts';
import { limitsUnder, rulesUnder } from './profile.ts';
import { type CheckingWorker, ValidationThread } from './thread.ts';

/** What was found in a version, and what its region says of it. */
interface KnownFindings {
  readonly book: FindingBook;
  readonly timezone: string;
  /** Whether it was found with other rules or thresholds than those that apply now. */
  readonly outdated: boolean;
}

export interface Validator {
  /** Has a version checked where it is not, or not up to its revision. Answers at once. */
  ensure(versionId: number): void;
  /** Checks every version that was edited after its last check, or without one: a process that ended in between has left it behind. */
  catchUp(): Promise<void>;
  /** What was found in a version so far; undefined where it was never checked. Within a transaction give its `db`. */
  book(versionId: number, db?: Db): Promise<KnownFindings | undefined>;
  stop(): Promise<void>;
}

interface ValidatorOptions {
  readonly engine: Engine;
  readonly live: Pick<Live, 'publish'>;
  readonly warn: (message: string, error: unknown) => void;
  /** Megabytes that the thread may take. */
  readonly memoryMb?: number;
  /** In place of a thread, for tests. */
  readonly startChecking?: ((memoryMb: number) => CheckingWorker) | undefined;
}

/** Versions whose cases are kept in memory. */
const KEPT_BOOKS = 8;

/** Cases of rules that are errors under a profile, excluded ones among them. */
function errorsIn(book: FindingBook, profile: RuleChanges): number {
  let errors = 0;
  for (const { code, level } of rulesUnder(profile)) if (level === 'Error') for (const { count } of book.subjects(code)) errors += count;
  return errors;
}

export function createValidator({ engine, live, warn, memoryMb, startChecking }: ValidatorOptions): Validator {
  const thread = new ValidationThread((versionId) => engine.claims.release(versionId), memoryMb, startChecking);
  const running = new Map<number, { again: boolean; readonly done: Promise<void> }>();
  const books = new Map<number, FindingBook>();
  /** Only what is read to its end: a transaction must not wait for a reading that waits for it. */
  const sets = new Map<number, SubjectsByRule>();
  /** Versions that were just checked, or whose check another process was just asked for. */
  const resting = new Map<number, Promise<void>>();
  /** Versions that another process was asked to check. */
  const asked = new Map<number, NodeJS.Timeout>();
  let turn: Promise<void> = Promise.resolve();
  let stopped = false;
  const listening = engine.fanout.listen((payload) => {
    // Other messages of the processes come here too.
    if (!payload.startsWith(CHECK)) return;
    const versionId = Number(payload.slice(CHECK.length));
    if (engine.claims.has(versionId)) void ensure(versionId);
  });

  /** Checks until nothing is left to check. One version at a time: there is one thread. */
  const work = async (versionId: number, state: { again: boolean }): Promise<void> => {
    await resting.get(versionId);
    const before = turn;
    let release = (): void => undefined;
    turn = new Promise((done) => (release = done));
    await before;
    try {
      do state.again = false;
      while (
        !stopped &&
        ((await inSpan('check version', { 'dmp.version': versionId }, () => step(versionId), true)) || (state.again && !resting.has(versionId)))
      );
    } finally {
      release();
    }
  };

  /** What is changed in the meantime is checked in one go after it. */
  const rest = (versionId: number): void => {
    const over = pause(REST).then(() => void resting.delete(versionId));
    resting.set(versionId, over);
  };

  /** One check; false where nothing is left to do. */
  const step = async (versionId: number): Promise<boolean> => {
    if (asked.has(versionId)) return askOther(versionId);
    const input = await store.readCheckInput(engine.db, versionId);
    if (!input) return false;
    const fingerprint = checkFingerprint(input.region);
    const usable = input.state?.fingerprint === fingerprint ? input.state : undefined;
    const held = thread.revisionOf(versionId);
    // A draft is held ready, so that its first edit is checked as quickly as the others.
    if (usable && usable.validatedRev >= input.rev && (!input.editable || held === usable.validatedRev)) return false;
    if (!(await engine.claims.take(versionId))) return askOther(versionId);
    if (usable && held === undefined && input.madeOf && (await takeOver(versionId, input.madeOf))) return true;
    if (usable && held !== undefined && held <= usable.validatedRev) return recheck(versionId, held, usable.validatedRev, input.region.profile);
    return checkAll(versionId, input.rev, input.region, fingerprint, usable);
  };

  /**
   * Takes over the version that a draft was made of, where the thread holds that at the same revision: its documents are those of the
   * draft at revision 0. A closed version is not checked again, so nobody misses it. False where the draft has to be read.
   */
  const takeOver = async (versionId: number, madeOf: { readonly versionId: number; readonly rev: number }): Promise<boolean> => {
    if (thread.revisionOf(madeOf.versionId) !== madeOf.rev || !(await store.isClosed(engine.db, madeOf.versionId))) return false;
    thread.rename(madeOf.versionId, versionId);
    engine.claims.release(madeOf.versionId);
    return true;
  };

  /** Has the process that holds a version check it, and looks later whether it did: it may have ended. */
  const askOther = async (versionId: number): Promise<false> => {
    thread.forget(versionId);
    rest(versionId);
    const later = (): void => {
      asked.delete(versionId);
      isBehind(versionId).then(
        (behind) => void (behind && ensure(versionId)),
        (error: unknown) => warn(`Version ${versionId} could not be looked at`, error),
      );
    };
    if (!stopped && !asked.has(versionId)) asked.set(versionId, setTimeout(later, LOOKS_AFTER).unref());
    await engine.fanout.notify(CHECK + versionId);
    return false;
  };
  const isBehind = async (versionId: number): Promise<boolean> => {
    const input = await store.readCheckInput(engine.db, versionId);
    return input !== undefined && (input.state?.validatedRev ?? -1) < input.rev;
  };

  /** Takes in the edits above what the thread holds. Those up to `from` another process has checked. */
  const recheck = async (versionId: number, held: number, from: number, profile: RuleChanges): Promise<boolean> => {
    const unchecked = await store.readUnchecked(engine.db, versionId, held);
    const to = unchecked.at(-1)?.rev;
    if (to === undefined) {
      thread.forget(versionId);
      return true;
    }
    const { sets: found } = await thread.edit(versionId, unchecked);
    rest(versionId);
    if (to <= from) return false;
    const news = found.filter(({ rev }) => rev > from);
    return !(await keep(versionId, from, to, news, unchecked, profile));
  };

  const checkAll = async (
    versionId: number,
    rev: number,
    region: NonNullable<Awaited<ReturnType<typeof store.readCheckInput>>>['region'],
    fingerprint: string,
    usable: store.CheckState | undefined,
  ): Promise<boolean> => {
    const { rev: at, checked } = await thread.check(versionId, regionFacts(region), documentsOf(versionId), async () => {
      const later = await store.readUnchecked(engine.db, versionId, rev);
      return { rev: later.at(-1)?.rev ?? rev, changes: later.flatMap(({ changes }) => changes) };
    });
    if (usable) {
      // What is there stays; what differs from it becomes the version's own.
      const found = differences(await bookOf(versionId, usable, engine.db), readParts(checked.parts));
      await keep(
        versionId,
        usable.validatedRev,
        at,
        [{ rev: at, changes: found }],
        await store.readUnchecked(engine.db, versionId, usable.validatedRev),
        region.profile,
      );
      return true;
    }
    const timezone = isTimezone(checked.timezone) ? checked.timezone : isTimezone(region.timezone) ? region.timezone : 'UTC';
    await engine.db.transaction().execute(async (tx) => {
      const isFirst = (await store.readCheckState(tx, versionId)) === undefined;
      await store.writeFindingSet(tx, versionId, { rev: at, fingerprint, timezone }, checked.parts);
      if (isFirst && (await asksForErrors(tx, versionId))) {
        const found = new FindingBook(0, readParts(checked.parts));
        await queueErrors(tx, versionId, await errorsAboveCurrent(tx, versionId, found, region.profile));
      }
    });
    books.delete(versionId);
    await live.publish({ target: 'findingsChanged', message: { VersionId: versionId, Rev: at, Rules: null, Effects: [] } });
    return true;
  };

  /** How many more errors a new version has than the current one of its database; 0 where that one is not checked. */
  const errorsAboveCurrent = async (db: Db, versionId: number, found: FindingBook, profile: RuleChanges): Promise<number> => {
    const currentId = await readCurrentBeside(db, versionId);
    const state = currentId === undefined ? undefined : await store.readCheckState(db, currentId);
    if (currentId === undefined || state === undefined) return 0;
    return errorsIn(found, profile) - errorsIn(await bookOf(currentId, state, db), profile);
  };

  /** Writes what changed and tells it; false where the version has to be checked as a whole. */
  const keep = async (
    versionId: number,
    from: number,
    to: number,
    found: Rechecked['sets'],
    unchecked: readonly store.UncheckedSet[],
    profile: RuleChanges,
  ): Promise<boolean> => {
    const levels = new Map(rulesUnder(profile).map(({ code, level }) => [code, level]));
    const last = new Map<string, store.FindingChange>();
    const rules = new Map<number, { added: number; cured: number }>();
    const effects: store.FindingEffect[] = [];
    for (const { rev, changes } of found) {
      let [errors, warnings] = [0, 0];
      for (const { rule, subject, before, after } of changes) {
        const by = (readBody(after)?.count ?? 0) - (readBody(before)?.count ?? 0);
        const sum = rules.get(rule) ?? { added: 0, cured: 0 };
        rules.set(rule, by > 0 ? { ...sum, added: sum.added + by } : { ...sum, cured: sum.cured - by });
        const level = levels.get(rule);
        if (level === 'Error') errors += by;
        else if (level === 'Warning') warnings += by;
        const key = `${rule} ${subject}`;
        // `was` matters only for the first change of a subject in this version; later ones leave it as it is.
        const first = last.get(key);
        last.set(key, { rule, subject, rev, body: after, was: first ? first.was : before });
      }
      if (errors !== 0 || warnings !== 0) effects.push({ rev, errors, warnings });
    }
    const written = await engine.db.transaction().execute(async (tx) => {
      if (!(await store.writeFindingChanges(tx, versionId, from, to, [...last.values()], effects))) return false;
      const errors = effects.reduce((sum, one) => sum + one.errors, 0);
      await queueErrors(tx, versionId, errors);
      return true;
    });
    if (!written) thread.forget(versionId);
    if (!written || (from === to && rules.size === 0)) return written;
    await live.publish({
      target: 'findingsChanged',
      message: {
        VersionId: versionId,
        Rev: to,
        Rules: [...rules].map(([RuleId, { added, cured }]) => ({ RuleId, Added: added, Cured: cured })),
        Effects: effects.slice(-EFFECTS_SENT).map(({ rev, errors, warnings }) => ({
          Rev: rev,
          CommandId: unchecked.find((set) => set.rev === rev)?.commandId ?? null,
          Errors: errors,
          Warnings: warnings,
        })),
      },
    });
    return true;
  };

  async function* documentsOf(versionId: number): AsyncGenerator<{ kind: EntityKind; text: Buffer }> {
    for (const kind of Object.keys(ENTITY_SCHEMAS) as EntityKind[]) {
      for await (const text of store.readDocumentPages(engine, versionId, kind)) {
        if (stopped) throw new Error('The server stops');
        if (text.length > 0) yield { kind, text };
      }
    }
  }

  const bookOf = async (versionId: number, state: store.CheckState, db: Db): Promise<FindingBook> => {
    let book = books.get(versionId);
    if (!book || book.setId !== state.setId) {
      let set = sets.get(state.setId);
      if (!set) sets.set(state.setId, (set = readParts(await store.readFindingParts(db, state.setId))));
      book = new FindingBook(state.setId, set);
    }
    if (book.rev < state.validatedRev) book.take(await store.readFindingChanges(db, versionId, book.rev), state.validatedRev);
    books.delete(versionId);
    books.set(versionId, book);
    for (const oldest of [...books.keys()].slice(0, Math.max(0, books.size - KEPT_BOOKS))) books.delete(oldest);
    const used = new Set([...books.values()].map(({ setId }) => setId));
    for (const setId of sets.keys()) if (!used.has(setId)) sets.delete(setId);
    return book;
  };

  const ensure = (versionId: number): Promise<void> => {
    const under = running.get(versionId);
    if (under) {
      under.again = true;
      return under.done;
    }
    if (stopped) return Promise.resolve();
    const state = { again: false };
    const done = work(versionId, state)
      .catch((error: unknown) => {
        thread.forget(versionId);
        if (!stopped) warn(`Version ${versionId} could not be checked`, error);
      })
      .then(() => {
        running.delete(versionId);
        // Asked for after the last look.
        return state.again ? ensure(versionId) : undefined;
      });
    running.set(versionId, Object.assign(state, { done }));
    return done;
  };

  return {
    ensure: (versionId) => void ensure(versionId),
    async catchUp() {
      await Promise.all((await store.listBehind(engine.db)).map(ensure));
    },
    async book(versionId, db = engine.db) {
      const state = await store.readCheckState(db, versionId);
      if (!state) return undefined;
      const input = await store.readCheckInput(db, versionId);
      const outdated = input !== undefined && state.fingerprint !== checkFingerprint(input.region);
      return { book: await bookOf(versionId, state, db), timezone: state.timezone, outdated };
    },
    async stop() {
      stopped = true;
      for (const timer of asked.values()) clearTimeout(timer);
      await (
        await listening
      )();
      await thread.stop();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}

/** What the process that holds a version is told, before the id of the version. */
const CHECK = 'check ';

/** Milliseconds between two checks of a version. */
const REST = 100;

/** Milliseconds that another process has to check what it was asked to. */
const LOOKS_AFTER = 3000;

/** Most change sets whose effect one message holds. */
const EFFECTS_SENT = 50;

/**
 * Identifies what a set of findings depends on beside the documents: rules, and bounds, currency and thresholds of the region. A rule that
 * its profile turns off keeps its findings: they are left out when they are read, so that turning it on again needs no check.
 */
export function checkFingerprint(region: CheckedRegion): string {
  const limits = limitsUnder(region.profile);
  return JSON.stringify([RULES, region.bounds, region.currency, ...(limits === undefined ? [] : [limits])]);
}

type CheckedRegion = Pick<NonNullable<Awaited<ReturnType<typeof store.readCheckInput>>>['region'], 'bounds' | 'currency' | 'profile'>;

/** What the rules read of the region of a version. */
export function regionFacts({ bounds, currency, profile }: CheckedRegion): RegionFacts {
  const limits = limitsUnder(profile);
  return { bounds, currency, ...(limits === undefined ? {} : { limits }) };
}

/** Raised by hand when a rule changes its cases: stored findings are then recomputed. */
const RULES = `${ruleCatalogue.length}.2`;

function differences(book: FindingBook, found: SubjectsByRule): Rechecked['sets'][number]['changes'] {
  const changes: { rule: number; subject: string; before: string | null; after: string | null }[] = [];
  for (const rule of new Set([...book.rules(), ...found.keys()])) {
    const subjects = new Set([...[...book.subjects(rule)].map(({ subject }) => subject), ...(found.get(rule)?.keys() ?? [])]);
    for (const subject of subjects) {
      const now = book.subject(rule, subject).now;
      const then = found.get(rule)?.get(subject) ?? null;
      const [before, after] = [now && JSON.stringify([now.count, now.cases]), then && JSON.stringify([then.count, then.cases])];
      if (before !== after) changes.push({ rule, subject, before, after });
    }
  }
  return changes;
}
