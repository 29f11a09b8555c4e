/** How a record of a log reads in the list and in the inspector. */
import type { Definitions } from '../../kernel/command.ts';
import type { LogRecord } from '../../kernel/record.ts';
import type { AppState } from '../../projections/state.ts';
import { texts } from './texts.ts';

/** What a record is to a reader: somebody's act, what followed from one, a fact from outside, something gone wrong. */
export type RecordRole = 'act' | 'command' | 'fact' | 'outcome' | 'error';

/** The role of a record. */
export function recordRole({ kind, type, cause }: LogRecord): RecordRole {
  if (kind === 'command') return cause === undefined ? 'act' : 'command';
  if (type === 'core.fault' || type.endsWith('.failed') || type.endsWith('.refused')) return 'error';
  return cause === undefined ? 'fact' : 'outcome';
}

/** The word for a role. */
export const ROLE_WORDS: Readonly<Record<RecordRole, string>> = {
  get act() {
    return texts.actOfTheUser;
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

/**
 * Names records in the user's words: a command by its label, an outcome by its command's label. The label is read against
 * `view`; where what it speaks of is not there (yet, or any more) it falls back to ids.
 */
export function recordNames(
  definitions: Definitions<AppState>,
  find: (id: string) => LogRecord | undefined,
): (record: LogRecord, view: AppState) => string {
  const commands = new Map(definitions.commands.map((command) => [command.type, command.definition]));
  const nameOf = (record: LogRecord, view: AppState): string => {
    const own = record.kind === 'command' ? commands.get(record.type) : undefined;
    if (own) return labelOr(() => own.label(record.payload, view));
    const parent = record.cause === undefined ? undefined : find(record.cause);
    return parent && parent.kind === 'command' && record.type.startsWith(`${parent.type}.`) ? nameOf(parent, view) : '';
  };
  return nameOf;
}

function labelOr(label: () => string): string {
  try {
    return label();
  } catch {
    return ''; // an old payload that its present declaration cannot read; the type alone has to do
  }
}
