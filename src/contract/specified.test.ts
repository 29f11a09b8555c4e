import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { routeCatalogue } from './catalogue.ts';
import type { Route } from './route.ts';

/**
 * The calls as the specification names them: method, path, keys of the payload (query or body), keys of the answer. Written from its text,
 * not from the contract. `v/7` stands for a version, `d/x` for a database; a dot leads into an object or the entries of a list.
 * The text shows no more than these: where it names no key, none stands here.
 */
const SPECIFIED = `
GET    storage dbs                                      |                                        | Databases.Id Databases.Name Databases.Permissions.ReadOnly Databases.RegionKey Databases.RegionName Databases.Versions
GET    storage db/x/versions                            |                                        | Versions.Id Versions.Version Versions.Source Versions.Editable Versions.Published Versions.Current Versions.Archived Versions.Completed Versions.Date
GET    storage db/x/versions/published                  |                                        | Versions.Id
GET    storage db/version/7                             |                                        | Version.Id Version.Editable Version.Archived Version.Completed
POST   storage db/x/versions/7/un-archive               |                                        |
POST   storage db/x/versions/7/store-data               |                                        |
POST   storage db/x/versions/7/clone                    |                                        | EditableDbVersionId
POST   storage db/x/source/summer                       |                                        | DbVersionId
GET    storage bounds/north                             |                                        | NorthEastBounds SouthWestBounds
GET    storage changesets                               |                                        | Sets Changes Comments
GET    storage changes                                  |                                        | Changes.ChangeId Changes.SetId Changes.Type Changes.ScheduleId Changes.Name Changes.DbVersionId Changes.CreatedBy Changes.Message Changes.StopId Changes.TrackId Changes.TransferId Changes.TimetableId Changes.FareId
GET    storage comments                                 |                                        | Comments.Id Comments.Message Comments.Timestamp Comments.Changes Comments.CausedBy
POST   storage changes/toggle                           |                                        |
POST   storage tracks/attach                            |                                        |
POST   storage comment                                  | Message Changes                        |
DELETE storage changes                                  | changeIds setId                        |
POST   storage changesets/undo                          | SetIds                                 |
GET    storage diff                                     | a b                                    |
GET    storage diff/entries                             | a b                                    | Entries.Calendar.ValidFrom Entries.Calendar.ValidTo Entries.Calendar.Exceptions.Added Entries.Calendar.Exceptions.Changed Entries.Calendar.Exceptions.Removed Entries.Tracks.Added Entries.Tracks.Changed.Timetables.Added Entries.Tracks.Changed.Timetables.Changed Entries.Tracks.Changed.Timetables.Removed Entries.Tracks.Removed Entries.ConditionChanges.Added Entries.PriorRideConditionChanges.Removed Entries.Transports
GET    storage regions                                  |                                        | Regions
GET    storage regions/options                          |                                        | Countries Timezones Languages Currencies
POST   storage regions                                  | Key Name Timezone Currency LanguageCode CountryCode Bounds.NorthEast Bounds.SouthWest Databases.Id Databases.Name |
PUT    storage regions/north/general                    | Name CountryCode Currency LanguageCode Timezone |
PUT    storage regions/north/bounds                     | Bounds                                 |
PUT    storage regions/north/databases                  | Databases                              |
GET    storage locations/autocomplete                   | name                                   | Locations.Name Locations.Coordinate
GET    storage validation/rules/203/documentation       |                                        |
GET    storage db/version/7/fares                       |                                        | Fares.Id Fares.Description Fares.Price Fares.Currency Fares.IsApproximatePrice Fares.Days Fares.FareGroupId Fares.ValidFromDate Fares.ValidToDate
GET    storage db/version/7/fares/F1                    |                                        | Fare.Id Fare.Transports Fare.ArrivalTime Fare.DepartTime Fare.Conditions.BetweenStops Fare.Conditions.BetweenZones Fare.Conditions.ContainsZones Fare.Conditions.DistanceInterval Fare.Conditions.Duration.Inherited Fare.Conditions.NumberOfStops Fare.Conditions.NumberOfTransfers Fare.Conditions.NumberOfZones Fare.Conditions.RatePerDistance Fare.PriorRideConditions.ValidAfterFareGroups Fare.PriorRideConditions.ValidAfterStops Fare.PriorRideConditions.ValidAfterTransports
POST   storage db/version/7/edit/fare/create            |                                        |
POST   storage db/version/7/edit/fare/update            |                                        |
POST   storage db/version/7/edit/fare/delete            | fareIds                                |
POST   storage db/version/7/edit/fare/clone             | fareId                                 |
POST   storage fares/conditions/compatibility           | Conditions                             |
DELETE storage db/version/7/edit/fare/F1/conditions/Duration |                                   |
GET    storage db/version/7/validation/groups           |                                        | Groups.GroupName Groups.Errors Groups.Warnings
GET    storage db/version/7/validation/rules/203        |                                        | Rule.RuleId Rule.RuleName Rule.RuleLevel Rule.Ignorable Rule.AllCasesCount Rule.IgnoredCasesCount
POST   storage db/version/7/validation/rules/203/ignore | IgnoredValidations.ScheduleId IgnoredValidations.FareId IgnoredValidations.AgencyId IgnoredValidations.TranslationId IgnoredValidations.TransferId IgnoredValidations.PathwayId IgnoredValidations.StopId IgnoredValidations.TrackStopId |
DELETE storage db/version/7/validation/rules/203/ignore | IgnoredValidations                     |
GET    storage db/version/7/validation/ignore-summary   |                                        | Sessions.Id Sessions.Finalized Validations.RuleType Validations.SessionIds Instances.RuleType Instances.SessionId Instances.CasesCount
DELETE storage db/version/7/validation/ignore           | Instances.RuleType Instances.SessionId |
PUT    storage db/version/7/validation/ignore-session/5/note | Note                              |
GET    storage db/version/7/schedules                   | tripIds condition match                | Schedules.Id Schedules.Name TooManyResultsForSearch
GET    storage db/version/7/schedules/S1                |                                        | Schedule.Id Schedule.Name Schedule.LongName Schedule.ExternalTransportId Schedule.IsBaseSchedule Schedule.Calendar.fromDate Schedule.Calendar.toDate Schedule.Calendar.Exceptions.Date Tracks.FieldNames Tracks.Track.Id Tracks.Track.Shape Tracks.Track.destinations Tracks.Track.Stops.StopId Tracks.Track.Stops.Coordinate Tracks.Track.Stops.ShapeSequence Tracks.Track.Stops.Destination Tracks.Track.Stops.Ignored Tracks.Timetables.Days Tracks.Timetables.Timepoints Tracks.Timetables.ArrivalOffsets Tracks.Timetables.CumulativeDurations Tracks.Timetables.TripId Tracks.Timetables.PickupIntervals Tracks.Timetables.DropOffIntervals Tracks.Timetables.ContinuousPickupIntervals Tracks.Timetables.ContinuousDropOffIntervals Tracks.Timetables.BlockId Tracks.Timetables.TripShortName Tracks.Timetables.WheelchairAccessibility Tracks.Timetables.BikesAllowed Tracks.Timetables.Departures.Type Tracks.Timetables.Departures.Time Tracks.Timetables.Departures.FromTime Tracks.Timetables.Departures.ToTime Tracks.Timetables.Departures.Frequency Tracks.Timetables.Departures.TripId Tracks.Timetables.Departures.isFrequencyScheduled Tracks.Timetables.Departures.wheelchairAccessibility Tracks.Timetables.Departures.bikesAllowed Tracks.Timetables.Departures.tripShortName Tracks.Timetables.Departures.blockId
POST   storage db/version/7/edit/schedule/clone         | newId                                  |
POST   storage db/version/7/edit/schedule/create        |                                        |
POST   storage db/version/7/edit/schedule/delete        |                                        |
POST   storage db/version/7/edit/schedule/exceptions    |                                        |
POST   storage db/version/7/edit/schedule/interval      | from to                                |
POST   storage db/version/7/edit/track/destinations     | destinations.StopIdFrom destinations.StopIdTo destinations.Destination |
POST   storage db/version/7/edit/track/name             |                                        |
POST   storage db/version/7/edit/track/direction        |                                        |
POST   storage db/version/7/edit/track/visible          |                                        |
POST   storage db/version/7/edit/track/symbol           |                                        |
POST   storage db/version/7/edit/track/clone            |                                        |
POST   storage db/version/7/edit/track/delete           |                                        |
POST   storage db/version/7/edit/track/create           |                                        |
POST   storage db/version/7/edit/track/move             |                                        |
POST   storage db/version/7/edit/track/stop/create      | position                               |
POST   storage db/version/7/edit/track/stop/delete      | stopId position                        |
POST   storage db/version/7/edit/track/stop/move        |                                        |
POST   storage db/version/7/edit/track/stop/sequence    |                                        |
POST   storage db/version/7/edit/track/stop/order       |                                        |
POST   storage db/version/7/edit/track/shape            |                                        |
POST   storage db/version/7/edit/track/shape/replace    | segment.Stops segment.Shape recalculateTimes startOriginalSequence endOriginalSequence |
POST   storage db/version/7/edit/timetable/create       | days                                   |
POST   storage db/version/7/edit/timetable/days         |                                        |
POST   storage db/version/7/edit/timetable/clone        |                                        |
POST   storage db/version/7/edit/timetable/delete       |                                        |
POST   storage db/version/7/edit/timetable/times        |                                        |
POST   storage db/version/7/edit/timetable/departures   |                                        |
POST   storage db/version/7/edit/departures             | daysOfWeek departuresEncoded           |
GET    storage db/version/7/stops/overlay/v2            |                                        | Stops
GET    storage db/version/7/stops/agencies              |                                        | StopAgenciesMap
GET    storage db/version/7/stops/details/v2            |                                        | Stops.Stop.Id Stops.Stop.Name Stops.Stop.Type Stops.Stop.Direction Stops.Stop.Coordinate.Lat Stops.Stop.Coordinate.Lng Stops.Stop.ParentId Stops.Stop.ZoneId Stops.Stop.StopCode Stops.Stop.Url Stops.Stop.WheelchairBoarding Stops.Stop.SignpostedAs Stops.Stop.AreaName Stops.Stop.GroupId Stops.Stop.PlatformCode Stops.Stop.AgencyIds Stops.Stop.RegionKey
POST   storage db/version/7/edit/stop/name              |                                        |
POST   storage db/version/7/edit/stop/type              |                                        |
POST   storage db/version/7/edit/stop/direction         |                                        |
POST   storage db/version/7/edit/stop/parentId          |                                        |
POST   storage db/version/7/edit/stop/platformCode      |                                        |
POST   storage db/version/7/edit/stop/stopCode          |                                        |
POST   storage db/version/7/edit/stop/zoneId            |                                        |
POST   storage db/version/7/edit/stop/url               |                                        |
POST   storage db/version/7/edit/stop/signpostedAs      |                                        |
POST   storage db/version/7/edit/stop/wheelchairBoarding |                                       |
POST   storage db/version/7/edit/stop/create            | coordinate stopName stopZoneId stopParentId stopType |
POST   storage db/version/7/edit/stop/delete            |                                        |
GET    storage db/version/7/transfers/overlay/v2        |                                        | Stops Transfers.FromCoords Transfers.ToCoords Transfers.Transfers.Id Transfers.Transfers.StopIdFrom Transfers.Transfers.StopIdTo Transfers.Transfers.Time
GET    storage db/version/7/transfers/between           |                                        |
POST   storage db/version/7/edit/transfer/time          |                                        |
POST   storage db/version/7/edit/transfer/type          |                                        |
POST   storage db/version/7/edit/transfer/delete        |                                        |
POST   storage db/version/7/edit/transfer/create/v2     | stopFrom stopTo transferTime transferType |
GET    storage db/version/7/pathways/overlay/v2         |                                        | Pathways.FromCoords Pathways.ToCoords
GET    storage db/version/7/pathways/details            | ids                                    | Pathways.Pathway.Id Pathways.Pathway.FromStopId Pathways.Pathway.ToStopId Pathways.Pathway.Mode Pathways.Pathway.IsBidirectional Pathways.Pathway.TraversalTime Pathways.Pathway.Length Pathways.Pathway.StairCount Pathways.Pathway.MaxSlope Pathways.Pathway.MinWidth Pathways.Pathway.LabelSignpostFront Pathways.Pathway.LabelSignpostBack Pathways.Pathway.FromCoords Pathways.Pathway.ToCoords
POST   storage db/version/7/edit/pathway/create/S1      | toStopId toCoordinate                  | Stop.Id
POST   storage db/version/7/edit/pathway/delete         |                                        |
POST   storage db/version/7/routing/segment/standard    | From.Lng From.Lat To.Lng To.Lat        | Route
GET    storage db/version/7/agencies                    | limit                                  | Agencies.Id Agencies.Name Agencies.Url Agencies.FareUrl Agencies.Phone Agencies.Email Agencies.Timezone
POST   storage db/version/7/agencies                    |                                        |
PUT    storage db/version/7/agencies/A1/name            |                                        |
DELETE storage db/version/7/agencies                    | agencyIds                              |
GET    storage db/version/7/agencies/options            |                                        | Languages.Id Languages.Name Timezones.Id Timezones.Name
GET    storage db/version/7/translations                |                                        | Translations.Id Translations.FieldName Translations.FieldValue Translations.CategoryName Translations.LanguageName Translations.Translation
GET    storage db/version/7/translations/languages      |                                        | Languages
GET    storage db/version/7/translations/fields         |                                        | Fields
POST   storage db/version/7/edit/translation            |                                        |
POST   storage db/version/7/edit/translation/clone      |                                        |
POST   storage db/version/7/edit/translation/delete     |                                        |
GET    scheduler notifications                          | region                                 | notifications defaultEmail permissions.readOnly
POST   scheduler notifications                          | region                                 |
GET    scheduler notifications/token                    |                                        |
GET    scheduler regions/accessible                     |                                        |
GET    scheduler tasks                                  | limit offset filter                    | tasks.task.id tasks.task.created tasks.last_result.type tasks.last_result.output_version_id
GET    scheduler tasks/5                                |                                        | input_version_exists output_version_exists input_version_archived output_version_archived output_version_id
POST   scheduler tasks/run                              |                                        |
POST   scheduler tasks/5/stop                           |                                        |
POST   scheduler tasks/runs                             | task_run_ids                           | TaskRuns.Id TaskRuns.Type TaskRuns.OutputVersionId TaskRuns.InputVersionId TaskRuns.TaskRunId TaskRuns.TaskName TaskRuns.Status
GET    scheduler tasks/documentation                    |                                        | documentation.name documentation.s3_url documentation.docs
GET    scheduler tasks/documentation/check              |                                        | name s3_url docs
GET    scheduler pipelines/regions                      |                                        |
GET    scheduler pipelines/list                         |                                        | pipelines.id pipelines.name pipelines.db_id pipelines.region pipelines.tags pipelines.schedule.times_of_day pipelines.schedule.days_of_week pipelines.tasks.name pipelines.tasks.original_name pipelines.tasks.s3_url pipelines.tasks.command pipelines.tasks.task_type pipelines.tasks.input_version_id pipelines.tasks.notes pipelines.runs.id pipelines.runs.pipeline_id pipelines.runs.created pipelines.runs.caused_by pipelines.runs.status pipelines.runs.tasks pipelines.runs.level_summary.errors pipelines.runs.level_summary.warnings pipelines.permissions.read_only pipelines.last_run_status pipelines.last_run_id pipelines.last_task_run_id pipelines.current_db_version pipelines.publishable_db_version
GET    scheduler pipelines/5                            |                                        | id tasks runs
GET    scheduler pipelines/runs/5                       |                                        | id pipeline_id status tasks.input_version_exists
GET    scheduler pipelines/5/runs                       | offset limit version                   | runs
GET    scheduler pipelines/tags                         | filter                                 |
GET    scheduler pipelines/log-counts                   |                                        |
POST   scheduler pipelines/create                       | name db_id tags schedule tasks         | pipeline_id
POST   scheduler pipelines/clone                        | pipeline_id                            |
POST   scheduler pipelines/runs                         |                                        |
POST   scheduler pipelines/runs/5/stop                  |                                        |
POST   scheduler pipelines/runs/5/resume                | from_task_id                           |
POST   scheduler pipelines/runs/5/approve               | force                                  |
PUT    scheduler pipelines/5                            |                                        |
DELETE scheduler pipelines/5                            |                                        |
GET    scheduler logs/5/levels                          | runStartedTimestamp                    | information warnings errors
GET    scheduler logs/5/rows                            | offset limit levels message groupId    | logs.message logs.timestamp logs.groupId
GET    scheduler logs/5                                 |                                        | task.created last_result.type last_result.created
GET    exports   exports                                |                                        | regions
GET    exports   exports/regions                        |                                        |
GET    exports   exports/summary                        |                                        | statusSummary regions
GET    exports   exports/configuration                  |                                        |
GET    exports   exports/delivery/locations             |                                        | locations
GET    exports   exports/5                              |                                        | id region name schedule.timeOfDay scope deliveryLocation.fileName deliveryLocation.location status DbId feedInfo.url feedInfo.contactUrl
GET    exports   exports/runs/5                         |                                        | exportId
GET    exports   exports/5/history                      | offset limit                           | exportRuns.RunId exportRuns.feedInfo
POST   exports   exports/run                            | id                                     |
POST   exports   exports/clone/5                        |                                        |
POST   exports   exports/create                         |                                        |
PUT    exports   exports/5                              |                                        |
DELETE exports   exports/5                              |                                        |
`;

interface Specified {
  readonly method: string;
  readonly path: string;
  readonly payload: readonly string[];
  readonly answer: readonly string[];
}

const calls = SPECIFIED.trim()
  .split('\n')
  .map((line): Specified => {
    const [call = '', payload = '', answer = ''] = line.split('|').map((part) => part.trim());
    const [method = '', service = '', path = ''] = call.split(/\s+/);
    return { method, path: `/${service}/ui/${path}`, payload: words(payload), answer: words(answer) };
  });

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** The route that a server takes for an address: fixed parts go before parameters. */
function routeAt(method: string, path: string): Route | undefined {
  const parts = path.split('/');
  const fits = (route: Route): boolean => {
    const own = route.path.split('/');
    return own.length === parts.length && own.every((part, i) => part.startsWith(':') || part === parts[i]);
  };
  const fixed = (route: Route): string =>
    route.path
      .split('/')
      .map((part) => (part.startsWith(':') ? '1' : '0'))
      .join('');
  return routeCatalogue.filter((route) => route.method === method && fits(route)).toSorted((a, b) => fixed(a).localeCompare(fixed(b)))[0];
}

function paramsOf({ path }: Route, at: string): Record<string, string> {
  const parts = at.split('/');
  return Object.fromEntries(path.split('/').flatMap((part, i) => (part.startsWith(':') ? [[part.slice(1), parts[i] ?? '']] : [])));
}

interface Shape {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly $defs?: Readonly<Record<string, Shape>>;
}

/** Whether a schema has a key, reached by dots through objects and lists. */
function has(schema: z.core.$ZodType | undefined, key: string): boolean {
  if (schema === undefined) return false;
  const root = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape;
  const leads = (shape: Shape, path: readonly string[]): boolean => {
    const [first, ...rest] = path;
    if (first === undefined) return true;
    const ref = shape.$ref === undefined ? undefined : root.$defs?.[shape.$ref.split('/').at(-1) ?? ''];
    if (ref && leads(ref, path)) return true;
    if (shape.items && leads(shape.items, path)) return true;
    if ([...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].some((one) => leads(one, path))) return true;
    const next = shape.properties?.[first];
    return next !== undefined && leads(next, rest);
  };
  return leads(root, key.split('.'));
}

describe('the calls of the specification', () => {
  test('are as many as its text names', () => {
    expect(calls.length).toBe(151);
  });

  test('are looked through to the end: a key that no call has is missed', () => {
    const fare = routeAt('GET', '/storage/ui/db/version/7/fares/F1');
    expect([has(fare?.reply, 'Fare.Conditions.Duration.Inherited'), has(fare?.reply, 'Fare.Conditions.Duration.Seconds')]).toEqual([true, false]);
    expect(routeAt('GET', '/storage/ui/db/version/7/fares/F1/nothing')).toBeUndefined();
  });

  test.each(calls)('$method $path is there with what it takes and answers', ({ method, path, payload, answer }) => {
    const route = routeAt(method, path);
    expect(route?.path, `${method} ${path}`).toBeDefined();
    if (route === undefined) return;
    const params = route.params && z.safeParse(route.params, paramsOf(route, path));
    expect(params?.success ?? true, `parameters of ${route.path}`).toBe(true);
    expect(payload.filter((key) => !has(route.body, key) && !has(route.query, key))).toEqual([]);
    expect(answer.filter((key) => !has(route.reply, key))).toEqual([]);
  });

  test('the way between two places is asked for in two variants [E281]', () => {
    const route = routeAt('POST', '/storage/ui/db/version/7/routing/segment/standard');
    const variants = ['standard', 'transit-alignment', 'other'].map(
      (variant) => z.safeParse(route?.params ?? z.never(), { versionId: '7', variant }).success,
    );
    expect(variants).toEqual([true, true, false]);
  });

  test('tasks are run, pipelines listed and intervals changed where the specification says [H285 H291 E262]', () => {
    expect([
      routeAt('POST', '/scheduler/ui/tasks/run')?.name,
      routeAt('GET', '/scheduler/ui/pipelines')?.name,
      routeAt('POST', '/storage/ui/db/version/7/edit/schedule/interval')?.name,
    ]).toEqual(['runTask', 'listPipelines', 'calendar.editInterval']);
  });
});
