/** The page of all fields, made of their declarations and of the list of rules. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, KIND_NAMES, kindOf, type KeyedField } from '../../src/domain/model/catalogue.ts';
import type { EntityKind, FieldFacts, GtfsColumn } from '../../src/domain/model/kind.ts';

export function modelPage(): string {
  const rules = readRules();
  return `${HEAD}${KIND_NAMES.map((kind) => `\n${sectionOf(kind, rules)}`).join('')}`;
}

const HEAD = `# Fields of the model
For staff who want to know what a field means, and for engineers. A field stands in \`src/domain/model\`; this page is made from there by
\`node tools/run.mjs tools/modelPage.ts\`. Columns that GTFS does not know, and some that it does, are kept word for word beside the fields.
The last column names the [rules of validation](../validation-rules.tsv) that look at the field.
`;

function sectionOf(kind: EntityKind, rules: readonly Rule[]): string {
  const { words, file, kept = {} } = kindOf(kind);
  const rows = fieldsOf(kind).map(
    (field) =>
      `| \`${field.key}\` | ${field.label} | ${cell(field.help)} | ${holdsText(field)} | ${columnText(field.gtfs)} | ${rules
        .filter(({ condition }) => condition.includes(`${kind}.${field.key}`))
        .map(({ code }) => code)
        .join(', ')} |`,
  );
  const further = Object.keys(kept).map((column) => `\`${column}\``);
  return [
    `## ${kind}`,
    `One ${words[0]}${file === undefined ? '' : `, a row of \`${file}\``}.`,
    '',
    '| field | label | meaning | holds | GTFS | rules |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(further.length > 0 ? ['', `Kept beside the fields: ${further.join(', ')}.`] : []),
    '',
  ].join('\n');
}

function holdsText({ holds, optional, unit }: KeyedField): string {
  const what = typeof holds !== 'object' ? holds : holds.oneOf ? `one of ${holds.oneOf.join(', ')}` : `id: ${holds.refersTo}`;
  return `${what}${unit === undefined ? '' : ` (${unit})`}${optional ? '' : ', always there'}`;
}

function columnText(gtfs: GtfsColumn): string {
  if (typeof gtfs === 'string') return `\`${gtfs}\``;
  if ('extension' in gtfs) return `no column; \`${gtfs.extension}\` where it is asked for`;
  if ('none' in gtfs) return `not in GTFS: ${gtfs.none}`;
  return gtfs.own.length === 0 ? 'made by the import' : gtfs.own.map((column) => `\`${column}\``).join(', ');
}

interface Rule {
  readonly code: string;
  readonly condition: string;
}

function readRules(): readonly Rule[] {
  const lines = readFileSync(join(import.meta.dirname, '../../docs/validation-rules.tsv'), 'utf8')
    .split('\n')
    .slice(1);
  return lines.filter(Boolean).map((line) => {
    const cells = line.split('\t');
    return { code: cells[0] ?? '', condition: cells.at(-1) ?? '' };
  });
}

function cell(text: FieldFacts['help']): string {
  return text.replaceAll('|', '\\|');
}
