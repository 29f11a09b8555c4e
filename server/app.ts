import { join } from 'node:path';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { routeCatalogue } from '../src/contract/catalogue.ts';
import { type Build, textOfBuild } from '../src/domain/build.ts';
import type { ProductConfig } from '../src/domain/settings.ts';
import { withApiTokens } from './auth/apiTokens.ts';
import { createAuth, type Auth } from './auth/auth.ts';
import { registerProvider } from './auth/provider.ts';
import { createShares } from './auth/rates.ts';
import { scrubbedUrl } from './auth/scrubbedUrl.ts';
import { fileSecrets, type Secrets } from './auth/secrets.ts';
import { isApi, serveClient } from './client.ts';
import { ownAddress, type Config } from './config.ts';
import { serveMonitoring } from './monitoring.ts';
import { DEEPEST, isDeeper } from './nesting.ts';
import { traceCalls } from './tracing.ts';
import { accountLimits, setLimits, takeTurns, TIMES_CHECKED_EVERY } from './limits.ts';
import { serveHelp } from './help.ts';
import { offlineGeocoder } from './geo/gazetteer.ts';
import { remoteGeocoder } from './geo/geocoder.ts';
import { openStreetEngine } from './geo/streets/streetEngine.ts';
import { withStreetNames } from './geo/streets/streetNames.ts';
import { openBaseTiles } from './geo/streets/tileArchive.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { openTaskSecrets } from './jobs/taskSecrets.ts';
import { registerLive, type Live } from './live/live.ts';
import { livePlaces } from './live/places.ts';
import { fileTransport, type MailTransport, smtpTransport } from './mail/transport.ts';
import type { ObjectStore } from './objects/objects.ts';
import { openObjects } from './objects/openObjects.ts';
import { apiPageOf, openApiOf } from './openapi.ts';
import { registerAccount } from './routes/account.ts';
import { registerApiTokens } from './routes/apiTokens.ts';
import { registerAgencies } from './routes/agencies.ts';
import { registerRecords } from './routes/records.ts';
import { registerChanges } from './routes/changes.ts';
import { registerComparer } from './routes/comparer.ts';
import { registerDownload } from './routes/download.ts';
import { serveDemoFeeds } from './routes/demoFeeds.ts';
import { serveDemoRealtime } from './routes/demoRealtime.ts';
import { registerRealtime } from './routes/realtime.ts';
import { createRealtime, type Realtime } from './realtime/realtime.ts';
import { answerErrors } from './routes/errors.ts';
import { registerEdits } from './routes/edits.ts';
import { registerExports } from './routes/exports.ts';
import { registerFares } from './routes/fares.ts';
import { registerLogs } from './routes/logs.ts';
import { registerPipelines } from './routes/pipelines.ts';
import { registerReviewLinks } from './routes/reviewLinks.ts';
import { registerSavedSearches } from './routes/savedSearches.ts';
import { registerReviews } from './routes/reviews.ts';
import type { RouteContext } from './routes/register.ts';
import { registerMap } from './routes/map.ts';
import { registerServiceAlerts } from './routes/serviceAlerts.ts';
import { createAlertFeed } from './services/alertFeed.ts';
import { registerProblemReports } from './routes/problemReports.ts';
import { registerPublicFeeds } from './routes/publicFeeds.ts';
import { registerNews } from './routes/news.ts';
import { registerRegions } from './routes/regions.ts';
import { registerHolidays } from './routes/holidays.ts';
import { registerJourneys } from './routes/journeys.ts';
import { registerNetworkCalendars } from './routes/networkCalendars.ts';
import { registerServiceDay } from './routes/serviceDay.ts';
import { registerSchedules } from './routes/schedules.ts';
import { registerStops } from './routes/stops.ts';
import { registerTakeOver } from './routes/takeOver.ts';
import { registerTasks } from './routes/tasks.ts';
import { serveTiles } from './routes/tiles.ts';
import { registerTools } from './routes/tools.ts';
import { registerTranslations } from './routes/translations.ts';
import { registerVersionTexts } from './routes/versionTexts.ts';
import { registerUploads } from './routes/upload.ts';
import { registerValidation } from './routes/validation.ts';
import { registerWebhooks } from './routes/webhooks.ts';
import { registerVersions } from './routes/versions.ts';
import { Refusal } from './refusal.ts';
import { createPublicIndex } from './services/publicIndex.ts';
import { createUploads } from './services/uploads.ts';
import { requireSameObjects } from './jobs/sameObjects.ts';
import { RequestLog } from './requestLog.ts';
import { contentSecurityPolicy, setSecurityHeaders } from './securityHeaders.ts';
import type { OpenedStore } from './store/openStore.ts';
import { databaseTokens } from './store/apiTokens.ts';
import { databaseIdentity } from './store/identity.ts';
import { LOCK_MS } from './store/postgres.ts';
import { databaseSecrets } from './store/secrets.ts';
import { revisionsOf } from './store/versions.ts';
import { timeNow } from './surroundings.ts';
import { checkingLive } from './validation/checkingLive.ts';
import type { CheckingWorker } from './validation/thread.ts';
import { createValidator, type Validator } from './validation/validator.ts';

/** Starting: the first start still makes its data, and calls are refused. Stopping: calls are served, but no new ones should come. */
export type ProductState = 'starting' | 'ready' | 'stopping';

export interface AppOptions {
  readonly config: Config;
  readonly store: OpenedStore;
  readonly build: Build;
  /** Folder of the built client. */
  readonly clientDir: string;
  /** Folder of the project, whose documents are the help; without it there is none. */
  readonly documentsDir?: string;
  readonly state: () => ProductState;
  /** In place of the configured identity provider, for tests. */
  readonly auth?: Auth;
  /** In place of the live hub, for tests. */
  readonly live?: Live;
  /** Hears of every route as it is put on the server, for tests. */
  readonly onRoute?: (route: RouteOptions) => void;
  /** False: versions are checked only when their findings are requested, for tests of other things. */
  readonly checks?: boolean;
  /** In place of the thread that checks versions, for tests. */
  readonly startChecking?: (memoryMb: number) => CheckingWorker;
  /** In place of the configured object store and mail server, for tests. */
  readonly objects?: ObjectStore;
  readonly mailTransport?: MailTransport;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The background jobs. Started when the product is ready; they stop with the server. */
    jobs: Jobs;
    /** The reading of vehicle positions; begun and stopped in the same way. */
    realtime: Realtime;
    /** The checks of versions; those of what was edited before the start are to be begun in the same way. */
    validator: Validator;
  }
}

/** The whole server as one Fastify instance that does not listen yet. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, store, build, state } = options;
  const app = Fastify({
    logger: loggerOf(config),
    logController: new RequestLog(),
    routerOptions: { maxParamLength: 2000 },
    // A HEAD of a download would make the whole file.
    exposeHeadRoutes: false,
    // Live tokens are in an address, and name the regions of an account.
    http: { maxHeaderSize: 64 * 1024, connectionsCheckingInterval: TIMES_CHECKED_EVERY },
    // Answers to people come from setErrorHandler; this one is for broken frames of HTTP itself.
    return503OnClosing: true,
    ...(config.trustProxy === undefined ? {} : { trustProxy: config.trustProxy }),
    forceCloseConnections: 'idle',
  });
  if (config.tracing !== undefined) traceCalls(app);
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute);
  takeBodies(app);
  answerErrors(app);
  setLimits(app, config.limits);
  setSecurityHeaders(app, config);
  app.addHook('onRequest', async (request, reply) => {
    if (state() === 'stopping') void reply.header('connection', 'close');
    if (state() === 'starting' && isApi(request.url.replace(/[?#].*$/, ''))) throw new Refusal(503, 'starting', 'The server is still starting.');
  });

  const secrets = store.engine === 'postgres' ? databaseSecrets(store.sql.db, config.secretsKey) : fileSecrets(config.dataDir);
  const identity = await identityOf(app, config, store, secrets);
  const auth = withApiTokens(options.auth ?? identity.auth, databaseTokens(store.sql.db));
  const limits = accountLimits(config.limits);
  const delivery =
    options.live ??
    (await registerLive(app, {
      auth,
      fanout: store.fanout,
      places: livePlaces(store.sql.db),
      revisionsOf: (versionIds) => revisionsOf(store.sql.db, versionIds),
      secrets,
      publicUrl: config.publicUrl,
      count: limits.calls,
      ...(config.azureSignalR === undefined ? {} : { azureConnectionString: config.azureSignalR }),
    }));

  serveMonitoring(app, config, store, { state, isWorking: () => app.jobs.isWorking() });
  const objects = options.objects ?? openObjects(config.dataDir, config.objectStore);
  await requireSameObjects(store, objects);
  const warn = (message: string, error: unknown): void => app.log.warn({ err: error }, message);
  const validator = createValidator({
    engine: store.sql,
    live: delivery,
    warn,
    memoryMb: config.validationMemory,
    startChecking: options.startChecking,
  });
  app.decorate('validator', validator);
  app.addHook('onClose', () => validator.stop());
  const live = options.checks === false ? delivery : checkingLive(delivery, validator);
  const taskSecrets = await openTaskSecrets(store.sql.db, secrets, config.secretsKey);
  const place = {
    store,
    objects,
    live,
    dataDir: config.dataDir,
    uploadLimit: config.uploadLimit,
    unpackedLimit: config.unpackedLimit,
    chromium: config.chromium,
    addresses: { allowed: config.allowedAddresses },
    secrets: taskSecrets,
    startChecking: options.startChecking,
    warn,
  };
  const jobs = createJobs(place, config, config.tasks, {
    publicUrl: config.publicUrl,
    transport: options.mailTransport ?? transportOf(config),
  });
  app.decorate('jobs', jobs);
  app.addHook('onClose', () => jobs.stop());
  const context: RouteContext = {
    app,
    engine: store.sql,
    auth,
    live,
    jobs,
    objects,
    limits,
    turns: takeTurns(LOCK_MS),
    downloads: createShares(config.limits.downloads),
  };
  const tiles = openBaseTiles(config.dataDir, config.map.tilesUrl, warn);
  const product = productConfig(config, textOfBuild(build), identity.oidc);
  registerAccount(
    context,
    { terms: product.terms, monitoring: product.monitoring, readConfig: async () => ({ ...product, map: await tiles.configOf(product.map) }) },
    secrets,
  );
  registerApiTokens(context);
  serveTiles(app, tiles);
  const geocoder = config.geocoderUrl === undefined ? offlineGeocoder() : remoteGeocoder(config.geocoderUrl);
  registerRegions(context, withStreetNames(geocoder, config.dataDir), {
    from: config.mailFrom,
    publicUrl: config.publicUrl,
    outbox: config.smtpUrl === undefined ? join(config.dataDir, 'outbox') : undefined,
  });
  registerNews(context);
  const findings = { db: store.sql.db, validator, excluding: config.excluding, now: timeNow };
  registerVersions(context, findings);
  registerDownload(context, store);
  const uploads = createUploads({ store, objects, live, runTasks: () => jobs.runTasks(), dataDir: config.dataDir, limit: config.uploadLimit, warn });
  app.addHook('preClose', () => uploads.stop());
  registerUploads(context, uploads);
  registerSchedules(context);
  registerHolidays(context);
  registerNetworkCalendars(context);
  registerJourneys(context);
  registerServiceDay(context);
  registerFares(context);
  registerStops(context);
  const streets = openStreetEngine({ dataDir: config.dataDir });
  app.addHook('onClose', () => streets.close());
  registerMap(context, { router: config.router, streets });
  registerEdits(context);
  registerTranslations(context);
  registerVersionTexts(context);
  registerAgencies(context);
  registerRecords(context);
  registerTasks(context, taskSecrets, config.uploadLimit);
  registerPipelines(context, findings);
  registerExports(context, store, place);
  const publicIndex = createPublicIndex({ db: store.sql.db, fanout: store.fanout, objects, folder: join(config.dataDir, 'feeds'), warn });
  app.addHook('onClose', () => publicIndex.close());
  registerWebhooks(context, taskSecrets);
  const alertsOf = createAlertFeed(publicIndex, warn);
  registerPublicFeeds(context, config.publicFeedsUrl, publicIndex, alertsOf);
  registerServiceAlerts(context, config.publicFeedsUrl !== undefined, publicIndex, alertsOf);
  registerLogs(context);
  registerComparer(context);
  registerChanges(context);
  registerTakeOver(context);
  registerReviews(context);
  registerReviewLinks(context);
  registerSavedSearches(context);
  registerProblemReports(context, config.problemReports.taken ? config.problemReports : undefined);
  registerRealtime(context);
  const isDemo = config.demoData && config.oidc === undefined;
  if (isDemo) {
    serveDemoFeeds(app);
    serveDemoRealtime(app, store.sql);
  }
  const realtime = createRealtime({
    engine: store.sql,
    live: delivery,
    ...config.realtime,
    addresses: place.addresses,
    demoOrigin: isDemo ? ownAddress(config) : undefined,
    log: app.log,
  });
  app.decorate('realtime', realtime);
  app.addHook('preClose', () => realtime.stop());
  registerValidation(context, findings);
  registerTools(context, build.version);
  describeApi(app, config, build.version);
  if (options.documentsDir !== undefined) serveHelp(app, options.documentsDir);
  app.get('/version', async () => build);
  serveClient(app, options.clientDir, config.sourceMaps, (nonce) => contentSecurityPolicy(config, nonce));
  return app;
}

function transportOf({ smtpUrl, dataDir, mailFrom }: Config): MailTransport {
  return smtpUrl === undefined ? fileTransport(join(dataDir, 'outbox'), mailFrom) : smtpTransport(smtpUrl, mailFrom);
}

type Oidc = ProductConfig['oidc'];

async function identityOf(app: FastifyInstance, config: Config, store: OpenedStore, secrets: Secrets): Promise<{ auth: Auth; oidc: Oidc }> {
  if (config.oidc) {
    const { issuer, clientId, audience, rolesClaim, verifiedClaim, editorRole, viewerRole, regionsRole, publishRole, regionsClaim, scope, resource } =
      config.oidc;
    const roles = {
      ...(editorRole === undefined ? {} : { editorRole }),
      ...(viewerRole === undefined ? {} : { viewerRole }),
      ...(regionsRole === undefined ? {} : { regionsRole }),
      ...(publishRole === undefined ? {} : { publishRole }),
      ...(regionsClaim === undefined ? {} : { regionsClaim }),
    };
    return { auth: createAuth({ issuer, audience, rolesClaim, verifiedClaim, ...roles }), oidc: { issuer, clientId, scope, resource } };
  }
  const provider = await registerProvider(app, {
    publicUrl: config.publicUrl,
    dataDir: config.dataDir,
    clientId: 'dmp',
    secrets,
    anywhere: config.demoAccountsForAll,
    ...(store.engine === 'postgres' ? { store: await databaseIdentity(store.sql) } : {}),
  });
  return {
    auth: createAuth(provider.auth),
    oidc: { issuer: provider.issuer, clientId: provider.clientId, scope: provider.scope, resource: null },
  };
}

function productConfig(config: Config, build: string, oidc: Oidc): ProductConfig {
  const { map, terms, transitAlignment, excluding, monitoring, taskFileDays, problemReports } = config;
  return {
    build,
    oidc,
    map: { ...map, viewers: [...map.viewers] },
    terms,
    transitAlignment,
    taskFileDays,
    excluding,
    monitoring,
    demoAccounts: config.oidc === undefined,
    ...(config.publicFeedsUrl === undefined ? {} : { publicFeeds: true as const }),
    ...(problemReports.taken ? { problemReports: { most: problemReports.most, days: problemReports.days } } : {}),
  };
}

/** Both are written when somebody asks first: writing them takes as long as a tenth of the start. */
function describeApi(app: FastifyInstance, config: Config, version: string): void {
  let document: string | undefined;
  let page: ReturnType<typeof apiPageOf> | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiOf(routeCatalogue, { version, url: config.publicUrl }));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/api', async (_request, reply) => {
    page ??= apiPageOf(routeCatalogue);
    void reply.header('content-security-policy', page.contentSecurityPolicy);
    return reply.type('text/html; charset=utf-8').send(page.html);
  });
}

/**
 * Clients may say that they send JSON and send nothing: the calls without a body. No body may be nested deeper than anybody means:
 * what looks through one value by value would run out of stack.
 */
function takeBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return void parse(request, body, (error, parsed) => {
      if (error === null && isDeeper(parsed)) done(new Refusal(400, 'too_deep', `The body is nested more than ${DEEPEST} levels deep.`));
      else done(error, parsed);
    });
  });
}

/** Lines of JSON, with what a failed statement was about left out of them. */
function loggerOf(config: Config) {
  if (config.logLevel === 'silent') return false;
  return {
    level: config.logLevel,
    base: null,
    redact: ['err.params', 'err.query', 'err.detail'],
    serializers: { req: (request: { method: string; url: string }) => ({ method: request.method, url: scrubbedUrl(request.url) }) },
  };
}
