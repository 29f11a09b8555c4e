import { z } from 'zod';
import { exportDiff } from '../../contract/comparer.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import { comparisonAt } from '../../projections/comparer.ts';
import { defineCommand } from '../define.ts';
import { tellDone } from '../versions/longActs.ts';

/** Saves everything that differs as a table (CSV) or as a page to be printed (HTML). `effects/diffFile.ts` hands the file to the browser. */
export const saveDiff = defineCommand('comparer.save', {
  payload: z.object({ a: VersionId, b: VersionId, format: z.enum(['csv', 'html']) }),
  samples: () => [
    { a: 1, b: 3, format: 'csv' as const },
    { a: 1, b: 3, format: 'html' as const },
  ],
  label: ({ format }) => (format === 'csv' ? 'Export the differences as CSV' : 'Save the differences as a report'),
  action: {
    title: 'Export the differences as CSV',
    icon: 'download',
    group: 'Comparer',
    payload: (view) => {
      const { from: a, to: b } = comparisonAt(view.location) ?? {};
      return a === undefined || b === undefined ? { why: 'Compare two versions first' } : { a, b, format: 'csv' as const };
    },
  },
  policy: 'parallel',
  call: ({ a, b, format }) => request(exportDiff, { query: { a, b, format } }),
  reply: z.object({ fileName: z.string(), bytes: z.int().min(0) }),
  answered: (base, { a, b, format }, { fileName }) => tellDone(base, `diff-${a}-${b}-${format}`, `Downloaded ${fileName}`),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});
