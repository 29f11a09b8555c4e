/** Problem reports that others sent, for support. */
import { z } from 'zod';
import * as contract from '../../contract/problemReports.ts';
import { request } from '../../contract/route.ts';
import { reportNumber } from '../../domain/problemReports.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { readsReports } from '../../projections/problemReports.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { defineLoad } from '../defineLoad.ts';
import { tellDone } from '../versions/longActs.ts';

const Find = z.string().max(200);
const ReportId = z.int().min(1).max(2_147_483_647);
/** Of a row: nothing of what was written, and by whom. */
const FACTS = ['More', ...['Id', 'At', 'Build', 'Size', 'Records'].map((key) => `Reports.*.${key}`)];

type Page = z.infer<typeof contract.listProblemReports.reply>;
const endOf = ({ Reports, More }: Page): number | null => (More && Reports.at(-1)?.Id) || null;

/** Loads the newest reports that a search finds. */
export const loadProblemReports = defineLoad('problemReports.load', {
  payload: z.object({ find: Find }),
  samples: () => [{ find: '' }],
  label: () => 'Load problem reports',
  slot: (state, { find }) => (state.problemReports?.find === find ? state.problemReports.list : undefined),
  call: ({ find }) => request(contract.listProblemReports, { query: { find } }),
  reply: contract.listProblemReports.reply,
  value: ({ Reports }) => Reports,
  answered: (base, _p, page) => {
    if (base.problemReports) base.problemReports.tail = { status: 'idle', value: endOf(page), messages: [] };
  },
  keepReply: FACTS,
});

/** Loads the next page of them. */
export const loadMoreProblemReports = defineLoad('problemReports.loadMore', {
  payload: z.object({ find: Find, before: ReportId }),
  samples: () => [{ find: '', before: 51 }],
  label: () => 'Load more problem reports',
  slot: (state, { find, before }) =>
    state.problemReports?.find === find && state.problemReports.tail.value === before ? state.problemReports.tail : undefined,
  call: ({ find, before }) => request(contract.listProblemReports, { query: { find, before } }),
  reply: contract.listProblemReports.reply,
  value: endOf,
  answered: (base, _p, { Reports }) => void base.problemReports?.list.value?.push(...Reports),
  keepReply: FACTS,
});

/** Saves the text of a report. `effects/diffFile.ts` hands the file to the browser. */
export const saveProblemReport = defineCommand('problemReports.save', {
  payload: z.object({ reportId: ReportId }),
  samples: () => [{ reportId: 1 }],
  label: () => 'Download a problem report',
  policy: 'parallel',
  call: ({ reportId }) => request(contract.readProblemReport, { params: { reportId } }),
  reply: z.object({ fileName: z.string(), bytes: z.int().min(0) }),
  answered: (base, { reportId }, { fileName }) => tellDone(base, `report-${reportId}`, `Downloaded ${fileName}`),
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});

/** Deletes a report for good. */
export const deleteProblemReport = defineCommand('problemReports.delete', {
  payload: z.object({ reportId: ReportId }),
  samples: () => [{ reportId: 1 }],
  label: ({ reportId }) => `Delete problem report ${reportNumber(reportId)}`,
  lane: () => 'problemReports',
  policy: 'queue',
  write: true,
  call: ({ reportId }) => request(contract.deleteProblemReport, { params: { reportId } }),
  reply: contract.deleteProblemReport.reply,
  answered: (base, { reportId }) => {
    const list = base.problemReports?.list;
    if (list?.value) list.value = list.value.filter(({ Id }) => Id !== reportId);
  },
  inverse: 'none',
  keep: 'all',
});

/** What the page of problem reports needs and nobody has asked for yet. */
export function problemReportLoads(view: AppState): readonly CommandInput[] {
  const { problemReports } = view;
  return problemReports?.list.status === 'idle' && readsReports(view) ? [loadProblemReports({ find: problemReports.find })] : [];
}
