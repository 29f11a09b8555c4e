import type { AnyCommand, AnyFact, CommandDefinition, Definitions, EventDefinition } from './command.ts';
import type { AnyWorkflow } from './workflow.ts';

/** What can come of a command. */
export type OutcomeName = (typeof OUTCOMES)[number];

/** What a record's type means. */
export type Meaning<S> =
  | { readonly is: 'command'; readonly type: string; readonly command: CommandDefinition<S, unknown, unknown> }
  | { readonly is: 'fact'; readonly type: string; readonly fact: EventDefinition<S, unknown> }
  | { readonly is: 'outcome'; readonly type: string; readonly outcome: OutcomeName; readonly command: CommandDefinition<S, unknown, unknown> }
  | { readonly is: 'builtIn'; readonly type: string };

/** The definitions, found by record type. */
export interface Catalogue<S> {
  readonly initial: S;
  readonly workflows: readonly AnyWorkflow<S>[];
  readonly definitions: Definitions<S>;
  meaning(recordType: string): Meaning<S> | undefined;
}

const OUTCOMES = ['sent', 'answered', 'failed', 'refused', 'superseded', 'dropped'] as const;

/** Commands and events every kernel knows by itself. */
export const BUILT_IN = [
  'history.undo',
  'history.redo',
  'history.undoEntry',
  'conflict.theirs',
  'conflict.mine',
  'errors.clear',
  'history.undo.refused',
  'history.redo.refused',
  'history.undoEntry.refused',
  'conflict.theirs.refused',
  'conflict.mine.refused',
  'core.fault',
  'core.hash',
] as const;

/** Reads the definitions; throws when two share a name. */
export function readCatalogue<S>(definitions: Definitions<S>): Catalogue<S> {
  const meanings = new Map<string, Meaning<S>>();
  const add = (meaning: Meaning<S>, recordType: string) => {
    if (meanings.has(recordType)) throw new Error(`Two definitions are called ${recordType}`);
    meanings.set(recordType, meaning);
  };
  for (const type of BUILT_IN) add({ is: 'builtIn', type }, type);
  for (const command of definitions.commands) addCommand(add, command);
  for (const fact of definitions.events) addFact(add, fact);
  const ids = new Set(definitions.workflows.map((w) => w.id));
  if (ids.size !== definitions.workflows.length) throw new Error('Two workflows share an id');
  return {
    initial: definitions.initial,
    workflows: definitions.workflows,
    definitions,
    meaning: (recordType) => meanings.get(recordType),
  };
}

function addCommand<S>(add: (meaning: Meaning<S>, recordType: string) => void, { type, definition }: AnyCommand<S>): void {
  add({ is: 'command', type, command: definition }, type);
  for (const outcome of OUTCOMES) add({ is: 'outcome', type, outcome, command: definition }, `${type}.${outcome}`);
}

function addFact<S>(add: (meaning: Meaning<S>, recordType: string) => void, { type, definition }: AnyFact<S>): void {
  add({ is: 'fact', type, fact: definition }, type);
}
