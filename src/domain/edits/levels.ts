/** Edits of levels beyond those of every record (`records.ts`). */
import { z } from 'zod';
import { documentEdit, one, put } from './documentEdit.ts';

/** Gives levels other indexes: two that change places are one edit. */
export const orderLevels = documentEdit('level.order', {
  summary: 'Gives levels other indexes, all at once. A level may belong to several stations.',
  path: 'edit/level/order',
  payload: z.object({
    levels: z
      .array(z.object({ levelId: z.string(), index: z.number().min(-200).max(200) }))
      .min(1)
      .max(32),
  }),
  samples: [{ levels: [{ levelId: 'LV1', index: 3 }] }],
  documents: (p) => p.levels.map(({ levelId }) => one('Level', levelId)),
  within: () => 'records/Level',
  touches: (p) => p.levels.map(({ levelId }) => `level/${levelId}/Index`),
  change: (docs, p) => p.levels.map(({ levelId, index }) => put('Level', levelId, { ...docs.need('Level', levelId), Index: index })),
  label: ({ levels: [first] }, docs) => `Move level ${docs.get('Level', first?.levelId ?? '')?.Name ?? first?.levelId ?? ''} to ${first?.index}`,
});
