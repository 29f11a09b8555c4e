import { z } from 'zod';
import { exportDiff } from '../../contract/comparer.ts';
import { request } from '../../contract/route.ts';
import { VersionId } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { comparisonAt } from '../../projections/comparer.ts';
import type { AppState } from '../../projections/state.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { openPlace } from '../shell/openPlace.ts';
import { defineCommand } from '../define.ts';
import { tellDone } from '../versions/longActs.ts';

const notCompared = { why: 'Compare two versions first' };

/** Opens the release notes of the comparison: what riders notice, as a text. */
export const showReleaseNotes = defineCommand('comparer.notes', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Open the release notes',
  inverse: 'none',
  next: (_p, _reply, view): readonly CommandInput[] => [
    openPlace({ path: view.location.path, search: searchWith(view.location.search, { dialog: 'notes' }) }),
  ],
  keep: 'all',
  action: { title: 'Release notes', icon: 'notes', group: 'Comparer', payload: (view) => (isCompared(view) ? {} : notCompared) },
});

function isCompared({ location }: Pick<AppState, 'location'>): boolean {
  const { from, to } = comparisonAt(location) ?? {};
  return from !== undefined && to !== undefined;
}

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
      return a === undefined || b === undefined ? notCompared : { a, b, format: 'csv' as const };
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
