/** `npm run texts`: texts of the interface that are in no catalogue yet, by area; with the name of an area, each of them. */
import { join } from 'node:path';
import { literalsByArea } from './texts/literals.ts';

const area = process.argv[2];
const found = literalsByArea(join(import.meta.dirname, '..'));
for (const [name, places] of [...found].toSorted(([, a], [, b]) => b.length - a.length)) {
  if (area === undefined) console.log(`${String(places.length).padStart(5)} ${name}`);
  else if (area === name) for (const { file, line, text } of places) console.log(`${file}:${line} ${text}`);
}
console.log(`${[...found.values()].reduce((sum, places) => sum + places.length, 0)} literal texts are left`);
