import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { plantedMistake } from './tools/mutants/planted.ts';

const cores = 2;

/** Exhaustive forms of tests: `npm run test:long`. */
const LONG = '**/*.long.test.ts';
/** Left out of the other projects. Stands in each of them: a project adds its list to that of the whole. */
const ORDINARY = ['**/node_modules/**', LONG];

/** Unit tests that use `vi.mock`; test/checks/alone.test.ts sees to it that no other one does. */
export const ALONE = [
  'src/map/engine/openGoogle.test.ts',
  'src/map/engine/openMapbox.test.ts',
  'src/ui/parts/everyControl.test.tsx',
  'src/ui/parts/everyTypedControl.test.tsx',
];

/**
 * Tests of the server that run on the embedded database alone: PostgreSQL could only repeat what they say. Whatever is about
 * statements, several at once, jobs, kills or limits of the database runs on both.
 */
export const ON_PGLITE_ALONE = [
  // no database: identity, connections, object stores, files
  'auth',
  'authClient',
  'feedJson',
  'liveAzure',
  'liveClient',
  'liveSocket',
  'objects',
  'securityLog',
  'sftpDeliveries',
  // who may call, how often, and what is told to whom; every call is made on both by oddCalls.test.ts
  'access',
  'account',
  'hardening',
  'limits',
  'plantedSecrets',
  'toolsAccess',
  'uploadFuzz',
  // files and rules; reading and writing them is the same statements as in import, scheduleEdits, stopEdits and validation
  'acceptance',
  'dmp',
  'drivenTimes',
  'everyKind',
  'exportFeed',
  'faresV2',
  'fileRows',
  'fileTasks',
  'flexTrips',
  'gates',
  'gtfsUpload',
  'importFeeds',
  'quickFixes',
  'realtime',
  'referenceExamples',
  'releaseNotes',
  'roundtrip',
  'serviceDay',
  'serviceFigures',
  'templatesOnFeed',
  'timetableBook',
  'tools',
].map((name) => `test/server/${name}.test.ts`);

/**
 * Slow tests that matter on both databases and say the same on each: `npm test` runs these on PostgreSQL alone, and those of the next
 * list on the embedded database alone. With DMP_LONG, as `npm run test:long` has it, each runs on both.
 */
export const QUICK_ON_POSTGRES = [
  'bigReads',
  'kill',
  'killedFeeds',
  'killedReports',
  'killedRuns',
  'killedTakeOver',
  'killedTokens',
  'killedWebhooks',
  'slowStatements',
  'takeOverChance',
  'versionLifeKill',
].map((name) => `test/server/${name}.test.ts`);
export const QUICK_ON_PGLITE = [
  'backup',
  'calendarLaws',
  'container',
  'import',
  'importKill',
  'importReports',
  'keptFileEdits',
  'keptRows',
  'networkCalendars',
  'oddFeeds',
  'operating',
  'pipelineCalls',
  'upload',
  'uploadKill',
  'uploadStorage',
].map((name) => `test/server/${name}.test.ts`);

/**
 * Kills of a real process that say again of one more kind of write what `kill` says of edits, and what the worlds of `npm run simulate` say of
 * edits, runs and mails by the thousand: committed once, answered once, told once. On both databases with DMP_LONG, and otherwise not.
 */
export const KILLS_WITH_LONG = ['killedAlerts', 'killedMails', 'killedReviewLinks', 'killedReviews'].map((name) => `test/server/${name}.test.ts`);

const long = process.env['DMP_LONG'] !== undefined;
const onPostgres = process.env['DMP_TEST_DATABASE'] === 'postgres' || (process.env['DATABASE_URL'] ?? '') !== '';

const onOther = onPostgres ? QUICK_ON_PGLITE : QUICK_ON_POSTGRES;
const leftOut = [
  ...(onPostgres ? ON_PGLITE_ALONE : []),
  ...(long || named(onOther) ? [] : onOther),
  ...(long || named(KILLS_WITH_LONG) ? [] : KILLS_WITH_LONG),
];

/** Whether one of the files is named on the command line: then it is wanted, on whichever database. */
function named(files: readonly string[]): boolean {
  return process.argv.some((argument) => files.some((file) => argument.endsWith(file)));
}

/**
 * The tests that need no browser, by what they need:
 *   unit    nothing: beside the sources, and the checks of the checks themselves. Files share a process and the modules they load
 *   alone   nothing either, but they put doubles in the place of modules (`vi.mock`), so that each has a process of its own
 *   laws    the whole catalogue of commands
 *   paths   the paths generated from the machines
 *   long    exhaustive forms of the others, in no ordinary run
 *   server  a real server, on the embedded database, or with DMP_TEST_DATABASE=postgres on PostgreSQL, what can differ there. Files
 *           share a process as unit tests do
 *   several several servers and a worker on one PostgreSQL behind a proxy
 */
export default defineConfig({
  plugins: [react(), ...plantedMistake(process.env['DMP_PLANTED'])],
  test: {
    maxWorkers: cores,
    // a busy machine takes its time; what never comes is told all the same
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'server/**/*.test.ts', 'tools/**/*.test.ts', 'test/checks/**/*.test.ts', 'test/builders/**/*.test.ts'],
          exclude: [...ORDINARY, ...ALONE],
          isolate: false,
          testTimeout: 20_000,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: ORDINARY, testTimeout: 20_000 } },
      {
        extends: true,
        test: { name: 'laws', include: ['test/{laws,logs,samples}/**/*.test.ts'], exclude: ORDINARY, testTimeout: 120_000 },
      },
      { extends: true, test: { name: 'paths', include: ['test/paths/**/*.test.ts'], exclude: ORDINARY, testTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['test/server/**/*.test.ts'],
          exclude: [...ORDINARY, ...leftOut],
          isolate: false,
          globalSetup: 'test/drivers/serverDatabase.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'several',
          include: ['test/several/**/*.test.ts'],
          exclude: ORDINARY,
          fileParallelism: false,
          globalSetup: 'test/drivers/severalDatabase.ts',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['{src,server,test,tools}/' + LONG],
          exclude: ['**/node_modules/**'],
          globalSetup: 'test/drivers/serverDatabase.ts',
          testTimeout: 3_600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
