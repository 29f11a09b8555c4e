import { z } from 'zod';
import type { CommandInput } from '../../kernel/command.ts';
import { undoEntry } from '../../kernel/builtIn.ts';
import { defineEvent } from '../define.ts';
import { defineStep } from '../defineStep.ts';

const Edits = z.array(z.object({ id: z.string(), scope: z.string().exactOptional() }));

/** Edits that a closed tab had not sent are being sent from this one; `id` is the record that sends each. */
export const editsTakenUp = defineEvent('edits.takenUp', {
  payload: z.object({ edits: Edits }),
  samples: () => [{ edits: [{ id: 't:1', scope: 'version/1' }, { id: 't:2' }] }],
  apply: (base, { edits }) => {
    base.takenUp = [...(base.takenUp ?? []), ...edits];
  },
  keep: 'all',
});

/** The edits taken up from a closed tab stay. */
export const keepTakenUp = defineStep('edits.keepTakenUp', 'Keep the edits of the closed tab', {
  apply: (base) => {
    delete base.takenUp;
  },
});

/** Takes back the edits of a closed tab, the last one first: those not sent yet are dropped, the others undone. */
export const discardTakenUp = defineStep('edits.discardTakenUp', 'Discard the edits of the closed tab', {
  payload: z.object({ edits: Edits }),
  samples: [{ edits: [] }],
  apply: (base) => {
    delete base.takenUp;
  },
  next: ({ edits }): readonly CommandInput[] =>
    edits.toReversed().flatMap(({ id, scope }) => (scope === undefined ? [] : [undoEntry({ scope, entry: id })])),
});
