/** What the acts of every workflow need of the fake screen. */
import type { CallDescription, CallError, CommandInput } from '../../src/kernel/command.ts';
import type { Kernel } from '../../src/kernel/kernel.ts';
import type { AppState } from '../../src/projections/state.ts';

export interface FakeScreen {
  readonly kernel: Kernel<AppState>;
  /** Calls of a name that were made so far. */
  callsOf(call: string): readonly CallDescription[];
  /** Answers the oldest open call of a name; nothing happens where there is none. */
  answer(call: string, reply: (description: CallDescription) => unknown): void;
  fail(call: string, error: CallError): void;
}

/** How one workflow's events are carried out: each is a command of the user, or what it does to the screen. */
export function acting<E extends { readonly type: string }>(
  actsOn: (screen: FakeScreen) => { readonly [K in E['type']]: (event: Extract<E, { type: K }>) => CommandInput | undefined | void },
): (screen: FakeScreen, event: E) => void {
  return (screen, event) => {
    const acts: Readonly<Record<string, (event: never) => CommandInput | undefined | void>> = actsOn(screen);
    const act = acts[event.type]?.(event as never);
    if (act) screen.kernel.dispatch(act);
  };
}

/** A version of the database `demo` as the server lists it; 3 is finished, the others are drafts. */
export function versionRow(id: number): object {
  return {
    Id: id,
    DatabaseId: 'demo',
    Version: `v${id}`,
    Source: 'test',
    Editable: id !== 3,
    Published: false,
    Current: false,
    Archived: false,
    Completed: true,
    Saving: null,
    Stored: false,
    Date: '2026-01-01T00:00:00.000Z',
    ParentId: null,
    Rev: 0,
  };
}
