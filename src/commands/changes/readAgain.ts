/** What is read again after documents were changed: the server makes it of several of them, and nothing here follows. */
import { ENTITY_SCHEMAS, type EntityKind, isEntityKind } from '../../domain/entities.ts';
import { BLOCKS_PAGE, CALENDAR_PAGE } from '../../domain/locations.ts';
import { type CommandInput, parsePayload } from '../../kernel/command.ts';
import { idKey } from '../../kernel/table.ts';
import { concerns, COUNTED, DRAWN_LINES, DRIVEN, LINES_OF_STOPS, PASSED, RIDDEN, RUNNING, SERVICE, TEXTS } from '../../projections/outdated.ts';
import type { AppState, Load, VersionData } from '../../projections/state.ts';
import { presentPlace } from '../../projections/versions.ts';
import { loadAgencies } from '../agencies/loadAgencies.ts';
import { serviceDayLoads } from '../blocks/serviceDayLoads.ts';
import { askedAgain } from '../defineLoad.ts';
import { loadCalendars } from '../calendars/loadCalendars.ts';
import { journeyLoads } from '../journeys/loadJourneys.ts';
import { loadSchedules } from '../schedules/loadSchedules.ts';
import { loadStopDetails } from '../stops/loadStopDetails.ts';
import { loadNetwork } from '../tracks/loadNetwork.ts';
import { loadSourceTexts } from '../translations/loadSourceTexts.ts';
import { loadValidationSummary } from '../validation/loadValidationSummary.ts';

/** After an own edit or its undo, by the paths that it touched: lists, the lines of the map, the validation summary, and what is shown. */
export function readAgainAfter(view: AppState, versionId: number, touches: readonly string[]): readonly CommandInput[] {
  const data = view.versions[versionId];
  if (!data) return [];
  const changes = touches.flatMap(changeAt);
  const kinds = new Set(changes.map(({ kind }) => kind));
  const ofLines = kinds.has('Schedule') || kinds.has('Track');
  return [
    ...(ofLines && isAsked(data.schedules) ? [loadSchedules({ versionId })] : []),
    ...(changes.some((change) => concerns(DRAWN_LINES, change)) ? networkAgain(data) : []),
    ...(kinds.has('Agency') && isAsked(data.agencies) ? [loadAgencies({ versionId })] : []),
    ...((ofLines || kinds.has('Agency')) && isAsked(data.validation.summary) ? [loadValidationSummary({ versionId })] : []),
    ...shownAgain(view, versionId, kinds),
  ];
}

/**
 * After any change of documents of these kinds: what `outdate` wants to be read again and is on the screen, and what is being read, for
 * its answer may be of before.
 */
export function shownAgain(view: AppState, versionId: number, kinds: Iterable<string>): readonly CommandInput[] {
  const data = view.versions[versionId];
  const place = presentPlace(view);
  if (!data) return [];
  const changed = [...kinds].filter(isEntityKind);
  const again = (load: Load<unknown> | undefined, isShown: boolean, command: CommandInput): readonly CommandInput[] =>
    isShown && place.versionId === versionId && load?.status === 'idle' ? [command] : [];
  const loads: CommandInput[] = [];
  if (changed.some((kind) => COUNTED[kind]))
    loads.push(...askedAgain([data.schedules]), ...again(data.schedules, place.page === 'schedules', loadSchedules({ versionId })));
  if (changed.some((kind) => LINES_OF_STOPS[kind])) {
    const stopId = place.itemId ?? '';
    loads.push(...askedAgain([...Object.values(data.stopDetails), data.stopAgencies]));
    loads.push(...again(data.stopDetails[idKey(stopId)], place.page === 'stops', loadStopDetails({ versionId, stopId })));
  }
  if (changed.some((kind) => RUNNING[kind]))
    loads.push(...askedAgain([data.calendars]), ...again(data.calendars, isDated(place.page), loadCalendars({ versionId })));
  if (changed.some((kind) => DRIVEN[kind])) {
    loads.push(...askedAgain(Object.values(data.serviceDays ?? {})));
    loads.push(...serviceDayLoads(view, versionId));
  }
  if (changed.some((kind) => SERVICE[kind])) loads.push(...askedAgain([data.serviceFigures]));
  if (changed.some((kind) => PASSED[kind])) loads.push(...askedAgain([data.drivenTimes?.load]));
  if (changed.some((kind) => RIDDEN[kind])) loads.push(...askedAgain(Object.values(data.journeyAnswers ?? {}).map(({ load }) => load)));
  if (place.versionId === versionId) loads.push(...journeyLoads(view));
  if (changed.some((kind) => TEXTS[kind])) {
    loads.push(...askedAgain([data.sourceTexts]));
    loads.push(...again(data.sourceTexts, place.page === 'translations', loadSourceTexts({ versionId })));
  }
  return loads;
}

/**
 * After changes of others: the lines of the map that are being read just now. Those that are here already are read again by the map, where
 * it shows them: for every change at once, on every screen, would cost too much.
 */
export function linesUnderWay(view: AppState, versionId: number, kinds: Iterable<string>): readonly CommandInput[] {
  const isDrawn = [...kinds].some((kind) => isEntityKind(kind) && DRAWN_LINES[kind]);
  return isDrawn ? askedAgain(Object.values(view.versions[versionId]?.overlays.network ?? {})) : [];
}

/** The lines of the map, for the zooms that are loaded. */
function networkAgain({ id: versionId, overlays }: VersionData): readonly CommandInput[] {
  return Object.entries(overlays.network).flatMap(([zoom, load]) => {
    const payload = parsePayload(loadNetwork, { versionId, zoom: Number(zoom) });
    return payload && (isAsked(load) || load.value !== null) ? [loadNetwork(payload)] : [];
  });
}

/** Whether a page shows what runs on dates. */
function isDated(page: string | undefined): boolean {
  return page === CALENDAR_PAGE || page === BLOCKS_PAGE;
}

function isAsked({ status }: Load<unknown>): boolean {
  return status !== 'idle';
}

/** The kind and the field of a path: `track/L1/a-b/Stops`; without a field it is of whole documents. */
function changeAt(path: string): readonly { readonly kind: EntityKind; readonly fields: readonly string[] }[] {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  return Object.keys(ENTITY_SCHEMAS)
    .filter(isEntityKind)
    .filter((kind) => kind.toLowerCase() === parts[0])
    .map((kind) => ({ kind, fields: Object.hasOwn(ENTITY_SCHEMAS[kind].shape, last) ? [last] : [] }));
}
