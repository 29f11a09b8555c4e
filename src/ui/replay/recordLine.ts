/** How a record of a log reads in the list and in the inspector. */
import type { LogRecord } from '../../kernel/record.ts';
import type { RecordRole } from '../../projections/recordRole.ts';
import { texts } from './texts.ts';

/** The word for a role. */
export const ROLE_WORDS: Readonly<Record<RecordRole, string>> = {
  get act() {
    return texts.actOfTheUser;
  },
  get load() {
    return texts.automaticLoad;
  },
  get command() {
    return texts.commandThatFollowed;
  },
  get fact() {
    return texts.factFromOutside;
  },
  get outcome() {
    return texts.outcome;
  },
  get error() {
    return texts.error;
  },
};

/** Minutes, seconds and milliseconds since the session began: `1:02.345`. */
export function recordTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const rest = String(Math.floor(ms % 1000)).padStart(3, '0');
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${rest}`;
}

/** How long a pause was: `3 min later`. */
export function laterText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return texts.secondsLater({ seconds });
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? texts.minutesLater({ minutes }) : texts.hoursLater({ hours: Math.round(minutes / 60) });
}

/**
 * Names records in the user's words: a command by its label as it was given, an outcome by its command's label. Empty for what no present
 * declaration can read.
 */
export function recordNames(labelOf: (id: string) => string, find: (id: string) => LogRecord | undefined): (record: LogRecord) => string {
  return (record) => {
    if (record.kind === 'command') return labelOf(record.id) || (BUILT_IN[record.type]?.() ?? '');
    const parent = record.cause === undefined ? undefined : find(record.cause);
    return parent && record.type.startsWith(`${parent.type}.`) ? labelOf(parent.id) : '';
  };
}

/** The kernel's own commands have no label. */
const BUILT_IN: Readonly<Record<string, () => string>> = {
  'history.undo': () => texts.undo,
  'history.undoEntry': () => texts.undo,
  'history.redo': () => texts.redo,
  'conflict.mine': () => texts.conflictMine,
  'conflict.theirs': () => texts.conflictTheirs,
  'errors.clear': () => texts.clearErrors,
};

/** A value in one short line. */
export function shortJson(value: unknown): string {
  if (value === undefined) return texts.nothing;
  const text = JSON.stringify(value) ?? '';
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Two values in one short line each; where both begin alike, the lines begin a little before the first difference. */
export function shortChange(before: unknown, after: unknown): { readonly before: string; readonly after: string } {
  const short = { before: shortJson(before), after: shortJson(after) };
  if (short.before !== short.after) return short;
  const [one, other] = [JSON.stringify(before) ?? '', JSON.stringify(after) ?? ''];
  const same = one.split('').findIndex((sign, i) => sign !== other[i]);
  const from = Math.max(0, (same < 0 ? one.length : same) - SAME_SHOWN);
  const cut = (text: string): string => `…${text.slice(from, from + LONGEST - 2)}${text.length > from + LONGEST - 2 ? '…' : ''}`;
  return { before: cut(one), after: cut(other) };
}

const LONGEST = 80;
/** Characters before the first difference of two values that are shown. */
const SAME_SHOWN = 20;
