/** What a test of a form that keeps what is typed says of it. */
import type { ReactNode } from 'react';
import { typeInto } from '../../src/commands/shell/typedSteps.ts';
import type { FakeScreen } from '../paths/fakeParts.ts';
import { sampleVersion } from './sampleVersion.ts';

/** Label, what is typed or chosen (nothing where it is pressed), field, its value where it is not the same, and what is written with it. */
type Row = readonly [label: string, typed: unknown, field: string, kept?: unknown, along?: Readonly<Record<string, unknown>>];

/** A form, how it comes to be open, and what is done in it. */
export interface Form {
  readonly form: { readonly name: string; readonly fields: readonly string[] };
  readonly open?: (screen: FakeScreen) => void;
  readonly draw: () => ReactNode;
  readonly rows: readonly Row[];
  /** Controls beside it that write something else: a step of the machine, the address. */
  readonly others?: readonly string[];
}

export const nothing = (): void => undefined;

/** Asks a question of a screen. */
export const asks =
  (form: { readonly name: string }, asking: string, more: object = {}) =>
  ({ kernel }: FakeScreen): void =>
    void kernel.dispatch(typeInto({ form: form.name, values: { asking, ...more } }));

/** A document of the sample version. */
export const sample = (kind: string, id: string): never => sampleVersion.find((one) => one.kind === kind && one.id === id)?.doc as never;
