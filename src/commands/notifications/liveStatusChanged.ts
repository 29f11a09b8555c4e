import type { Draft } from 'immer';
import { z } from 'zod';
import type { Version } from '../../domain/versions.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { idOfKey } from '../../kernel/table.ts';
import type { AppState } from '../../projections/state.ts';
import { presentData, presentPlace } from '../../projections/versions.ts';
import { defineEvent } from '../define.ts';
import { placeOf } from '../../domain/locations.ts';
import { pipelineViewOf } from '../../projections/pipelineState.ts';
import { loadExport, loadExportHistory, loadExports } from '../exports/loadExports.ts';
import { loadLogCounts, loadLogTask } from '../logs/loadLogs.ts';
import { loadPipeline, loadPipelines } from '../pipelines/loadPipelines.ts';
import { loadTasks } from '../tasks/loadTasks.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { loadNews } from './loadNews.ts';
import { loadDatabases } from '../databases/loadDatabases.ts';
import { askedAgain } from '../defineLoad.ts';
import { presentLoads } from '../changes/switchChanges.ts';
import { loadRegions } from '../regions/loadRegions.ts';
import { forgetEntityFindings, shownFindings } from '../validation/shownFindings.ts';
import { catchUp } from './loadEdits.ts';

/**
 * The live connection came or went. After a `gap` the missed changes are fetched: of a version that was not watched before, and
 * where the connection itself was away (`missed`) of everything that is loaded.
 */
export const liveStatusChanged = defineEvent('live.statusChanged', {
  payload: z.object({ status: z.enum(['connecting', 'connected', 'disconnected']), gap: z.boolean(), missed: z.boolean().optional() }),
  samples: () => [
    { status: 'connected' as const, gap: false },
    { status: 'connected' as const, gap: true },
    { status: 'connected' as const, gap: true, missed: true },
    { status: 'disconnected' as const, gap: false },
  ],
  apply: (base, { status, gap }) => {
    base.live = status;
    if (status !== 'connected' || !gap) return;
    forgetRuns(base);
    const { versionId } = presentPlace(base);
    if (versionId !== undefined) forgetEntityFindings(base, versionId);
  },
  next: ({ status, gap, missed }, view) => {
    if (status !== 'connected' || !gap) return [];
    const data = presentData(view);
    return [
      ...(data && data.heard.upTo !== null ? [catchUp(view, data.id, data.heard.upTo)] : []),
      ...(view.news.status === 'idle' ? [] : [loadNews({})]),
      ...(data ? shownFindings(view, data.id) : []),
      ...(missed ? missedLists(view) : missedEnds(view)),
      ...missedRuns(view),
      ...forgottenUnderWay(view),
    ];
  },
  keep: 'all',
});

/** The lists of regions, databases, versions and changes: live messages about them were missed. */
function missedLists(view: AppState): readonly CommandInput[] {
  return [
    ...(view.regions.status === 'idle' ? [] : [loadRegions({})]),
    ...(view.databases.status === 'idle' ? [] : [loadDatabases({})]),
    ...Object.entries(view.versionLists).flatMap(([key, list]) => (list.status === 'idle' ? [] : [loadVersions({ databaseId: idOfKey(key) })])),
    ...presentLoads(view),
  ];
}

/** Readings under way of what `forgetRuns` wants to be loaded again: their answers may be of before. */
function forgottenUnderWay({ pipelines, exports, location }: AppState): readonly CommandInput[] {
  const { section } = placeOf(location.path);
  const { pipeline } = pipelineViewOf(location.search);
  return askedAgain([
    ...(section === 'pipelines' ? [] : [pipelines.list]),
    ...(section === 'exports' ? [] : [exports.list]),
    ...Object.entries(pipelines.details).flatMap(([id, load]) => (section === 'pipelines' && id === String(pipeline) ? [] : [load])),
    ...Object.values(pipelines.runPages),
  ]);
}

/** The lists in which something was under way: the message of its end may have been missed. */
function missedEnds(view: AppState): readonly CommandInput[] {
  const awaits = (version: Version): boolean => version.Saving != null || view.versionWork.some((running) => running.versionId === version.Id);
  return Object.entries(view.versionLists).flatMap(([key, list]) => (list.value?.some(awaits) ? [loadVersions({ databaseId: idOfKey(key) })] : []));
}

/** What is not in view of pipelines, exports and runs is loaded again when it comes into view. */
function forgetRuns(base: Draft<AppState>): void {
  const { pipeline } = pipelineViewOf(base.location.search);
  for (const [id, load] of Object.entries(base.pipelines.details)) if (load && id !== String(pipeline)) load.status = 'idle';
  base.pipelines.runPages = {};
  if (placeOf(base.location.path).section !== 'exports') base.exports.list.status = 'idle';
  if (placeOf(base.location.path).section === 'pipelines') return;
  base.pipelines.list.status = 'idle';
}

/** What the screens of pipelines, exports, tasks and logs show is loaded again: runs may have moved on, pipelines may have changed. */
function missedRuns(view: AppState): readonly CommandInput[] {
  const { section } = placeOf(view.location.path);
  if (section === 'pipelines') {
    const { pipeline } = pipelineViewOf(view.location.search);
    return [loadPipelines({}), ...(pipeline === undefined ? [] : [loadPipeline({ id: pipeline })])];
  }
  if (section === 'exports') {
    const { list, details, history } = view.exports;
    return [
      ...(list.status === 'idle' ? [] : [loadExports({})]),
      ...Object.keys(details).map((id) => loadExport({ id: Number(id) })),
      ...Object.entries(history).map(([id, { page }]) => loadExportHistory({ id: Number(id), page })),
    ];
  }
  if (section === 'tasks') return [loadTasks({ search: view.location.search })];
  const { id } = view.tasks.log;
  return section === 'log' && id !== 0 ? [loadLogTask({ id }), loadLogCounts({ id })] : [];
}
