import { produce } from 'immer';
import type { Catalogue } from './catalogue.ts';
import type { CommandDefinition } from './command.ts';
import type { KernelState, PendingCommand } from './state.ts';

/**
 * The view of the next state: the base with the previews of all pending commands, in order. What has not changed is not
 * computed again; with nothing pending the view is the base itself. A preview that throws is an error where the command is
 * new, and is left out where the base has changed beneath it.
 */
export function layOver<S>(catalogue: Catalogue<S>, before: KernelState<S>, base: S, pending: readonly PendingCommand[]): S {
  if (pending.length === 0) return base;
  if (base === before.base) {
    if (pending === before.pending) return before.view;
    if (pending.length === before.pending.length + 1 && before.pending.every((p, i) => p === pending[i])) {
      const added = pending.at(-1);
      return added ? laid(catalogue, before.view, added) : before.view;
    }
    if (onlyBookkeeping(catalogue, before.pending, pending)) return before.view;
  }
  return overlaid(catalogue, base, pending);
}

/** The base with all previews laid over it, from scratch. */
export function overlaid<S>(catalogue: Catalogue<S>, base: S, pending: readonly PendingCommand[]): S {
  let view = base;
  for (const command of pending) {
    try {
      view = laid(catalogue, view, command);
    } catch {
      // the thing it shows is gone from the base; the server's answer will tell
    }
  }
  return view;
}

function laid<S>(catalogue: Catalogue<S>, view: S, { type, payload, status }: PendingCommand): S {
  const command = commandOf(catalogue, type);
  if (!command?.preview && !(command?.sent && status === 'sent')) return view;
  return produce(view, (draft) => {
    command.preview?.(draft, payload);
    if (status === 'sent') command.sent?.(draft, payload);
  });
}

/** Whether the same commands are shown in the same way: only marks that no preview looks at have changed. */
function onlyBookkeeping<S>(catalogue: Catalogue<S>, before: readonly PendingCommand[], pending: readonly PendingCommand[]): boolean {
  const shown = (all: readonly PendingCommand[]) => all.filter(({ type, status }) => showsAnything(commandOf(catalogue, type), status));
  const was = shown(before);
  const is = shown(pending);
  return was.length === is.length && was.every((p, i) => p.id === is[i]?.id && (p.status === is[i]?.status || !commandOf(catalogue, p.type)?.sent));
}

function showsAnything<S>(command: CommandDefinition<S, unknown, unknown> | undefined, status: PendingCommand['status']): boolean {
  return Boolean(command?.preview ?? (status === 'sent' && command?.sent));
}

function commandOf<S>(catalogue: Catalogue<S>, type: string): CommandDefinition<S, unknown, unknown> | undefined {
  const meaning = catalogue.meaning(type);
  return meaning?.is === 'command' ? meaning.command : undefined;
}
