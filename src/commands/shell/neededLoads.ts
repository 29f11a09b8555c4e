/** What the present address needs and nobody has asked for yet. */
import { BLOCKS_PAGE, CALENDAR_PAGE } from '../../domain/locations.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { AppState, Load } from '../../projections/state.ts';
import { isReadable, presentData, presentPlace, versionOf } from '../../projections/versions.ts';
import { loadAgencyOptions } from '../agencies/loadAgencyOptions.ts';
import { loadAgencies } from '../agencies/loadAgencies.ts';
import { serviceDayLoads } from '../blocks/serviceDayLoads.ts';
import { loadCalendars } from '../calendars/loadCalendars.ts';
import { changeLoads } from '../changes/changeLoads.ts';
import { comparerLoads } from '../comparer/comparerLoads.ts';
import { loadDatabases } from '../databases/loadDatabases.ts';
import { exportLoads } from '../exports/exportLoads.ts';
import { loadFare } from '../fares/loadFare.ts';
import { loadFares } from '../fares/loadFares.ts';
import { pipelineLoads } from '../pipelines/pipelineLoads.ts';
import { sentNoticeLoads } from '../notifications/loadSentNotices.ts';
import { problemReportLoads } from '../problemReports/problemReports.ts';
import { loadNews } from '../notifications/loadNews.ts';
import { realtimeLoads } from '../realtime/loadRealtime.ts';
import { loadRecords } from '../records/loadRecords.ts';
import { findTrips } from '../schedules/findTrips.ts';
import { guidedSearch, isAskedFor } from '../../projections/searchFound.ts';
import { searchedList, tagSearchOf } from '../../projections/searchQuery.ts';
import { journeyLoads } from '../journeys/loadJourneys.ts';
import { loadRegions } from '../regions/loadRegions.ts';
import { loadSchedule } from '../schedules/loadSchedule.ts';
import { loadSchedules } from '../schedules/loadSchedules.ts';
import { loadStopAgencies } from '../stops/loadStopAgencies.ts';
import { loadStopDetails } from '../stops/loadStopDetails.ts';
import { loadStops } from '../stops/loadStops.ts';
import { taskLoads } from '../tasks/taskLoads.ts';
import { loadSourceTexts } from '../translations/loadSourceTexts.ts';
import { loadTranslationFields } from '../translations/loadTranslationFields.ts';
import { loadTranslationLanguages } from '../translations/loadTranslationLanguages.ts';
import { loadTranslations } from '../translations/loadTranslations.ts';
import { loadVersion } from '../versions/loadVersion.ts';
import { loadVersions } from '../versions/loadVersions.ts';
import { fieldsOf, fieldsOfItems, refersTo } from '../../domain/model/catalogue.ts';
import { isFarePage, isRecordKind, RECORD_KINDS, type RecordKind, recordKindOfPage } from '../../domain/model/records.ts';
import { idKey } from '../../kernel/table.ts';

/** The loads to dispatch now; none before sign-in, or without access. */
export function neededLoads(view: AppState): readonly CommandInput[] {
  const account = view.session.account;
  if (!account?.hasAccess || !account.verified || account.termsAccepted === false) return [];
  const loads: CommandInput[] = [];
  const need = (load: Load<unknown> | undefined, input: CommandInput): void => {
    if (load === undefined || load.status === 'idle') loads.push(input);
  };
  need(view.regions, loadRegions({}));
  need(view.databases, loadDatabases({}));

  need(view.news, loadNews({}));

  loads.push(...comparerLoads(view), ...changeLoads(view));
  loads.push(...taskLoads(view), ...pipelineLoads(view));
  loads.push(...realtimeLoads(view));
  loads.push(...exportLoads(view));
  loads.push(...sentNoticeLoads(view), ...problemReportLoads(view));

  const { databaseId, versionId, page, itemId } = presentPlace(view);
  if (databaseId !== undefined) need(view.versionLists[idKey(databaseId)], loadVersions({ databaseId }));
  const data = presentData(view);
  if (versionId === undefined || !data) return loads;

  need(data.counts, loadVersion({ versionId }));
  // what is in the archive has no pages; a version that is not known yet is taken to have them
  const version = versionOf(view, versionId);
  if (version && !isReadable(version)) return loads;
  need(data.stops, loadStops({ versionId }));
  // an agency's lines and stops are shown on the map
  if (page === 'schedules' || page === 'agencies') need(data.schedules, loadSchedules({ versionId }));
  if (searchedList(view) === 'schedules') {
    const search = tagSearchOf('schedules', view.location.search);
    const guided = guidedSearch(search);
    if (guided && !isAskedFor(data.tripSearch, search))
      loads.push(findTrips({ versionId, ...guided, tripIds: [...guided.tripIds], departures: [...guided.departures] }));
  }
  if (page === 'stops' || page === 'agencies') need(data.stopAgencies, loadStopAgencies({ versionId }));
  if (page !== undefined) need(data.agencies, loadAgencies({ versionId }));
  if (page === 'stops' && itemId !== undefined) need(data.stopDetails[idKey(itemId)], loadStopDetails({ versionId, stopId: itemId }));
  if (page === 'schedules' && itemId !== undefined) {
    need(data.scheduleDetails[idKey(itemId)], loadSchedule({ versionId, scheduleId: itemId }));
  }
  if (page === CALENDAR_PAGE || page === BLOCKS_PAGE) need(data.calendars, loadCalendars({ versionId }));
  loads.push(...serviceDayLoads(view, versionId));
  loads.push(...journeyLoads(view));
  if (page === 'agencies') need(data.agencyOptions, loadAgencyOptions({ versionId }));
  // fares and the fare check name lines by id; their names are in the schedules
  if (isFarePage(page)) need(data.schedules, loadSchedules({ versionId }));
  if (page === 'fares') {
    need(data.fares, loadFares({ versionId }));
    if (itemId !== undefined) need(data.fareDetails[idKey(itemId)], loadFare({ versionId, fareId: itemId }));
  }
  if (page === 'translations') {
    need(data.translations, loadTranslations({ versionId }));
    need(data.translationLanguages, loadTranslationLanguages({ versionId }));
    need(data.sourceTexts, loadSourceTexts({ versionId }));
    need(data.translationFields, loadTranslationFields({ versionId }));
  }
  for (const kind of page === BLOCKS_PAGE ? (['Depot'] as const) : recordKindsOfPage(page))
    need(data.records.lists[kind], loadRecords({ versionId, kind }));
  // lines are known by the schedules
  const ofPage = recordKindOfPage(page);
  if (
    ofPage &&
    RECORD_KINDS[ofPage].fields.some(({ holds }) => typeof holds === 'object' && ['Transport', 'Schedule'].includes(holds.refersTo ?? ''))
  )
    need(data.schedules, loadSchedules({ versionId }));
  return loads;
}

/** The kinds that a page lists and refers to. */
function recordKindsOfPage(page: string | undefined): readonly RecordKind[] {
  const kind = recordKindOfPage(page);
  if (kind === undefined) return [];
  const fields = [...RECORD_KINDS[kind].fields, ...fieldsOf(kind).flatMap(({ key }) => fieldsOfItems(kind, key))];
  const named = fields.flatMap((field) => [refersTo(field), field.sharedWith?.kind].filter((one) => one !== undefined)).filter(isRecordKind);
  // beside leg rules and areas the map colours the stops of each area; the matrix of leg rules offers the networks
  const coloured: readonly RecordKind[] = kind === 'FareLegRule' ? ['StopArea', 'FareNetwork'] : kind === 'Area' ? ['StopArea'] : [];
  return [...new Set([kind, ...named, ...coloured])];
}
