/** Everything a user can do now, read from the command catalogue: one list for buttons, keys and the palette. */
import { commandCatalogue } from '../../commands/catalogue.ts';
import type { AnyCommand, CommandInput } from '../../kernel/command.ts';
import type { KernelState } from '../../kernel/state.ts';
import { said } from '../language/language.ts';
import type { AppState } from '../../projections/state.ts';

/** What a screen does by itself, without a record: open the palette, put the focus somewhere, save a file. */
export type ScreenAct = 'palette' | 'keys' | 'search' | 'report' | 'history' | 'news' | 'tokens';

/** One thing to do. */
export interface Action {
  /** The command's type, or a name of the screen's own. */
  readonly id: string;
  readonly title: string;
  readonly icon: string;
  /** Keys as in keys.ts; none where it has none. */
  readonly keys: readonly string[];
  readonly group: string;
  /** Further words by which the palette finds it. */
  readonly words?: string;
  /** Why it cannot be used now. */
  readonly why?: string;
  /** A command, something of the screen's own, or a page in a tab of its own. */
  readonly run: { readonly dispatch: CommandInput } | { readonly screen: ScreenAct } | { readonly page: string } | undefined;
  /** Works while one types in a field too. */
  readonly inFields?: boolean;
  /** Works while a window is open too. */
  readonly overWindows?: boolean;
}

/** The action of a command as it stands now; undefined for a command that declares none. */
export function actionOf(command: AnyCommand<AppState>, state: KernelState<AppState>): Action | undefined {
  const { action } = command.definition;
  if (!action) return undefined;
  const { title, icon, key, group, words } = action;
  const payload = action.payload(state.view, state);
  const shown = { id: command.type, title: said(title), icon, keys: key === undefined ? [] : [key], group, words: `${words ?? ''} ${title}`.trim() };
  if (isUnavailable(payload)) return { ...shown, why: said(payload.why), run: undefined };
  return { ...shown, run: { dispatch: { type: command.type, payload } } };
}

/** The actions of all commands, in the order of the catalogue. */
export function commandActions(state: KernelState<AppState>): readonly Action[] {
  return commandCatalogue.flatMap((command) => actionOf(command, state) ?? []);
}

/** Whether two readings of an action are the same to the eye and to the hand. */
export function sameAction(a: Action | undefined, b: Action | undefined): boolean {
  return (
    a === b ||
    (a !== undefined && b !== undefined && a.id === b.id && a.why === b.why && a.title === b.title && JSON.stringify(a.run) === JSON.stringify(b.run))
  );
}

function isUnavailable(payload: unknown): payload is { readonly why: string } {
  return typeof payload === 'object' && payload !== null && 'why' in payload && typeof payload.why === 'string';
}
