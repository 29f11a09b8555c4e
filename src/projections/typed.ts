/**
 * What is typed into a form before it is sent. It is part of the state, so that a replay shows the form as the user saw it and a
 * reload loses nothing of one that is open again; `ui/parts/useTyped.ts` writes it. `typedForms.ts` lists the forms.
 */
import type { Draft } from 'immer';
import { z } from 'zod';
import { type Location, placeOf } from '../domain/locations.ts';
import type { AppState } from './state.ts';

/** By form: the fields that were typed into or chosen. */
export type TypedState = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A form whose fields are `T`. */
export interface TypedForm<T> {
  readonly name: string;
  /** What it is for, in the middle of a sentence: 'a new agency'. */
  readonly what: string;
  /** It is open again after a reload: its machine or the address keeps it open. */
  readonly reopens: boolean;
  /** Names of its fields. */
  readonly fields: readonly string[];
  /** Whether these are fields of the form, each with a value it can have. */
  accepts(values: Readonly<Record<string, unknown>>): boolean;
  /** What was typed so far; undefined where nothing was. */
  of(view: Pick<AppState, 'typed'>): Partial<T> | undefined;
}

/** Declares a form; `name` must be unique. */
export function defineTypedForm<S extends z.ZodRawShape>(
  name: string,
  what: string,
  shape: S,
  { reopens = false }: { readonly reopens?: boolean } = {},
): TypedForm<z.output<z.ZodObject<S>>> {
  const some = z.strictObject(shape).partial();
  return {
    name,
    what,
    reopens,
    fields: Object.keys(shape),
    accepts: (values) => some.safeParse(values).success,
    of: ({ typed }) =>
      // the name proves the type: only `form.type` writes it, and takes nothing that the shape does not accept
      typed?.[name] as Partial<z.output<z.ZodObject<S>>> | undefined,
  };
}

/** Lets go what was typed into a form. */
export function forgetForm(base: Draft<AppState>, name: string): void {
  if (!base.typed) return;
  delete base.typed[name];
  if (Object.keys(base.typed).length === 0) delete base.typed;
}

/** Forms of one version are none of another's. */
export function turnTyped(base: Draft<AppState>, before: Location): void {
  if (versionAt(before) !== versionAt(base.location)) delete base.typed;
}

function versionAt({ path }: Location): number | undefined {
  const place = placeOf(path);
  return 'versionId' in place ? place.versionId : undefined;
}

/** What a page that is loaded again keeps: the forms that are open again, where it is the same page. */
export function typedOverReload(
  { typed, location }: Pick<AppState, 'typed' | 'location'>,
  to: Location,
  forms: readonly TypedForm<unknown>[],
): TypedState | undefined {
  if (!typed || location.path !== to.path || location.search !== to.search) return undefined;
  const kept = forms.flatMap(({ name, reopens }) => (reopens && typed[name] ? [[name, typed[name]] as const] : []));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
