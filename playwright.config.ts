import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from './test/drivers/findBrowser.ts';

const executablePath = findBrowser();

/**
 * The browser tests: files of stories go to two workers, each with a product of its own, as far as there are processors; beside
 * each other they take two thirds of the time of one. The stories of a file run in their order. No second tries, because a flaky test is a broken one; only
 * on a build machine, whose load nobody knows, one is given, and `npm test` names each story that needed it.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testIgnore: '**/*.long.spec.ts',
  grepInvert: /@long/,
  globalSetup: './test/drivers/product.ts',
  workers: Math.min(2, availableParallelism()),
  fullyParallel: false,
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  // A story tells what comes, not how soon: a busy machine may take ten times as long. How long it takes is measured (npm run bench).
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? 'node_modules/.cache/reports/browser.json' }]],
  use: {
    viewport: { width: 1400, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    launchOptions: { args: browserFlags(), ...(executablePath === undefined ? {} : { executablePath }) },
  },
});
