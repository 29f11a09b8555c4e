import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** `npm run pictures`: every screen as a picture in `pictures/`, at two sizes, light and dark, and axe on each. */
export default defineConfig({
  ...base,
  testDir: 'test/pictures',
  outputDir: 'test-results/pictures',
  reporter: 'list',
  workers: 1,
  timeout: 400_000,
});
