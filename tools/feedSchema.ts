/** Writes docs/feed.schema.json from the schemas of the model: `node --import tsx tools/feedSchema.ts`. A test fails when it is old. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { feedSchemaText } from '../server/feed/json/schema.ts';

writeFileSync(join(import.meta.dirname, '../docs/feed.schema.json'), feedSchemaText());
