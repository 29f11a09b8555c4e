/** Every setting of the server, declared once: what it means, what may be written, and its default. docs/operate/settings.md is made of this. */
import { z } from 'zod';

/** What has to be written to let demo accounts be used from other machines. Long, so that nobody types it by habit. */
export const DEMO_CONSENT = 'yes-on-this-network';

const url = (what: string, protocols: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), `Write ${what}.`);
const web = (what: string) => url(what, ['http:', 'https:']);
const isTiles = (text: string): boolean => /\{z\}/.test(text) && /\{x\}/.test(text) && /\{y\}/.test(text) && /^https?:\/\//.test(text);
const tiles = (what: string) => z.string().refine(isTiles, `Write ${what} with {z}, {x} and {y} in it.`);
const viewer = z
  .string()
  .refine(
    (text) => text === 'none' || (text.startsWith('https://') && ['{lat}', '{lng}', '{zoom}'].every((part) => text.includes(part))),
    'Write an https address with {lat}, {lng} and {zoom} in it, or none.',
  );
const isYesOrNo = (text: string): boolean => /^(yes|no|true|false|1|0)$/i.test(text);
const isYes = (text: string): boolean => /^(yes|true|1)$/i.test(text);
const flag = (standard: 'yes' | 'no') => z.string().default(standard).refine(isYesOrNo, 'Write yes or no.').transform(isYes);

const port = <Text extends z.ZodType<string, string | undefined>>(text: Text) =>
  text
    .refine((digits) => /^\d{1,5}$/.test(digits) && Number(digits) > 0 && Number(digits) < 65_536, 'Write a port number from 1 to 65535.')
    .transform(Number);

const count = (least: number) =>
  z
    .string()
    .refine((text) => /^\d{1,6}$/.test(text) && Number(text) >= least, `Write a whole number, ${least} or more.`)
    .transform(Number);

/** Settings by area, in the order of the page; the description says what one means. */
export const SETTINGS = {
  Server: {
    PORT: port(z.string().default('4180')).describe('Port that the product listens on.'),
    WORKER_PORT: port(z.string())
      .optional()
      .describe('Port at `HOST` at which `npm run worker` serves `/healthz`, `/readyz` and `/metrics`. Without it a worker listens on none.'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe(
        'Address that it listens on. `0.0.0.0` is every address of the machine. Anything but loopback needs `OIDC_ISSUER`, or `DEMO_ACCOUNTS`.',
      ),
    PUBLIC_URL: web('the address as people type it, such as https://dmp.example.org')
      .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'The product lives at the root of its address: leave the path out.')
      .optional()
      .describe(
        'Address as people type it, without a path. Default: `http://localhost:PORT`. Used in mails and in sign-in. With `https:` the product sends HSTS.',
      ),
    PUBLIC_FEEDS_URL: web('the address under which everybody fetches feeds, such as https://data.example.org')
      .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'Feeds are at /feeds of this address: leave the path out.')
      .optional()
      .describe(
        'Address under which everybody fetches published feeds, at `/feeds`. Default: `PUBLIC_URL`. Without both, feeds cannot be published and `/feeds` is not served.',
      ),
    TRUST_PROXY: z
      .string()
      .refine(
        (text) => text.split(',').every((part) => /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)$/i.test(part.trim())),
        'Write addresses or networks of proxies, such as 10.0.0.0/8 or loopback.',
      )
      .optional()
      .describe(
        'Addresses or networks of reverse proxies whose `X-Forwarded-For` is believed, with commas between them. Without it all callers behind a proxy count as one address for the limits.',
      ),
    AZURE_SIGNALR_CONNECTION_STRING: z
      .string()
      .regex(
        /Endpoint=https?:\/\/[^;]+;.*AccessKey=|AccessKey=.*Endpoint=https?:\/\//i,
        'Write a connection string of Azure SignalR Service: Endpoint=...;AccessKey=...;',
      )
      .optional()
      .describe('Azure SignalR Service (serverless) for live messages. Without it the product has its own hub.'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'Write one of fatal, error, warn, info, debug, trace, silent.')
      .default('info')
      .describe('What is logged. `silent` logs nothing.'),
    SOURCE_MAPS: flag('no').describe('Serves the source maps of the client.'),
    DRAIN_SECONDS: count(0)
      .default(0)
      .describe(
        'Seconds for which the product still serves calls after SIGTERM, while `/readyz` answers 503. Behind a proxy: longer than it takes to notice.',
      ),
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, 'Write at least 16 letters and digits, such as the output of: openssl rand -hex 16')
      .optional()
      .describe('What Prometheus sends as a bearer token to read `/metrics`. Without it there are no metrics.'),
    OTEL_EXPORTER_OTLP_ENDPOINT: web('the address of a collector, such as http://collector:4318')
      .optional()
      .describe('Collector of OpenTelemetry that gets traces by OTLP over HTTP, at `/v1/traces`. Without it there are none.'),
    OTEL_EXPORTER_OTLP_HEADERS: z
      .string()
      .optional()
      .describe('Headers that the collector wants, such as `authorization=Bearer%20...`, separated by commas.'),
    OTEL_TRACES_SAMPLER_ARG: z
      .string()
      .default('1')
      .refine((text) => /^(0|1|0?\.\d+)$/.test(text), 'Write a share from 0 to 1, such as 0.1.')
      .transform(Number)
      .describe('Share of the traces that is recorded, 0 to 1.'),
    MONITORING: flag('no').describe('Browsers report uncaught errors; they are in the log as `browserError`.'),
  },
  Data: {
    DATA_DIR: z.string().default('.data').describe('Folder of this installation. With the embedded database one process may use it.'),
    DATABASE_URL: url('an address such as postgres://user:password@host:5432/name', ['postgres:', 'postgresql:'])
      .optional()
      .describe('PostgreSQL. Without it the embedded database (PGlite) in `DATA_DIR/db` is used, by one process.'),
    DATABASE_DIRECT_URL: url('an address such as postgres://user:password@host:5432/name', ['postgres:', 'postgresql:'])
      .optional()
      .describe(
        'The same database without PgBouncer or another pooler between, for LISTEN and locks of a session: one connection of each process. Needed where `DATABASE_URL` leads to a pooler of transactions.',
      ),
    DATABASE_CONNECTIONS: count(4)
      .default(12)
      .describe(
        'Connections of one process to PostgreSQL. Two are for health, jobs and signs of life, and one for live messages; the others serve calls.',
      ),
    BROKER_URL: url('an address such as redis://user:password@host:6379, or rediss: with TLS', ['redis:', 'rediss:'])
      .optional()
      .describe(
        'Redis or Valkey that carries messages between processes, in place of LISTEN and NOTIFY of PostgreSQL. The same for all processes. It keeps nothing, and may be restarted at any time.',
      ),
    SECRETS_KEY: z
      .string()
      .min(32, 'Write at least 32 characters, such as the output of: openssl rand -base64 32')
      .optional()
      .describe(
        'Seals the secrets of tasks and, on PostgreSQL, the keys of the installation. Without it the installation makes a key and keeps it beside its other keys. What was sealed with another key cannot be read.',
      ),
    OBJECT_STORE_URL: z
      .string()
      .refine(
        (text) => /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9_/-]*)?(\?.*)?$/.test(text),
        'Write an address such as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-west-1.',
      )
      .optional()
      .describe('Bucket for archived and stored versions and for files of tasks. Without it they are in `DATA_DIR/objects`.'),
    AWS_ACCESS_KEY_ID: z.string().optional().describe('Key of the bucket.'),
    AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret key of the bucket.'),
    RETENTION_DAYS: count(1).optional().describe('Versions older than so many days are archived; looked at every hour. Without it none is.'),
    TASK_FILE_DAYS: count(1)
      .default(90)
      .describe(
        'Files that tasks and exports made can be downloaded for so many days after their run has ended; then they are deleted, as are files that were uploaded for tasks and are named by no pipeline. Looked at every hour.',
      ),
    PROBLEM_REPORT_DAYS: count(1)
      .default(90)
      .describe('Problem reports that were sent to support are deleted after so many days. Looked at every hour.'),
    RETENTION_KEEP: count(0).default(5).describe('So many of the newest versions of each database are never archived by `RETENTION_DAYS`.'),
  },
  'Sign-in': {
    OIDC_ISSUER: web('the address of the identity provider, exactly as its tokens name it')
      .optional()
      .describe('Issuer of the OpenID provider, exactly as `iss` in its tokens. Without it the built-in provider with demo accounts is used.'),
    OIDC_CLIENT_ID: z.string().optional().describe('Id of the client that the provider has for DMP.'),
    OIDC_AUDIENCE: z.string().optional().describe('`aud` of access tokens for DMP. Default: the client id.'),
    OIDC_SCOPE: z.string().default('openid profile email').describe('Scopes that the browser asks for.'),
    OIDC_RESOURCE: z.string().optional().describe('`resource` parameter (RFC 8707), for providers that need it.'),
    OIDC_ROLES_CLAIM: z
      .string()
      .default('roles')
      .describe('Claim with the roles: a name, or a path such as `realm_access.roles`. It holds a list, or a text with blanks or commas.'),
    OIDC_EDITOR_ROLE: z.string().optional().describe('Role that may change data. Default: `dmp.editor`.'),
    OIDC_VIEWER_ROLE: z.string().optional().describe('Role that may look. Default: `dmp.viewer`.'),
    OIDC_REGIONS_ROLE: z.string().optional().describe('Role that may make and change regions. Without it every editor may.'),
    OIDC_PUBLISH_ROLE: z.string().optional().describe('Role that may publish feeds. Without it every editor may.'),
    OIDC_REGIONS_CLAIM: z
      .string()
      .optional()
      .describe('Claim with the regions that an account sees: `all`, or their keys. Without it every account sees all regions.'),
    OIDC_VERIFIED_CLAIM: z
      .string()
      .default('email_verified')
      .describe(
        'Claim that says that the e-mail address is verified. `none` takes every address as verified: only for a provider where nobody can choose an address.',
      ),
    DEMO_ACCOUNTS: z
      .string()
      .refine((text) => text === DEMO_CONSENT, `Write ${DEMO_CONSENT} or leave it out.`)
      .optional()
      .describe('`yes-on-this-network` allows the demo accounts, which have no password, on a network.'),
  },
  Map: {
    MAPBOX_TOKEN: z
      .string()
      .regex(/^pk\./, 'Write a public token of Mapbox, which begins with pk. Secret tokens (sk.) must not reach a browser.')
      .optional()
      .describe('Mapbox GL and its maps in place of MapLibre: a public token (`pk.`).'),
    GOOGLE_MAPS_KEY: z
      .string()
      .regex(/^[\w-]{20,}$/, 'Write a key of the Maps JavaScript API, as the Google Cloud console shows it.')
      .optional()
      .describe('Adds Google maps. It loosens the content security policy.'),
    SATELLITE_URL: tiles('the address of satellite image tiles').optional().describe('Adds satellite images.'),
    SATELLITE_ATTRIBUTION: z.string().optional().describe('Attribution of the satellite images.'),
    OSM_URL: z
      .union(
        [z.literal('none'), tiles('the address of OpenStreetMap tiles, or none,')],
        'Write the address of OpenStreetMap tiles with {z}, {x} and {y} in it, or none.',
      )
      .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
      .describe('Tiles of the map *OpenStreetMap*. `none` leaves it out.'),
    OSM_ATTRIBUTION: z.string().default('© OpenStreetMap contributors').describe('Attribution of these tiles.'),
    TILES_URL: z
      .string()
      .refine(
        (text) => isTiles(text) || /^pmtiles:\/\/(https?:\/\/|file:\/\/)?[^\s]+$/.test(text),
        'Write the address of raster tiles, or of vector tiles of the OpenMapTiles schema (.pbf, .mvt), with {z}, {x} and {y} in it; or pmtiles:// and the path or address of a PMTiles file.',
      )
      .optional()
      .describe(
        'Adds a map of your own: tiles of a server, pictures or vector tiles (`.pbf`, `.mvt`) of the OpenMapTiles schema, or a PMTiles file (`pmtiles:///srv/map.pmtiles`, `pmtiles://https://maps.example.org/map.pmtiles`), there also of the Protomaps schema.',
      ),
    TILES_ATTRIBUTION: z.string().optional().describe('Attribution of your tiles.'),
    TILES_NAME: z.string().max(40, 'Write a name of 40 characters at most.').optional().describe('Name of your map in the menu.'),
    VIEWER_OSM: viewer
      .default('https://www.openstreetmap.org/#map={zoom}/{lat}/{lng}')
      .describe('Address of the link to OpenStreetMap. `none` leaves it out.'),
    VIEWER_GMAPS: viewer
      .default('https://www.google.com/maps/@{lat},{lng},{zoom}z')
      .describe('Address of the link to Google Maps. `none` leaves it out.'),
    STREETS_PBF: z
      .string()
      .optional()
      .describe(
        'Extracts of OpenStreetMap (`.osm.pbf`) for shapes along streets, with commas between them. Built at the start where they changed, beside the calls; the same as `npm run streets`.',
      ),
    ROUTER_URL: web('the address of an OSRM or Valhalla server')
      .optional()
      .describe('OSRM or Valhalla server for drawing shapes along streets. Without it shapes follow the lines of the feed.'),
    ROUTER_KIND: z.enum(['osrm', 'valhalla'], 'Write osrm or valhalla.').default('osrm').describe('Kind of that server.'),
    ROUTER_PROFILE: z.string().optional().describe('Profile of that server. Default: `driving` for OSRM, `bus` for Valhalla.'),
    GEOCODER_URL: web('the address of a Nominatim or Photon server, such as https://geocoder.example.org/search')
      .optional()
      .describe('Nominatim or Photon server that finds places by name. Without it a gazetteer of 135,000 places comes with the product.'),
  },
  Tasks: {
    CHROMIUM_PATH: z
      .string()
      .optional()
      .describe('Path of a Chromium or Chrome that prints timetable books as PDF. Without it the task *Timetable book* writes HTML only.'),
    TASKS_AT_ONCE: count(1).default(2).describe('Tasks at a time in one process.'),
    TASK_MEMORY_MB: count(64).default(1024).describe('Memory of one task in MB.'),
    TASK_MINUTES: count(1).default(120).describe('Minutes after which a task is ended.'),
    ALLOW_PRIVATE_ADDRESSES: z
      .string()
      .optional()
      .describe(
        'Hosts, networks and ports of private networks that tasks and exports may reach, with blanks or commas between them, such as `sftp.internal 10.1.0.0/16`. All other private addresses are refused.',
      ),
  },
  'Vehicle positions': {
    REALTIME_FEEDS: z
      .string()
      .refine(
        (text) =>
          feedsOf(text).every(({ databaseId, url: address }) => /^[^/]+$/.test(databaseId) && /^https?:\/\//.test(address) && URL.canParse(address)),
        'Write a database and the address of its vehicle positions, such as city=https://rt.example.org/vehicles.pb; several with spaces between them.',
      )
      .default('')
      .describe('GTFS-Realtime vehicle positions by database.'),
    REALTIME_SECONDS: count(5).default(15).describe('Seconds between two readings of a feed.'),
    REALTIME_DAYS: count(1).default(30).describe('Days for which positions are kept.'),
  },
  Mail: {
    SMTP_URL: url('the address of a mail server, such as smtp://user:password@mail.example.org:587', ['smtp:', 'smtps:'])
      .optional()
      .describe('Mail server. Without it mails are `.eml` files in `DATA_DIR/outbox`.'),
    MAIL_FROM: z
      .string()
      .refine((text) => !/\p{Cc}/u.test(text) && text.includes('@'), 'Write a sender such as DMP <dmp@example.org>.')
      .optional()
      .describe('Sender. Default: `DMP <no-reply@HOST>` with the host of `PUBLIC_URL`.'),
  },
  Limits: {
    UPLOAD_LIMIT_MB: count(1).default(2000).describe('Size of an uploaded file in MB, packed or not.'),
    UNPACKED_LIMIT_GB: count(1).default(9).describe('Size in GB of all files of a GTFS zip together, unpacked.'),
    VALIDATION_MEMORY_MB: count(256)
      .default(768)
      .describe('Memory in MB of the thread that checks versions. A version that needs more is not checked, and the log says so.'),
    UPLOAD_MB_PER_HOUR: count(1).default(20_000).describe('MB that one account may upload in an hour.'),
    CALLS_PER_SECOND: count(1)
      .default(100)
      .describe('Calls of one account in a second, with bursts of ten times that. One address may make four times as many.'),
    PROBLEM_REPORT_LIMIT_MB: count(1).default(25).describe('Size in MB of a problem report that is sent to support, unpacked.'),
    FEED_CALLS_PER_SECOND: count(1)
      .default(50)
      .describe('Calls of public feeds by one address in a second, with bursts of ten times that. They are counted apart from all others.'),
    CONNECTIONS_PER_ADDRESS: count(8).default(1000).describe('Open connections of one address.'),
  },
  Features: {
    TERMS: flag('no').describe('Everybody accepts terms of use at the first sign-in.'),
    TRANSIT_ALIGNMENT: flag('no').describe('Offers *transit alignment*, an experimental way to draw shapes along lines of the feed.'),
    EXCLUDING: flag('yes').describe('Cases of validation rules can be excluded.'),
    PROBLEM_REPORTS: z
      .string()
      .refine(isYesOrNo, 'Write yes or no.')
      .transform(isYes)
      .optional()
      .describe(
        '*Report a problem* can send a report to this server, where whoever may change all regions reads it. Default: yes with the demo accounts, no with `OIDC_ISSUER`: name who reads by `OIDC_REGIONS_ROLE` first.',
      ),
    DEMO_DATA: flag('yes').describe('An empty installation makes a demo region at its first start.'),
  },
} as const;

export const Environment = z
  .object({
    ...SETTINGS.Server,
    ...SETTINGS.Data,
    ...SETTINGS['Sign-in'],
    ...SETTINGS.Map,
    ...SETTINGS.Tasks,
    ...SETTINGS['Vehicle positions'],
    ...SETTINGS.Mail,
    ...SETTINGS.Limits,
    ...SETTINGS.Features,
  })

  .refine((env) => env.OBJECT_STORE_URL === undefined || (env.AWS_ACCESS_KEY_ID !== undefined && env.AWS_SECRET_ACCESS_KEY !== undefined), {
    path: ['OBJECT_STORE_URL'],
    message: 'Write the keys of the bucket too: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  })
  .refine((env) => env.BROKER_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['BROKER_URL'],
    message: 'A broker is for several processes, which need a PostgreSQL: write DATABASE_URL too.',
  })
  .refine((env) => env.OIDC_ISSUER === undefined || env.OIDC_CLIENT_ID !== undefined, {
    path: ['OIDC_CLIENT_ID'],
    message: 'Write the id under which the identity provider of OIDC_ISSUER knows this product.',
  });

export type Environment = z.infer<typeof Environment>;

/** Where the vehicle positions of a database come from. */
export interface RealtimeFeed {
  readonly databaseId: string;
  readonly url: string;
}

/** `city=https://... other=https://...` */
export function feedsOf(text: string): RealtimeFeed[] {
  return text
    .split(/\s+/)
    .filter((entry) => entry !== '')
    .map((entry) => ({ databaseId: entry.split('=', 1)[0] ?? '', url: entry.slice(entry.indexOf('=') + 1) }));
}
