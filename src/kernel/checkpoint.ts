import { deepFrozen } from './freeze.ts';
import { z } from 'zod';
import type { Catalogue } from './catalogue.ts';
import { persistedSnapshots, restoredSnapshots } from './machines.ts';
import { overlaid } from './overlay.ts';
import type { KernelState } from './state.ts';

/** The whole state as JSON at a place in the log: a replay may begin here. */
export interface Checkpoint {
  /** Number of records folded in. */
  readonly seq: number;
  readonly state: unknown;
}

const Kept = z.object({
  base: z.unknown(),
  pending: z.array(z.unknown()),
  drafts: z.record(z.string(), z.object({ kind: z.string(), document: z.unknown() })),
  workflows: z.record(z.string(), z.unknown()),
  history: z.record(z.string(), z.unknown()),
  errors: z.array(z.unknown()),
  conflicts: z.array(z.unknown()),
  tasks: z.record(z.string(), z.unknown()),
});

/** The state as JSON. */
export function checkpointOf<S>(state: KernelState<S>): Checkpoint {
  const { seq, base, pending, drafts, workflows, history, errors, conflicts, tasks } = state;
  return { seq, state: { base, pending, drafts, workflows: persistedSnapshots(workflows), history, errors, conflicts, tasks } };
}

/**
 * The state a checkpoint was made of. Throws with a sentence when the checkpoint does not have the shape of one or a draft is
 * no longer what its kind demands; that the rest fits our types is warranted by the header's schema number.
 */
export function restoredState<S>(catalogue: Catalogue<S>, { seq, state }: Checkpoint): KernelState<S> {
  const parsed = Kept.safeParse(state);
  if (!parsed.success) throw new Error('This checkpoint does not hold a state');
  const kept = parsed.data as Omit<KernelState<S>, 'seq' | 'view' | 'workflows'> & { workflows: Record<string, unknown> };
  const kinds = draftKinds(catalogue);
  for (const [scope, { kind, document }] of Object.entries(kept.drafts)) {
    const schema = kinds.get(kind);
    if (!schema || !z.safeParse(schema, document).success) throw new Error(`The kept draft ${scope} is no longer a ${kind}`);
  }
  const { base: held, pending, drafts, history, errors, conflicts, tasks } = deepFrozen(kept);
  // What an older build did not know yet begins as it does in a new session.
  const base = deepFrozen({ ...catalogue.definitions.initial, ...held });
  return {
    seq,
    base,
    view: overlaid(catalogue, base, pending),
    pending,
    drafts,
    workflows: restoredSnapshots(catalogue, kept.workflows),
    history,
    errors,
    conflicts,
    tasks,
  };
}

function draftKinds<S>(catalogue: Catalogue<S>): ReadonlyMap<string, z.core.$ZodType> {
  return new Map(
    catalogue.definitions.commands.flatMap(({ definition: { draft } }) => (draft ? [[draft.kind.name, draft.kind.document] as const] : [])),
  );
}
