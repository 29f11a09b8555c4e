import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { ViewerLink } from '../src/domain/settings.ts';
import type { RateLimit } from './auth/rates.ts';
import type { RouterConfig } from './geo/router.ts';
import type { Bucket } from './objects/s3.ts';
import { DEMO_CONSENT, Environment, feedsOf, type RealtimeFeed } from './settings.ts';

/** All settings of the server, read from the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The database without a pooler between; undefined: `databaseUrl` has none. */
  readonly directUrl: string | undefined;
  /** Redis or Valkey between the processes; undefined: PostgreSQL carries their messages. */
  readonly brokerUrl: string | undefined;
  /** Port at which a worker says how it is; undefined: at none. */
  readonly workerPort: number | undefined;
  /** The collector of traces, and the share that is recorded; undefined: there are none. */
  readonly tracing: { readonly endpoint: string; readonly share: number } | undefined;
  /** Connections of this process to PostgreSQL. */
  readonly connections: number;
  /** Seconds for which calls are still served when the process was asked to end. */
  readonly drainSeconds: number;
  /** Address as people type it, without a path or a slash at the end. */
  readonly publicUrl: string;
  /** Under which published feeds are, without a slash at the end; undefined: none can be published. */
  readonly publicFeedsUrl: string | undefined;
  /** Undefined: the built-in identity provider with its demo accounts. */
  readonly oidc:
    | {
        readonly issuer: string;
        readonly clientId: string;
        readonly audience: string;
        readonly rolesClaim: string;
        readonly verifiedClaim: string;
        readonly editorRole: string | undefined;
        readonly viewerRole: string | undefined;
        readonly regionsRole: string | undefined;
        readonly publishRole: string | undefined;
        readonly regionsClaim: string | undefined;
        readonly scope: string;
        readonly resource: string | null;
      }
    | undefined;
  /** It was said aloud that the demo accounts may be used from other machines. */
  readonly demoAccountsForAll: boolean;
  readonly map: {
    readonly mapboxToken: string | null;
    readonly satelliteUrl: string | null;
    readonly satelliteAttribution: string | null;
    readonly osmUrl: string | null;
    readonly osmAttribution: string | null;
    /** Tiles of the installation's own: pictures, or vector tiles (.pbf, .mvt) of the OpenMapTiles schema. */
    readonly tilesUrl: string | null;
    readonly tilesAttribution: string | null;
    readonly tilesName: string | null;
    readonly googleKey: string | null;
    readonly viewers: readonly ViewerLink[];
  };
  /** Extracts of OpenStreetMap that are built at the start where they changed. */
  readonly streetExtracts: readonly string[];
  /** Undefined: paths are found along the lines of the feed alone. */
  readonly router: RouterConfig | undefined;
  readonly terms: boolean;
  readonly transitAlignment: boolean;
  readonly excluding: boolean;
  readonly monitoring: boolean;
  /** Whether an empty installation is given the demo region at its first start. */
  readonly demoData: boolean;
  readonly azureSignalR: string | undefined;
  /** Undefined: archived versions lie in a folder under `dataDir`. */
  readonly objectStore: Bucket | undefined;
  /** Bytes of an uploaded file, packed or not. */
  readonly uploadLimit: number;
  /** Bytes of all files of a GTFS zip, unpacked. */
  readonly unpackedLimit: number;
  /** Path of a Chromium that prints timetable books as PDF. */
  readonly chromium: string | undefined;
  /** Megabytes of the thread that checks versions. */
  readonly validationMemory: number;
  /** Which versions are archived by themselves; undefined: none. */
  readonly retention: Retention | undefined;
  /** Days after which the files that tasks made are deleted. */
  readonly taskFileDays: number;
  /** Problem reports: bytes of one, and days for which they are kept. `taken` false: none are taken. */
  readonly problemReports: { readonly taken: boolean; readonly most: number; readonly days: number };
  /** Hosts, networks and ports of private networks that tasks may speak to. */
  readonly allowedAddresses: readonly string[];
  /** Seals the secrets of tasks; undefined: a key that the installation keeps beside its others. */
  readonly secretsKey: string | undefined;
  /** How many tasks run at a time in this process, and what each may take. */
  readonly tasks: { readonly atOnce: number; readonly memory: number; readonly minutes: number };
  /** Feeds of vehicle positions (GTFS-Realtime), how often they are read, and for how many days positions are kept. */
  readonly realtime: { readonly feeds: readonly RealtimeFeed[]; readonly seconds: number; readonly days: number };
  readonly limits: Limits;
  /** Addresses of proxies whose word on who calls is taken; undefined: of none. */
  readonly trustProxy: string | undefined;
  /** What a reader of the metrics sends; undefined: there are none. */
  readonly metricsToken: string | undefined;
  /** Whether the maps from the built client to its sources are served. */
  readonly sourceMaps: boolean;
  /** Undefined: the gazetteer that comes with the product. */
  readonly geocoderUrl: string | undefined;
  /** Undefined: mails are kept as files under `dataDir`. */
  readonly smtpUrl: string | undefined;
  /** Sender of mails. */
  readonly mailFrom: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** What one address or account may ask of the server. */
export interface Limits {
  readonly connectionsPerAddress: number;
  readonly callsPerAddress: RateLimit;
  readonly callsPerAccount: RateLimit;
  /** Calls of public feeds, by address. */
  readonly feedCalls: RateLimit;
  /** Calls by review links, by address. */
  readonly guestCalls: RateLimit;
  /** Requests to the built-in identity provider, by address; a sign-in takes about eight. */
  readonly signIns: RateLimit;
  /** Uploads of an account. */
  readonly uploads: RateLimit;
  /** Megabytes that an account may upload in an hour. */
  readonly uploadMegabytes: number;
  /** Downloads at a time, of an account and of all. */
  readonly downloads: { readonly each: number; readonly all: number };
}

/** Versions older than `days` are archived, but the newest `keep` of each database never. */
export interface Retention {
  readonly days: number;
  readonly keep: number;
}

/** A setting that cannot be used. The message names the variable, what is wrong with it and what to write. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the settings, or throws a ConfigError that names every one that is wrong. Empty variables count as not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const read = Environment.safeParse(given);
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  const env = read.data;
  const publicUrl = (
    env.PUBLIC_URL ?? `http://${isLoopback(env.HOST) || isEverywhere(env.HOST) ? 'localhost' : bracketed(env.HOST)}:${env.PORT}`
  ).replace(/\/+$/, '');
  const reachable = !isLoopback(env.HOST) ? `HOST=${env.HOST}` : isLoopback(new URL(publicUrl).hostname) ? undefined : `PUBLIC_URL=${publicUrl}`;
  if (env.OIDC_ISSUER === undefined && reachable !== undefined && env.DEMO_ACCOUNTS !== DEMO_CONSENT) {
    throw new ConfigError(
      `${reachable} lets others on the network in, and the demo accounts have no password: anybody could sign in and change data.\n` +
        `Set OIDC_ISSUER and OIDC_CLIENT_ID to your own identity provider, or say that this is what you want: DEMO_ACCOUNTS=${DEMO_CONSENT}`,
    );
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    brokerUrl: env.BROKER_URL,
    workerPort: env.WORKER_PORT,
    tracing:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? undefined : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, share: env.OTEL_TRACES_SAMPLER_ARG },
    connections: env.DATABASE_CONNECTIONS,
    drainSeconds: env.DRAIN_SECONDS,
    publicUrl,
    publicFeedsUrl: (env.PUBLIC_FEEDS_URL ?? env.PUBLIC_URL)?.replace(/\/+$/, ''),
    oidc: env.OIDC_ISSUER === undefined ? undefined : oidcOf({ ...env, OIDC_ISSUER: env.OIDC_ISSUER }),
    map: {
      mapboxToken: env.MAPBOX_TOKEN ?? null,
      satelliteUrl: env.SATELLITE_URL ?? null,
      satelliteAttribution: env.SATELLITE_ATTRIBUTION ?? null,
      osmUrl: env.OSM_URL === 'none' ? null : env.OSM_URL,
      osmAttribution: env.OSM_URL === 'none' ? null : env.OSM_ATTRIBUTION,
      tilesUrl: env.TILES_URL ?? null,
      tilesAttribution: env.TILES_ATTRIBUTION ?? null,
      tilesName: env.TILES_NAME ?? null,
      googleKey: env.GOOGLE_MAPS_KEY ?? null,
      viewers: [
        { id: 'OSM' as const, title: 'OpenStreetMap', template: env.VIEWER_OSM },
        { id: 'GMAPS' as const, title: 'Google Maps', template: env.VIEWER_GMAPS },
      ].filter(({ template }) => template !== 'none'),
    },
    streetExtracts: (env.STREETS_PBF ?? '')
      .split(',')
      .map((file) => file.trim())
      .filter((file) => file !== ''),
    router:
      env.ROUTER_URL === undefined
        ? undefined
        : {
            kind: env.ROUTER_KIND,
            url: env.ROUTER_URL.replace(/\/+$/, ''),
            profile: env.ROUTER_PROFILE ?? (env.ROUTER_KIND === 'osrm' ? 'driving' : 'bus'),
          },
    demoAccountsForAll: env.DEMO_ACCOUNTS === DEMO_CONSENT,
    terms: env.TERMS,
    transitAlignment: env.TRANSIT_ALIGNMENT,
    excluding: env.EXCLUDING,
    monitoring: env.MONITORING,
    demoData: env.DEMO_DATA,
    azureSignalR: env.AZURE_SIGNALR_CONNECTION_STRING,
    objectStore: env.OBJECT_STORE_URL === undefined ? undefined : bucketOf({ ...env, OBJECT_STORE_URL: env.OBJECT_STORE_URL }),
    uploadLimit: env.UPLOAD_LIMIT_MB * 1e6,
    unpackedLimit: env.UNPACKED_LIMIT_GB * 1e9,
    chromium: env.CHROMIUM_PATH,
    validationMemory: env.VALIDATION_MEMORY_MB,
    taskFileDays: env.TASK_FILE_DAYS,
    problemReports: {
      taken: env.PROBLEM_REPORTS ?? env.OIDC_ISSUER === undefined,
      most: env.PROBLEM_REPORT_LIMIT_MB * 1e6,
      days: env.PROBLEM_REPORT_DAYS,
    },
    retention: env.RETENTION_DAYS === undefined ? undefined : { days: env.RETENTION_DAYS, keep: env.RETENTION_KEEP },
    allowedAddresses: [
      ...(env.ALLOW_PRIVATE_ADDRESSES ?? '').split(/[\s,]+/).filter((entry) => entry !== ''),
      // The demo region imports from the product itself.
      ...(env.DEMO_DATA && env.OIDC_ISSUER === undefined
        ? [new URL(publicUrl).host, `127.0.0.1:${env.PORT}`, `localhost:${env.PORT}`, `${env.HOST}:${env.PORT}`]
        : []),
    ],
    secretsKey: env.SECRETS_KEY,
    tasks: { atOnce: env.TASKS_AT_ONCE, memory: env.TASK_MEMORY_MB, minutes: env.TASK_MINUTES },
    realtime: { feeds: feedsOf(env.REALTIME_FEEDS), seconds: env.REALTIME_SECONDS, days: env.REALTIME_DAYS },
    limits: {
      connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
      callsPerAddress: { burst: env.CALLS_PER_SECOND * 20, perSecond: env.CALLS_PER_SECOND * 4 },
      callsPerAccount: { burst: env.CALLS_PER_SECOND * 10, perSecond: env.CALLS_PER_SECOND },
      feedCalls: { burst: env.FEED_CALLS_PER_SECOND * 10, perSecond: env.FEED_CALLS_PER_SECOND },
      guestCalls: { burst: env.CALLS_PER_SECOND * 5, perSecond: env.CALLS_PER_SECOND / 5 },
      signIns: { burst: 1200, perSecond: 20 },
      uploads: { burst: 60, perSecond: 0.2 },
      uploadMegabytes: env.UPLOAD_MB_PER_HOUR,
      downloads: { each: 4, all: 16 },
    },
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    sourceMaps: env.SOURCE_MAPS,
    geocoderUrl: env.GEOCODER_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `DMP <no-reply@${new URL(publicUrl).hostname}>`,
    logLevel: env.LOG_LEVEL,
  };
}

/** Where the product reaches itself. */
export function ownAddress({ host, port }: Config): string {
  return `http://${isLoopback(host) || isEverywhere(host) ? '127.0.0.1' : host}:${port}`;
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

function oidcOf(env: Environment & { OIDC_ISSUER: string }): NonNullable<Config['oidc']> {
  const clientId = env.OIDC_CLIENT_ID ?? '';
  return {
    issuer: env.OIDC_ISSUER,
    clientId,
    // Providers without resources give out tokens for the client itself.
    audience: env.OIDC_AUDIENCE ?? clientId,
    rolesClaim: env.OIDC_ROLES_CLAIM,
    verifiedClaim: env.OIDC_VERIFIED_CLAIM,
    editorRole: env.OIDC_EDITOR_ROLE,
    viewerRole: env.OIDC_VIEWER_ROLE,
    regionsRole: env.OIDC_REGIONS_ROLE,
    publishRole: env.OIDC_PUBLISH_ROLE,
    regionsClaim: env.OIDC_REGIONS_CLAIM,
    scope: env.OIDC_SCOPE,
    resource: env.OIDC_RESOURCE ?? null,
  };
}

function bucketOf(env: Environment & { OBJECT_STORE_URL: string }): Bucket {
  const url = new URL(env.OBJECT_STORE_URL);
  const region = url.searchParams.get('region') ?? 'us-east-1';
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint))
    throw new ConfigError('OBJECT_STORE_URL: Write the endpoint as an http or https address.');
  return {
    bucket: url.hostname,
    prefix: url.pathname.replace(/^\/+|\/+$/g, ''),
    endpoint: endpoint.replace(/\/+$/, ''),
    region,
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
  };
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
