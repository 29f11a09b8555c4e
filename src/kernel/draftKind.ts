import type { z } from 'zod';
import type { KernelState } from './state.ts';

/** A kind of locally edited document (a shape being drawn, a pipeline, a wizard's answers). */
export interface DraftKind<D> {
  readonly name: string;
  readonly document: z.core.$ZodType<D>;
  /** The open document of that scope, undefined when none is open (or one of another kind). */
  of(state: Pick<KernelState<unknown>, 'drafts'>, scope: string): D | undefined;
}

/** Declares a kind of draft; `name` must be unique. */
export function defineDraft<D>(name: string, document: z.core.$ZodType<D>): DraftKind<D> {
  return {
    name,
    document,
    of(state, scope) {
      const open = state.drafts[scope];
      // the name proves the type: only commands of this kind write it, and a restored one was parsed by `document`
      return open?.kind === name ? (open.document as D) : undefined;
    },
  };
}
