import { createBodyStore } from './bodies.ts';
import { readCatalogue } from './catalogue.ts';
import type { CommandInput, Definitions } from './command.ts';
import type { Recovered } from './kernel.ts';
import type { LogRecord } from './record.ts';
import { recover } from './recover.ts';
import type { KernelState } from './state.ts';

/** A write that a session has accepted and has no answer to. */
export interface UnsentWrite {
  readonly input: CommandInput;
  /** The Idempotency-Key it may have been sent under; undefined where the server has refused it under that. */
  readonly key?: string;
  readonly scope?: string;
  readonly gesture?: string;
  /** What the user had before their eyes when they made it, as the command's `seen` said it. */
  readonly seen?: unknown;
  /** The user had taken it back while it was on its way. */
  readonly undone: boolean;
}

/** How many edits of the user a session holds that the server has not: not answered yet, or in a conflict that nobody has decided. */
export function countUnsent<S>({ pending, conflicts }: Pick<KernelState<S>, 'pending' | 'conflicts'>): number {
  return conflicts.length + pending.filter((one) => one.write).length;
}

/** Whether a session holds such edits. */
export function holdsUnsent<S>(state: Pick<KernelState<S>, 'pending' | 'conflicts'>): boolean {
  return countUnsent(state) > 0;
}

/**
 * The writes that the log of a session leaves open, in the order they were made, and after them those whose conflict nobody has
 * decided. Of a log that lacks records, those that it leaves open before the first of these: what has been answered since, the
 * server answers again. Throws where the log cannot be folded.
 */
export function unsentWrites<S>(definitions: Definitions<S>, left: Recovered): readonly UnsentWrite[] {
  const catalogue = readCatalogue(definitions);
  const { state, open, openIds } = recover(catalogue, { ...left, records: unbroken(left) }, createBodyStore(left.bodies));
  const isWrite = (type: string): boolean => {
    const meaning = catalogue.meaning(type);
    return meaning?.is === 'command' && meaning.command.write === true;
  };
  const linked = ({ scope, gesture, seen }: Pick<UnsentWrite, 'scope' | 'gesture' | 'seen'>) => ({
    ...(seen !== undefined && { seen }),
    ...(scope !== undefined && { scope }),
    ...(gesture !== undefined && { gesture }),
  });
  return [
    ...state.pending
      .filter((one) => one.write)
      .map((one) => ({
        input: { type: one.type, payload: one.payload },
        key: one.key ?? one.id,
        undone: one.undoneBy !== undefined,
        ...linked(one),
      })),
    ...open.flatMap((one, i) =>
      one.kind === 'command' && isWrite(one.input.type) ? [{ input: one.input, key: openIds[i] ?? '', undone: false, ...linked(one) }] : [],
    ),
    ...state.conflicts.map((one) => ({ input: { type: one.type, payload: one.mine }, undone: false, ...linked(one) })),
  ];
}

/** The records up to the first that is missing. */
function unbroken({ checkpoint, records }: Recovered): readonly LogRecord[] {
  const first = checkpoint?.seq ?? 0;
  const later = records.filter(({ seq }) => seq >= first);
  const gap = later.findIndex(({ seq }, i) => seq !== first + i);
  return gap < 0 ? later : later.slice(0, gap);
}
