/** The findings of a version: the stored ones, or computed now. */
import { ENTITY_SCHEMAS, type EntityKind } from '../../src/domain/entities.ts';
import type { Engine } from '../store/engine.ts';
import * as store from '../store/findings.ts';
import { FindingBook, readParts } from './findingBook.ts';
import { isTimezone } from '../../src/domain/formats.ts';
import { type startChecking, ValidationThread } from './thread.ts';
import { checkFingerprint, regionFacts } from './validator.ts';
import { rulesUnder } from './profile.ts';
import type { Rule } from './rule.ts';

/** The cases of a version, and the time zone that decides which day it is. */
export interface CheckedVersion {
  readonly book: FindingBook;
  readonly timezone: string;
  /** The rules that apply in its region. */
  readonly rules: readonly Rule[];
}

/** Checks a finished version by all rules, in a thread of its own, unless that is known. Undefined where the version cannot be read. `start` starts the thread. */
export async function checkVersion(
  engine: Engine,
  versionId: number,
  signal: AbortSignal,
  read: (documents: EntityKind) => void,
  start?: typeof startChecking,
): Promise<CheckedVersion | undefined> {
  const input = await store.readCheckInput(engine.db, versionId);
  if (!input) return undefined;
  const { region, state } = input;
  const rules = rulesUnder(region.profile);
  if (state?.fingerprint === checkFingerprint(input.region) && state.validatedRev >= input.rev) {
    const book = new FindingBook(state.setId, readParts(await store.readFindingParts(engine.db, state.setId)));
    book.take(await store.readFindingChanges(engine.db, versionId, book.rev), state.validatedRev);
    return { book, timezone: state.timezone, rules };
  }
  const thread = new ValidationThread(undefined, undefined, start);
  const stop = (): void => void thread.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    const { timezone } = region;
    const { checked } = await thread.check(versionId, regionFacts(region), documentsOf(engine, versionId, read), () =>
      Promise.resolve({ rev: input.rev, changes: [] }),
    );
    const own = isTimezone(checked.timezone) ? checked.timezone : isTimezone(timezone) ? timezone : 'UTC';
    const book = new FindingBook(0, readParts(checked.parts));
    book.take([], input.rev);
    return { book, timezone: own, rules };
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    await thread.stop();
  }
}

async function* documentsOf(engine: Engine, versionId: number, read: (kind: EntityKind) => void): AsyncGenerator<{ kind: EntityKind; text: Buffer }> {
  for (const kind of Object.keys(ENTITY_SCHEMAS) as EntityKind[]) {
    read(kind);
    for await (const text of store.readDocumentPages(engine, versionId, kind)) if (text.length > 0) yield { kind, text };
  }
}
