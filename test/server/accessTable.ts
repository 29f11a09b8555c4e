/**
 * Who may make which call, written from the specification (regions and access, section 6) and not read from the contract: sign-in for
 * every call, a role and a verified e-mail, no writes for read-only rights, regions by claim.
 *
 * A new route needs a line here: METHOD path who names [body]
 *   who    anyone | guest (who has the secret of a review link, and nobody who is signed in) | signedIn (whoever has a token) | viewer | editor | publisher (an editor who may publish) |
 *          administrator (an editor who may change regions)
 *   names  what of a region the call names: region, database, version, pipeline, run, task, set, change;
 *          `filtered`: nothing, and the answer holds only what the caller sees; `nothing`: it concerns no region;
 *          `installation`: it concerns all regions, so accounts limited to some may not make it
 *   body   JSON, where the names stand in it. $region, $database, $version, $pipeline, $run, $task, $set and $change stand for the
 *          caller's own, then another region's, then one that is not there; `:databaseId`, `:versionId` and `:region` of a path as well.
 * A `*` at the end of a path stands for all that begins so.
 */
const LINES = `
GET    /storage/ui/account                                            signedIn  nothing
GET    /storage/ui/account/sealing-key                                signedIn  nothing
POST   /storage/ui/account/terms                                      signedIn  nothing       {}
POST   /storage/ui/errors                                             signedIn  nothing       {"kind":"error","message":"m","stack":"","place":"/","build":"b"}
POST   /storage/ui/account/leave                                      signedIn  nothing       {}
GET    /storage/ui/account/tokens                                     viewer    nothing
POST   /storage/ui/account/tokens                                     viewer    nothing       {"label":"nightly","scopes":["read"],"days":30}
DELETE /storage/ui/account/tokens/:tokenId                            viewer    nothing
GET    /storage/ui/account/tokens/others                              administrator filtered
DELETE /storage/ui/account/tokens/others/:tokenId                     administrator nothing
POST   /storage/ui/reports                                            viewer    nothing
GET    /storage/ui/reports                                            administrator installation
GET    /storage/ui/reports/:reportId/text                             administrator installation
DELETE /storage/ui/reports/:reportId                                  administrator installation
GET    /config.json                                                   anyone    nothing
GET    /version                                                       anyone    nothing
GET    /healthz                                                       anyone    nothing
HEAD   /healthz                                                       anyone    nothing
GET    /readyz                                                        anyone    nothing
GET    /metrics                                                       anyone    nothing
HEAD   /readyz                                                        anyone    nothing
GET    /openapi.json                                                  anyone    nothing
GET    /api                                                           anyone    nothing
GET    /help                                                          anyone    nothing
GET    /help/*                                                        anyone    nothing
GET    /feed.schema.json                                              anyone    nothing
GET    /mcp                                                           viewer    nothing
DELETE /mcp                                                           viewer    nothing
POST   /mcp                                                           viewer    nothing       {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}
GET    /demo/*                                                        anyone    nothing
GET    /feeds/*                                                       anyone    nothing
HEAD   /feeds/*                                                       anyone    nothing
GET    /tiles/*                                                       anyone    nothing

GET    /storage/ui/regions                                            viewer    filtered
POST   /storage/ui/regions                                            editor    installation  {"Key":"newland","Name":"New","CountryCode":"NL","LanguageCode":"nl","Timezone":"Europe/Amsterdam","Currency":"EUR","Bounds":{"NorthEast":{"Lat":2,"Lng":2},"SouthWest":{"Lat":1,"Lng":1}},"Databases":[]}
GET    /storage/ui/regions/options                                    viewer    nothing
GET    /storage/ui/regions/:region                                    viewer    region
GET    /storage/ui/regions/:region/schedules                          viewer    region
POST   /storage/ui/fares/conditions/compatibility                     viewer    nothing
PUT    /storage/ui/regions/:region/*                                  editor    region
GET    /storage/ui/regions/:region/validation-profile                 viewer    region
DELETE /storage/ui/regions/:region/validation-profile/rules/:ruleId   editor    region
GET    /storage/ui/bounds/:region                                     viewer    region
GET    /storage/ui/locations/autocomplete?name=ams                    viewer    nothing
GET    /storage/ui/dbs                                                viewer    filtered
GET    /scheduler/ui/regions/accessible                               viewer    filtered

GET    /storage/ui/db/:databaseId/versions                            viewer    database
GET    /storage/ui/db/:databaseId/versions/published                  viewer    database
GET    /storage/ui/db/:databaseId/versions/:versionId/download        viewer    version
POST   /storage/ui/db/:databaseId/versions/:versionId/download        viewer    version
POST   /storage/ui/db/:databaseId/versions/:versionId/*               editor    version
DELETE /storage/ui/db/:databaseId/versions/:versionId                 editor    version
GET    /storage/ui/db/:databaseId/realtime                             viewer    database
POST   /storage/ui/db/:databaseId/source/:versionName                 editor    database
GET    /storage/ui/uploads/:uploadId                                  editor    nothing
GET    /storage/ui/db/version/:versionId                              viewer    version
GET    /storage/ui/db/version/:versionId/*                            viewer    version
POST   /storage/ui/db/version/:versionId/routing/match                viewer    version
POST   /storage/ui/db/version/:versionId/routing/segment/:variant     viewer    version
POST   /storage/ui/db/version/:versionId/routing/preview/:variant     viewer    version
POST   /storage/ui/db/version/:versionId/routing/track/:variant       viewer    version
POST   /storage/ui/db/version/:versionId/routing/detours              viewer    version
POST   /storage/ui/db/version/:versionId/uses                         viewer    version
POST   /storage/ui/db/version/:versionId/fares/check                  viewer    version
POST   /storage/ui/db/version/:versionId/*                            editor    version
PUT    /storage/ui/db/version/:versionId/*                            editor    version
DELETE /storage/ui/db/version/:versionId/*                            editor    version
GET    /storage/ui/db/version/:versionId/corrections?onto=$version    viewer    version
GET    /storage/ui/db/version/:versionId/take-over?from=$version      viewer    version
POST   /storage/ui/db/version/:versionId/take-over                    editor    version       {"From":$version,"FromRev":0,"Rev":0,"Decisions":[]}
POST   /storage/ui/db/version/:versionId/corrections                  editor    version       {"Onto":$version,"Name":"n"}
GET    /storage/ui/db/:databaseId/reviews                             viewer    database
PUT    /storage/ui/db/:databaseId/reviews/required                    administrator database    {"Required":false}
GET    /storage/ui/db/version/:versionId/review                       viewer    version
GET    /storage/ui/db/version/:versionId/review/changes               viewer    version
GET    /storage/ui/db/version/:versionId/review/people                viewer    version
POST   /storage/ui/db/version/:versionId/review                       editor    version       {"Reviewers":["viewer@test.example"],"Note":""}
POST   /storage/ui/db/version/:versionId/review/withdraw              editor    version
POST   /storage/ui/db/version/:versionId/review/comments              viewer    version       {"Message":"m"}
GET    /storage/ui/db/version/:versionId/review/links                 editor    version
POST   /storage/ui/db/version/:versionId/review/links                 editor    version       {"Label":"Town","Days":14,"Comments":true,"From":$version,"Hash":"0000000000000000000000000000000000000000000000000000000000000000"}
DELETE /storage/ui/db/version/:versionId/review/links/:linkId         editor    version
GET    /storage/ui/guest/review                                          guest     nothing
GET    /storage/ui/guest/review/changes                                  guest     nothing
POST   /storage/ui/guest/review/comments                                 guest     nothing       {"Name":"Ann","Message":"m"}
POST   /storage/ui/db/version/:versionId/review/decisions             viewer    version       {"Approved":true,"Message":"","Rev":0}
GET    /storage/ui/validation/rules/:ruleId/documentation             viewer    nothing

GET    /storage/ui/diff?a=$version&b=$version                         viewer    version
GET    /storage/ui/diff/entries?a=$version&b=$version&category=stops  viewer    version
GET    /storage/ui/diff/properties?a=$version&b=$version&category=stops viewer  version
GET    /storage/ui/diff/details?a=$version&b=$version&kind=Stop&id=s  viewer    version
GET    /storage/ui/diff/notes?a=$version&b=$version                   viewer    version
GET    /storage/ui/diff/service?a=$version&b=$version                 viewer    version
GET    /storage/ui/diff/export?a=$version&b=$version                  viewer    version

GET    /storage/ui/changesets?databaseId=$database                    viewer    database
GET    /storage/ui/changes?setId=$set                                 viewer    set
GET    /storage/ui/comments?databaseId=$database                      viewer    database
GET    /storage/ui/tracks/suggestions?dbVersionId=$version&changeId=$change viewer change
POST   /storage/ui/comment                                            editor    change        {"Message":"m","Changes":[$change]}
POST   /storage/ui/changes/toggle                                     editor    change        {"DbVersionId":$version,"ChangeIds":[$change],"Active":false}
POST   /storage/ui/changesets/undo                                    editor    set           {"DbVersionId":$version,"SetIds":[$set]}
POST   /storage/ui/tracks/attach                                      editor    change        {"DbVersionId":$version,"ChangeIds":[$change],"ScheduleId":"s","TrackId":"t"}
DELETE /storage/ui/changes                                            editor    change        {"DbVersionId":$version,"changeIds":[$change]}

GET    /scheduler/ui/tasks                                            viewer    filtered
GET    /scheduler/ui/tasks/documentation                              viewer    nothing
GET    /scheduler/ui/tasks/documentation/:id                          viewer    nothing
GET    /scheduler/ui/tasks/:id                                        viewer    task
GET    /scheduler/ui/tasks/:id/files/:name                            viewer    task
POST   /scheduler/ui/tasks/:id/stop                                   editor    task
POST   /scheduler/ui/tasks/run                                        editor    database      {"db_id":"$database","name":"n","original_name":"n","s3_url":"builtin:drop-unused","task_type":2,"command":{},"input_version_id":null,"notes":""}
POST   /scheduler/ui/tasks/runs                                       viewer    filtered      {"task_run_ids":[1,2,3]}
POST   /scheduler/ui/tasks/files/:name                                editor    nothing
GET    /scheduler/ui/secrets                                          viewer    filtered
PUT    /scheduler/ui/secrets/:name                                    editor    installation  {"value":"v","servers":["https://feeds.example.org"]}
DELETE /scheduler/ui/secrets/:name                                    editor    installation

GET    /scheduler/ui/pipelines                                        viewer    filtered
GET    /scheduler/ui/pipelines/list                                   viewer    filtered
GET    /scheduler/ui/pipelines/regions                                viewer    filtered
GET    /scheduler/ui/pipelines/tags                                   viewer    filtered
GET    /scheduler/ui/pipelines/log-counts?run_ids=1&run_ids=2         viewer    filtered
GET    /scheduler/ui/pipelines/runs/:id                               viewer    run
GET    /scheduler/ui/pipelines/:id                                    viewer    pipeline
GET    /scheduler/ui/pipelines/:id/runs                               viewer    pipeline
POST   /scheduler/ui/pipelines                                        editor    database      {"name":"n","db_id":"$database","tags":[],"schedule":null,"tasks":[]}
POST   /scheduler/ui/pipelines/create                                 editor    database      {"name":"n","db_id":"$database","tags":[],"schedule":null,"tasks":[]}
POST   /scheduler/ui/pipelines/clone                                  editor    pipeline      {"pipeline_id":$pipeline}
POST   /scheduler/ui/pipelines/runs                                   editor    pipeline      {"pipeline_id":$pipeline}
POST   /scheduler/ui/pipelines/runs/:id/*                             editor    run
PUT    /scheduler/ui/pipelines/:id                                    editor    pipeline
DELETE /scheduler/ui/pipelines/:id                                    editor    pipeline

GET    /exports/ui/exports                                            viewer    filtered
GET    /exports/ui/exports/regions                                    viewer    filtered
GET    /exports/ui/exports/summary                                    viewer    filtered
GET    /exports/ui/exports/configuration                              viewer    filtered
GET    /exports/ui/exports/agencies?databaseId=$database              viewer    database
GET    /exports/ui/exports/delivery/locations                         viewer    filtered
GET    /exports/ui/exports/*                                          viewer    nothing
POST   /exports/ui/exports/*                                          editor    nothing
PUT    /exports/ui/exports/*                                          editor    nothing
DELETE /exports/ui/exports/*                                          editor    nothing
GET    /exports/ui/exports/feeds                                      viewer    filtered
POST   /exports/ui/exports/feeds                                      publisher nothing
POST   /exports/ui/exports/feeds/*                                    publisher nothing
PUT    /exports/ui/exports/feeds/*                                    publisher nothing
DELETE /exports/ui/exports/feeds/*                                    publisher nothing

GET    /scheduler/ui/logs/:id                                         viewer    task
GET    /scheduler/ui/logs/:id/*                                       viewer    task

GET    /scheduler/ui/notifications?region=$region                     viewer    region
POST   /scheduler/ui/notifications?region=$region                     editor    region        []
GET    /scheduler/ui/notifications/sent?region=$region                editor    region
GET    /scheduler/ui/notifications/sent/:mailId?region=$region            editor    region
GET    /scheduler/ui/notifications/token                              viewer    nothing
GET    /scheduler/ui/news                                             viewer    nothing
POST   /scheduler/ui/news/read                                        viewer    nothing       {"ids":[1],"read":true}
POST   /scheduler/ui/notifications/watch                              viewer    nothing       {"connectionId":"none","versionIds":[]}

GET    /storage/ui/searches?region=$region                            viewer    region
POST   /storage/ui/searches?region=$region                            editor    region
DELETE /storage/ui/searches/:searchId?region=$region                  editor    region
PUT    /storage/ui/searches/:searchId/watch?region=$region            viewer    region        {"Watched":true}
GET    /scheduler/ui/webhooks?region=$region                          editor    region
POST   /scheduler/ui/webhooks?region=$region                          editor    region
PUT    /scheduler/ui/webhooks/*?region=$region                        editor    region
DELETE /scheduler/ui/webhooks/*?region=$region                        editor    region
POST   /scheduler/ui/webhooks/*?region=$region                        editor    region
GET    /scheduler/ui/webhooks/*?region=$region                        editor    region
`;

export type Who = 'anyone' | 'guest' | 'signedIn' | 'viewer' | 'editor' | 'publisher' | 'administrator';
export type Named = 'nothing' | 'filtered' | 'installation' | 'region' | 'database' | 'version' | 'pipeline' | 'run' | 'task' | 'set' | 'change';

export interface AccessRow {
  readonly method: string;
  /** As it is declared, or its beginning and a `*`. */
  readonly path: string;
  readonly query: string;
  readonly who: Who;
  readonly names: Named;
  readonly body: string | undefined;
}

/** The lines of the table; the most particular path first. */
export const ACCESS_TABLE: readonly AccessRow[] = LINES.split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => {
    const [, method = '', address = '', who = '', names = '', body = ''] = /^(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    const [path = '', query = ''] = address.split('?');
    return { method, path, query: query === '' ? '' : `?${query}`, who: who as Who, names: names as Named, body: body === '' ? undefined : body };
  })
  .toSorted((a, b) => b.path.replace('*', '').length - a.path.replace('*', '').length);

/** The scope that an API token needs for a call; `person`: no program may make it; `none`: it is open to anybody. */
export type RowScope = 'none' | 'read' | 'edit' | 'run' | 'publish' | 'person';

/**
 * Calls whose scope is not the plain one: `read` to look, `edit` for what takes an editor, `publish` for what takes a publisher.
 * A `*` stands for one part of the path.
 */
const SCOPES: Readonly<Record<'run' | 'publish' | 'person', readonly string[]>> = {
  run: [
    'POST /scheduler/ui/tasks/run',
    'POST /scheduler/ui/tasks/*/stop',
    'POST /scheduler/ui/tasks/files/*',
    'POST /scheduler/ui/pipelines/runs',
    'POST /scheduler/ui/pipelines/runs/*/repeat',
    'POST /scheduler/ui/pipelines/runs/*/resume',
    'POST /scheduler/ui/pipelines/runs/*/stop',
    'POST /exports/ui/exports/run',
    'POST /exports/ui/exports/runs/*/stop',
  ],
  publish: [
    'POST /storage/ui/db/*/versions/*/publish',
    'POST /storage/ui/db/*/versions/*/make-current',
    'POST /scheduler/ui/pipelines/runs/*/approve',
  ],
  person: [
    'GET /storage/ui/account/tokens',
    'POST /storage/ui/account/tokens',
    'DELETE /storage/ui/account/tokens/*',
    'GET /storage/ui/account/tokens/others',
    'DELETE /storage/ui/account/tokens/others/*',
    'POST /storage/ui/reports',
    'GET /storage/ui/reports',
    'GET /storage/ui/reports/*/text',
    'DELETE /storage/ui/reports/*',
    'GET /storage/ui/account/sealing-key',
    'POST /storage/ui/account/terms',
    'POST /storage/ui/account/leave',
    'POST /storage/ui/errors',
    'PUT /scheduler/ui/secrets/*',
    'DELETE /scheduler/ui/secrets/*',
    'GET /scheduler/ui/notifications/token',
    'POST /scheduler/ui/notifications/watch',
    'POST /scheduler/ui/news/read',
    'PUT /storage/ui/searches/*/watch',
    'GET /scheduler/ui/webhooks',
    'POST /scheduler/ui/webhooks',
    'PUT /scheduler/ui/webhooks/*',
    'DELETE /scheduler/ui/webhooks/*',
    'POST /scheduler/ui/webhooks/*/test',
    'GET /scheduler/ui/webhooks/*/deliveries',
    'POST /scheduler/ui/webhooks/*/deliveries/*/repeat',
    'GET /storage/ui/db/version/*/review/links',
    'POST /storage/ui/db/version/*/review/links',
    'DELETE /storage/ui/db/version/*/review/links/*',
    'PUT /storage/ui/db/*/reviews/required',
    'POST /storage/ui/db/version/*/review/comments',
    'POST /storage/ui/db/version/*/review/decisions',
  ],
};

/** The scope that an API token needs for a call of a row. */
export function scopeOfCall(method: string, path: string, { who }: AccessRow): RowScope {
  if (who === 'anyone') return 'none';
  const call = `${method} ${path}`;
  for (const scope of ['run', 'publish', 'person'] as const)
    if (SCOPES[scope].some((pattern) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(call))) return scope;
  return who === 'publisher' ? 'publish' : who === 'editor' ? 'edit' : 'read';
}

/** The row of a route; undefined where the table has none. */
export function accessRowOf(method: string, path: string): AccessRow | undefined {
  return (
    ACCESS_TABLE.find((row) => row.method === method && row.path === path) ??
    ACCESS_TABLE.find((row) => row.method === method && row.path.endsWith('*') && path.startsWith(row.path.slice(0, -1)))
  );
}
