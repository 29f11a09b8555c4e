import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

// the paths of every workflow, those that `npm test` leaves out too
process.env['DMP_ALL_PATHS'] = '1';

/** Exhaustive forms of browser stories (`*.long.spec.ts`, and all paths): part of `npm run test:long`. */
export default defineConfig({
  ...base,
  testIgnore: [],
  testMatch: ['**/*.long.spec.ts', '**/paths.spec.ts'],
  outputDir: 'test-results/long',
  reporter: 'list',
  workers: 1,
  retries: 0,
});
