import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

// every path of every workflow, and reloads and kills many times over
process.env['DMP_LONG'] = '1';

/** The stories tagged `@long`, those that are exhaustive (`*.long.spec.ts`) and those that do more with DMP_LONG: part of `npm run test:long`. */
const { grepInvert: _, ...shared } = base;
export default defineConfig({
  ...shared,
  testIgnore: [],
  grep: [/@long/, /\.long\.spec\.ts/, /\b(paths|resilience)\.spec\.ts/],
  outputDir: 'test-results/long',
  reporter: 'list',
  workers: 1,
  retries: 0,
});
