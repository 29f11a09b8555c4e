/** A step: an act that changes nothing on the server and is not undone, or is undone by the stack of its draft. */
import { z } from 'zod';
import type { Command, CommandBody } from '../kernel/command.ts';
import type { DraftKind } from '../kernel/draftKind.ts';
import type { AppState } from '../projections/state.ts';
import { defineCommand } from './define.ts';

type Body<P, D> = CommandBody<AppState, P, unknown, D>;
type Label<P> = string | Body<P, unknown>['label'];
/** What a step may say beside its name and its label; nothing of it needs to leave a report out, so `keep` is 'all' unless said. */
type More<P> = Partial<Pick<Body<P, unknown>, 'v' | 'upcast' | 'action' | 'decide' | 'apply' | 'next' | 'keep' | 'preview' | 'joined'>>;
/** At least one payload that could be dispatched; the laws run over them. */
interface Data<P> {
  readonly payload: z.core.$ZodType<P>;
  readonly samples: readonly NoInfer<P>[];
}
type Nothing = Record<string, never>;

const NOTHING: Data<Nothing> = { payload: z.object({}), samples: [{}] };

/** Declares a step, with its data where it has any: `defineStep('upload.submit', 'Begin the upload')`. The machine of its workflow hears it. */
export function defineStep<P>(type: string, label: Label<NoInfer<P>>, more: Data<P> & More<NoInfer<P>>): Command<AppState, P>;
export function defineStep(type: string, label: Label<Nothing>, more?: More<Nothing>): Command<AppState, Nothing>;
export function defineStep(type: string, label: Label<Nothing>, more: Partial<Data<Nothing>> & More<Nothing> = {}): Command<AppState, Nothing> {
  return defineCommand<Nothing>(type, bodyOf(label, { ...NOTHING, ...more }));
}

/** The same for the steps on one kind of draft: an edit is undone by the draft's own stack, opening and closing are not undone. */
export function stepsOn<D, S>(kind: DraftKind<D>, scope: (p: S) => string) {
  return <P extends S>(
    type: string,
    label: Label<NoInfer<P>>,
    { open, edit, close, ...more }: Data<P> & More<NoInfer<P>> & Pick<NonNullable<Body<NoInfer<P>, D>['draft']>, 'open' | 'edit' | 'close'>,
  ): Command<AppState, P> =>
    defineCommand<P, unknown, D>(type, {
      ...bodyOf<P, D>(label, more),
      draft: { kind, scope, ...(open && { open }), ...(edit && { edit }), ...(close && { close }) },
      inverse: edit && !open ? 'draft' : 'none',
    });
}

function bodyOf<P, D>(label: Label<P>, { samples, ...more }: Data<P> & More<P>): Body<P, D> {
  return { inverse: 'none', keep: 'all', ...more, samples: () => samples, label: typeof label === 'string' ? () => label : label };
}
