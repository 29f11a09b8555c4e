import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** Exhaustive forms of browser stories (`*.long.spec.ts`): part of `npm run test:long`. */
export default defineConfig({
  ...base,
  testIgnore: [],
  testMatch: '**/*.long.spec.ts',
  outputDir: 'test-results/long',
  reporter: 'list',
  workers: 1,
  retries: 0,
});
