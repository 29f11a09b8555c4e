/** Writes docs/operate/settings.md from the declarations of the settings: `node tools/run.mjs tools/settingsPage.ts`. A test fails when it is old. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsPage } from './settings/page.ts';

writeFileSync(join(import.meta.dirname, '../docs/operate/settings.md'), settingsPage());
