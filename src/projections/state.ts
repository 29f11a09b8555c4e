/**
 * The state of the product: data from the server, where the user is, and what the browser remembers. `base` and `view`
 * of the kernel both have this shape. Every part can be absent: a reload starts it afresh and loads what the address needs.
 */
import type { SheetKind } from '../domain/spreadsheet/sheetFields.ts';
import type { ServiceDay } from '../domain/service/day.ts';
import type { Holidays } from '../domain/holidays.ts';
import type { Account } from '../domain/account.ts';
import type { Agency } from '../domain/model/agency.ts';
import type { ApiToken, OthersToken } from '../domain/apiTokens.ts';
import type { NewsItem } from '../domain/news.ts';
import type { Bounds, Coordinate } from '../domain/coordinate.ts';
import type { FareDetails, FareRow } from '../domain/fareDetails.ts';
import type { Location } from '../domain/locations.ts';
import type { DrivenTimes } from '../domain/realtime.ts';
import type { DayTrips } from '../domain/dayTrips.ts';
import type { ScheduleFigures } from '../domain/service/dayTypes.ts';
import type { AgencyOptions } from '../domain/agencyOptions.ts';
import type { ScheduleRow } from '../domain/scheduleDetails.ts';
import { type BrowserSettings, DEFAULT_SETTINGS, type ProductConfig } from '../domain/settings.ts';
import { NO_WIZARD, type RegionWizardState } from './regionWizard.ts';
import type { OverlayStop, StopDetails } from '../domain/stopDetails.ts';
import type { SourceText } from '../domain/translatable.ts';
import type { TranslatedField, TranslationLanguage } from '../domain/translations.ts';
import type { Translation } from '../domain/model/translation.ts';
import type { Made } from '../domain/changes.ts';
import type { Database, Region, Version, VersionAct } from '../domain/versions.ts';
import type { CommandInput } from '../kernel/command.ts';
import type { Table } from '../kernel/table.ts';
import { type MapOverlays, NO_OVERLAYS } from './overlays.ts';
import { type FareLoads, NO_FARE_LOADS } from './fareLoads.ts';
import { type ChangesState, NO_CHANGES } from './changesState.ts';
import type { CategoryCounts } from '../domain/comparer/lists.ts';
import type { ServiceOverview } from '../domain/serviceOverview.ts';
import type { ValidationProfile } from '../domain/validationProfile.ts';
import type { ReviewLink } from '../domain/reviewLinks.ts';
import type { SavedSearch } from '../domain/savedSearches.ts';
import type { VersionOutlook } from '../domain/versionOutlook.ts';
import type { FoundTexts } from './foundTexts.ts';
import type { JourneyAnswers } from './journeys.ts';
import type { DraftReviewsState } from './draftReviews.ts';
import { type ComparerState, NO_COMPARISON } from './comparerState.ts';
import { type ExportsState, NO_EXPORTS } from './exportState.ts';
import { NO_PIPELINES, type PipelinesState } from './pipelineState.ts';
import { NO_REALTIME, type RealtimeState } from './realtime.ts';
import { NO_TASKS, type TasksState } from './taskState.ts';
import { NO_RECORDS, type RecordsState } from './records.ts';
import { type MapSearchState, NO_MAP_SEARCH } from './mapSearchState.ts';
import type { ProblemReportsState } from './problemReports.ts';
import { NO_SENT_NOTICES, type SentNoticesState } from './sentNotices.ts';
import { type HeldDocuments, NO_DOCUMENTS } from './heldDocuments.ts';
import { EMPTY_VALIDATION, type ValidationData } from './validation.ts';

import { NO_STATION, type StationState } from './stationState.ts';
import { NO_STOP_SELECTION, type StopSelectionState } from './stopSelectionState.ts';
import { type SyncPosition, NOT_SYNCED } from './syncPosition.ts';
import type { TypedState } from './typed.ts';

/** Every load has a status, and what it loaded once it succeeded (the last good one while it loads again). */
export interface Load<T> {
  readonly status: 'idle' | 'loading' | 'succeeded' | 'failed';
  readonly value: T | null;
  readonly messages: readonly string[];
  /** The request of the read under way; never part of the confirmed state. */
  readonly asked?: CommandInput;
}

/** Sign-in as far as it got. */
export interface Session {
  readonly status: 'unknown' | 'signedIn' | 'failed';
  readonly account: Account | null;
  /** Why sign-in failed, in words for the user. */
  readonly message: string | null;
}

/** A version as far as it is loaded. */
export interface VersionData {
  readonly id: number;
  readonly counts: Load<Readonly<Record<string, number>>>;
  /** The change set that led to this snapshot; null in the present state, and before the first change. */
  readonly made: Made | null;
  /** Revision up to which `stops` and details are known. */
  readonly rev: number;
  /** Number of undone revisions reported by the server; it never decreases. */
  readonly undone?: number;
  readonly heard: SyncPosition;
  readonly stops: Load<Table<OverlayStop>>;
  /** Revision that the stops overlay had when it was read; edits after it are in the table already. */
  readonly stopAgencies: Load<Readonly<Record<string, readonly string[]>>>;
  readonly stopDetails: Readonly<Record<string, Load<StopDetails>>>;
  readonly schedules: Load<readonly ScheduleRow[]>;
  readonly tripSearch: TripSearch;
  /** Schedules whose documents are all held; `schedules.ts` puts them together. */
  readonly scheduleDetails: Readonly<Record<string, Load<true>>>;
  readonly fares: Load<readonly FareRow[]>;
  readonly fareDetails: Readonly<Record<string, Load<FareDetails>>>;
  readonly fareWork: FareLoads;
  readonly translations: Load<readonly Translation[]>;
  readonly translationLanguages: Load<readonly TranslationLanguage[]>;
  readonly sourceTexts: Load<readonly SourceText[]>;
  /** What find and replace found. Absent until something is searched for. */
  readonly foundTexts?: Load<FoundTexts>;
  readonly translationFields: Load<readonly TranslatedField[]>;
  readonly agencies: Load<readonly Agency[]>;
  readonly agencyOptions: Load<AgencyOptions>;
  readonly records: RecordsState;
  /** Trips by the weekdays of timetables; calendars, day types and schedules are among `docs` then. Absent until the calendar is looked at. */
  readonly calendars?: Load<readonly DayTrips[]>;
  /** Figures of service of each schedule. Absent until they are requested. */
  readonly serviceFigures?: Load<readonly ScheduleFigures[]>;
  /** Trips of dates, by date. Absent until vehicle blocks are looked at. */
  readonly serviceDays?: Readonly<Record<string, Load<ServiceDay>>>;
  /** Driven times of one schedule, with the question that they answer. Absent until they are looked at. */
  readonly drivenTimes?: { readonly question: string; readonly load: Load<DrivenTimes> };
  /** Journeys that were searched. Absent until some are. */
  readonly journeyAnswers?: JourneyAnswers;
  /** Holidays that are offered for a calendar; absent until they are requested. */
  readonly holidays?: Load<Holidays>;
  /** Ids of the documents that workbooks were written of or read to, by kind. Absent until there was one. */
  readonly sheetRows?: Readonly<Partial<Record<SheetKind, Load<readonly string[]>>>>;
  readonly overlays: MapOverlays;
  /** Documents as the server holds them, those looked at and those changed since the version was opened. */
  readonly docs: HeldDocuments;
  readonly validation: ValidationData;
  /** Who else changed which field last: names by the field's path, `stop/S1/Name`. */
  readonly changedBy: Readonly<Record<string, string>>;
}

/** Schedules that hold trips with certain ids, or with departures at certain times. */
export interface TripSearch {
  readonly tripIds: readonly string[];
  /** `HH:mm` or `HH:mm:ss`. */
  readonly departures: readonly string[];
  /** Any of them, or each of them. */
  readonly condition: 'Or' | 'And';
  readonly match: 'Exact' | 'Contains';
  readonly found: Load<{ readonly ids: readonly string[]; readonly tooMany: boolean }>;
}

/** A short message that goes by itself. */
export interface Notice {
  readonly id: string;
  readonly kind: 'done' | 'info' | 'failed';
  readonly text: string;
}

/** An edit that a closed tab had left unsent: the record of this session that sends it, and its undo scope. */
export interface TakenUpEdit {
  readonly id: string;
  readonly scope?: string;
}

/** An act on a version that is under way. */
export interface RunningAct {
  readonly versionId: number;
  readonly act: VersionAct;
}

/** An act on a version that failed; it stands until it is retried or dismissed. */
export interface VersionFailure extends RunningAct {
  readonly databaseId: string;
  readonly messages: readonly string[];
  /** The name a clone was to have. */
  readonly name?: string;
}

/** How far a download is, in bytes; `total` is null where the server does not know it beforehand. */
export interface DownloadProgress {
  readonly done: number;
  readonly total: number | null;
}

/** How far the upload of this tab is. Bytes; the total of what is sent is 0 after a reload, when nothing is sent any more. */
export interface UploadProgress {
  readonly uploadId: string;
  readonly sent: { readonly done: number; readonly total: number };
  /** What the server does with it, in bytes of the unpacked file, once it has said so; total 0 where it cannot know. */
  readonly reading: { readonly phase: 'receiving' | 'reading' | 'saving'; readonly done: number; readonly total: number } | null;
  readonly elapsedMs: number;
}

/** Where the map looks; `request` rises when the camera shall move. */
export interface CameraRequest {
  readonly request: number;
  readonly stopId?: string;
  /** All stops of the version in view. */
  readonly network?: true;
  /** A place, and how near to look at it in MapLibre's zoom. */
  readonly at?: Coordinate;
  readonly zoom?: number;
  readonly bounds?: Bounds;
}

export interface AppState {
  readonly started: boolean;
  readonly config: ProductConfig | null;
  readonly session: Session;
  readonly location: Location;
  readonly settings: BrowserSettings;
  readonly live: 'off' | 'connecting' | 'connected' | 'disconnected';
  readonly regions: Load<readonly Region[]>;
  readonly databases: Load<readonly Database[]>;
  readonly versionLists: Readonly<Record<string, Load<readonly Version[]>>>;
  /** The pages of a version list after the first: the id that the next page ends before, null at the end. */
  readonly versionTails: Readonly<Record<string, Load<number>>>;
  /** Acts under way: those without an answer, and long ones of this screen until the message of their end. */
  readonly versionWork: readonly RunningAct[];
  readonly versionFailures: readonly VersionFailure[];
  /** By version id. */
  readonly downloads: Readonly<Record<string, DownloadProgress>>;
  /** Loaded parts of the version in view (others are unloaded when the version changes). */
  readonly versions: Readonly<Record<string, VersionData>>;
  /** The date in UTC, YYYY-MM-DD; empty until the page has set it. */
  readonly today: string;
  readonly camera: CameraRequest;
  readonly notices: readonly Notice[];
  readonly news: Load<readonly NewsItem[]>;
  /** Edits taken up from closed tabs, until the user has kept or discarded them; absent where there are none. */
  readonly takenUp?: readonly TakenUpEdit[];
  /** Validation profiles by the key of their region; absent until one is looked at. */
  readonly validationProfiles?: Readonly<Record<string, Load<ValidationProfile>>>;
  /** The API tokens of the signed-in person; absent until they are looked at. */
  readonly apiTokens?: Load<readonly ApiToken[]>;
  /** Those of other people; absent until somebody who may change regions looks at them. */
  readonly othersTokens?: Load<readonly OthersToken[]>;
  /** What is typed into forms and not sent; absent where nothing is. */
  readonly typed?: TypedState;
  /** Null where nothing is uploaded. */
  readonly upload: UploadProgress | null;
  readonly comparer: ComparerState;
  /** Counts of what differs between two versions, as `3-8`, beside what the comparer shows; absent where none were requested. */
  readonly diffSummaries?: Readonly<Record<string, Load<DiffCounts>>>;
  /** What putting a version out would mean, by version; absent where it was not asked for. */
  readonly outlooks?: Readonly<Record<string, Load<VersionOutlook>>>;
  /** What runs in a version, by version; absent where it was not asked for. */
  readonly serviceOverviews?: Readonly<Record<string, Load<ServiceOverview>>>;
  readonly tasks: TasksState;
  readonly pipelines: PipelinesState;
  readonly exports: ExportsState;
  readonly regionWizard: RegionWizardState;
  readonly changes: ChangesState;
  /** Reviews of drafts; absent until one is looked for. */
  readonly draftReviews?: DraftReviewsState;
  /** The review links of the version for which they were looked at last. */
  readonly reviewLinks?: { readonly of: number; readonly list: Load<readonly ReviewLink[]> };
  /** The saved searches of the region for which they were looked at last. */
  readonly savedSearches?: { readonly of: string; readonly list: Load<readonly SavedSearch[]> };
  readonly realtime: RealtimeState;
  /** Reads that failed because the server could not be reached, by their lane: they are made again once it can. */
  readonly unreached: Readonly<Record<string, UnreachedRead>>;
  readonly sentNotices: SentNoticesState;
  /** Absent but on the page of problem reports. */
  readonly problemReports?: ProblemReportsState;
  /** Recorded logs name the keys `stopWork`, `versionWork`, `fareWork` and `heard`, so they stay. */
  readonly stopWork: StopSelectionState;
  readonly mapSearch: MapSearchState;
  readonly station: StationState;
}

/** What differs between two versions: counts by category, and the names of the first lines that do. */
export interface DiffCounts {
  readonly categories: readonly CategoryCounts[];
  readonly lines: readonly string[];
}

/** A read without an answer; `status` 0 where nothing came back at all. */
export interface UnreachedRead {
  readonly type: string;
  readonly payload: unknown;
  readonly status: number;
}

/** A load that nobody has asked for yet. */
export const IDLE: Load<never> = { status: 'idle', value: null, messages: [] };

/** The state before anything happened. */
export const initialState: AppState = {
  started: false,
  config: null,
  session: { status: 'unknown', account: null, message: null },
  location: { path: '/', search: '' },
  settings: DEFAULT_SETTINGS,
  live: 'off',
  regions: IDLE,
  databases: IDLE,
  versionLists: {},
  versionTails: {},
  versionWork: [],
  versionFailures: [],
  downloads: {},
  versions: {},
  today: '',
  camera: { request: 0 },
  notices: [],
  news: IDLE,
  upload: null,
  comparer: NO_COMPARISON,
  tasks: NO_TASKS,
  pipelines: NO_PIPELINES,
  exports: NO_EXPORTS,
  regionWizard: NO_WIZARD,
  changes: NO_CHANGES,
  realtime: NO_REALTIME,
  unreached: {},
  sentNotices: NO_SENT_NOTICES,
  stopWork: NO_STOP_SELECTION,
  mapSearch: NO_MAP_SEARCH,
  station: NO_STATION,
};

/** A version of which nothing is loaded. */
export function emptyVersion(id: number): VersionData {
  return {
    id,
    rev: 0,
    counts: IDLE,
    made: null,
    heard: NOT_SYNCED,
    stops: IDLE,
    stopAgencies: IDLE,
    stopDetails: {},
    schedules: IDLE,
    tripSearch: { tripIds: [], departures: [], condition: 'Or', match: 'Contains', found: IDLE },
    scheduleDetails: {},
    fares: IDLE,
    fareDetails: {},
    fareWork: NO_FARE_LOADS,
    translations: IDLE,
    translationLanguages: IDLE,
    translationFields: IDLE,
    sourceTexts: IDLE,
    agencies: IDLE,
    agencyOptions: IDLE,
    records: NO_RECORDS,
    overlays: NO_OVERLAYS,
    docs: NO_DOCUMENTS,
    validation: EMPTY_VALIDATION,
    changedBy: {},
  };
}
