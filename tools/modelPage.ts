/** Prints docs/reference/model.md from the declarations of the kinds: `node tools/run.mjs tools/modelPage.ts`. A test fails when it is old. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelPage } from './model/page.ts';

writeFileSync(join(import.meta.dirname, '../docs/reference/model.md'), modelPage());
