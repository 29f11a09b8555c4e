import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

// every path of every workflow, and reloads and kills many times over
process.env['DMP_LONG'] = '1';

/** Exhaustive forms of browser stories (`*.long.spec.ts`, and those that do more with DMP_LONG): part of `npm run test:long`. */
export default defineConfig({
  ...base,
  testIgnore: [],
  testMatch: ['**/*.long.spec.ts', '**/paths.spec.ts', '**/resilience.spec.ts'],
  outputDir: 'test-results/long',
  reporter: 'list',
  workers: 1,
  retries: 0,
});
