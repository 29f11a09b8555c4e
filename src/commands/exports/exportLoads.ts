import { placeOf } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { exportViewOf, feedOfAlerts } from '../../projections/exportState.ts';
import type { AppState } from '../../projections/state.ts';
import { loadPublicFeeds } from './publicFeeds.ts';
import { loadServiceAlerts } from './serviceAlerts.ts';
import { findExportOfRun, loadDeliveryLocations, loadExport, loadExportConfiguration, loadExportHistory, loadExports } from './loadExports.ts';

/** What the Exports screen needs at the present address and nobody has asked for yet. */
export function exportLoads(view: AppState): readonly CommandInput[] {
  const place = placeOf(view.location.path);
  if (place.section !== 'exports') return [];
  if (place.runId !== undefined) return [findExportOfRun({ runId: place.runId })];
  const { list, details, history, configuration, locations } = view.exports;
  const at = exportViewOf(view.location.search);
  const loads: CommandInput[] = [];
  if (list.status === 'idle') loads.push(loadExports({}));
  if (at.exportId !== undefined) {
    if ((details[String(at.exportId)]?.status ?? 'idle') === 'idle') loads.push(loadExport({ id: at.exportId }));
    const shown = history[String(at.exportId)];
    if (shown === undefined || shown.load.status === 'idle' || shown.page !== at.page)
      loads.push(loadExportHistory({ id: at.exportId, page: at.page }));
  }
  if (at.mode !== 'VIEW' || at.locations) {
    if (configuration.status === 'idle') loads.push(loadExportConfiguration({}));
    if (locations.status === 'idle') loads.push(loadDeliveryLocations({}));
  }
  if ((at.feeds || at.alerts) && (view.exports.publicFeeds?.status ?? 'idle') === 'idle') loads.push(loadPublicFeeds({}));
  const feed = at.alerts ? feedOfAlerts(view) : undefined;
  if (feed !== undefined && (view.exports.serviceAlerts?.[String(feed.id)]?.status ?? 'idle') === 'idle')
    loads.push(loadServiceAlerts({ feed: feed.id }));
  return loads;
}
