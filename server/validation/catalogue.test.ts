import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleCatalogue } from './catalogue.ts';
import { groupOf } from './rule.ts';

/** The list of rules as it was agreed: code, group, name, level, entity, whether cases can be excluded. */
const agreed = readFileSync(join(import.meta.dirname, '../../docs/validation-rules.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t').slice(0, 6).join(' '));

test('the rules are those of the list, with its levels and entities [E179 E345 E346]', () => {
  const declared = ruleCatalogue.map(({ code, name, level, entity, ignorable }) =>
    [code, groupOf(code), name, level, entity, ignorable ? 'yes' : 'no'].join(' '),
  );
  expect(declared).toEqual(agreed);
});

test('every rule says what it looks for, why, and how to mend it, with an example', () => {
  for (const { name, doc } of ruleCatalogue) {
    expect([name, Object.values(doc).map((text) => text.length > 3 && /[.?]$/.test(text.trim()))]).toEqual([name, [true, true, true, true]]);
    expect(doc.what.length, name).toBeGreaterThan(20);
    expect(doc.how.length, name).toBeGreaterThan(12);
  }
});
