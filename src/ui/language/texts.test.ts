import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandCatalogue } from '../../commands/catalogue.ts';
import { WEEKDAYS } from '../../domain/days.ts';
import { CREDENTIAL_WORDS, DELIVERY_KIND_WORDS } from '../../domain/deliveryLocations.ts';
import { EXPORT_SCOPE_WORDS } from '../../domain/exports.ts';
import { CONDITION_NAMES } from '../../domain/fareConditions.ts';
import { fieldsOf, fieldsOfItems, KIND_NAMES, kindOf, kindTitle } from '../../domain/model/catalogue.ts';
import { RECORD_KINDS } from '../../domain/model/records.ts';
import { PATHWAY_MODE_OPTIONS } from '../../domain/pathways.ts';
import { quickFixOf } from '../../domain/quickFixes.ts';
import { RUN_STATUS_WORDS, TASK_TYPE_WORDS } from '../../domain/runs.ts';
import { TASK_TEMPLATES } from '../../domain/taskTemplates/catalogue.ts';
import { fieldsOf as parametersOfTemplate } from '../../domain/taskTemplates/fields.ts';
import { TRANSFER_TYPE_OPTIONS } from '../../domain/transfers.ts';
import { VEHICLE_TYPES, vehicleTypeLabel } from '../../domain/vehicleTypes.ts';
import { ruleWords } from '../../projections/validation.ts';
import { literalsByArea, screenFiles, textsIn } from '../../../tools/texts/literals.ts';
import { catalogues } from './defineTexts.ts';
import { german } from './german.ts';
import { filledIn, speak } from './language.ts';
import { isText, pseudo } from './pseudo.ts';

const root = join(import.meta.dirname, '../../..');
const AREAS = readdirSync(join(root, 'src/ui')).filter((area) => existsSync(join(root, 'src/ui', area, 'texts.ts')));

type Ast = ReturnType<IntlMessageFormat['getAst']>;

beforeAll(async () => {
  await Promise.all(AREAS.map((area) => import(`../${area}/texts.ts`)));
});

/** Names of parameters and tags, each once, with what kind they are. */
function parametersOf(text: string): readonly string[] {
  const found = new Set<string>();
  const visit = (ast: Ast): void => {
    for (const node of ast) {
      const isTag = 'children' in node;
      if ('value' in node && !isText(node)) found.add(`${node.value}${isTag ? ' (tag)' : ''}`);
      if ('options' in node) for (const option of Object.values(node.options)) visit(option.value);
      if (isTag) visit(node.children);
    }
  };
  visit(new IntlMessageFormat(text, 'en').getAst());
  return [...found].toSorted();
}

const textsOf = (area: string): Readonly<Record<string, string>> => ({ ...catalogues.get(area)?.ours, ...catalogues.get(area)?.specified });

describe.each(AREAS)('the texts of %s', (area) => {
  test('are in German as well, with the same parameters', () => {
    const english = textsOf(area);
    const translated = german.texts[area] ?? {};
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(english).toSorted());
    const parameters = (texts: Readonly<Record<string, string>>): unknown => Object.entries(texts).map(([key, text]) => [key, parametersOf(text)]);
    expect(Object.fromEntries(parameters(translated) as [string, string[]][])).toEqual(
      Object.fromEntries(parameters(english) as [string, string[]][]),
    );
  });

  test('are all used', () => {
    const readers = screenFiles(root)
      .filter((file) => !/texts(\.de)?\.ts$/.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
      .filter(([file, code]) => file.startsWith(`src/ui/${area}/`) || code.includes(`/${area}/texts.ts'`))
      .map(([, code]) => code)
      .join('\n');
    expect(Object.keys(textsOf(area)).filter((key) => !new RegExp(`exts\\.${key}\\b`).test(readers))).toEqual([]);
  });
});

test('every text of the specification is named by a test, letter by letter', () => {
  const tests = ['src', 'test', 'server'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file) || folder === 'test')
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('language/texts.test.ts'))
      .map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  const all = tests.join('\n');
  const specified = [...catalogues.values()].flatMap((catalogue) => Object.values(catalogue.specified));
  expect(specified.filter((text) => !all.includes(text) && !all.includes(text.replaceAll("'", String.raw`\'`)))).toEqual([]);
});

test('screens have no text of their own', () => {
  expect([...literalsByArea(root)].flatMap(([, places]) => places.map(({ file, line, text }) => `${file}:${line} ${text}`))).toEqual([]);
});

test('no text is read while a module is loaded: it would stay in the language of the start', () => {
  const early = screenFiles(root).flatMap((file) => textsIn(file, readFileSync(join(root, file), 'utf8')).earlyReads);
  expect(early).toEqual([]);
});

test('the titles of all commands are known in German', () => {
  const titles = commandCatalogue.flatMap(({ definition: { action } }) => (action === undefined ? [] : [action.title]));
  expect([...new Set(titles)].filter((title) => german.words[title] === undefined)).toEqual([]);
});

test('the fields that people edit have a label and a help in German, and no other has', () => {
  const edited = KIND_NAMES.flatMap((kind) =>
    fieldsOf(kind)
      .flatMap(({ key, edit }) => [...(edit ? [`${kind}.${key}`] : []), ...fieldsOfItems(kind, key).map((field) => `${kind}.${field.key}`)])
      .concat(Object.keys(kindOf(kind).kept ?? {}).map((column) => `${kind}.${column}`)),
  );
  expect(Object.keys(german.fields).toSorted()).toEqual(edited.toSorted());
  expect(
    Object.values(german.fields)
      .flat()
      .filter((text) => text.trim() === ''),
  ).toEqual([]);
});

test('what can be chosen, the titles of the kinds, and the words of those with a page of their own are known in German', () => {
  const chosen = KIND_NAMES.flatMap((kind) =>
    fieldsOf(kind).flatMap(({ holds, shown }) => (typeof holds === 'object' && holds.oneOf && shown ? holds.oneOf.map((value) => shown(value)) : [])),
  );
  const tables = [RUN_STATUS_WORDS, TASK_TYPE_WORDS, EXPORT_SCOPE_WORDS, DELIVERY_KIND_WORDS, CREDENTIAL_WORDS, CONDITION_NAMES, WEEKDAYS];
  const options = [...TRANSFER_TYPE_OPTIONS, ...PATHWAY_MODE_OPTIONS].map(({ label }) => label);
  const kinds = Object.values(RECORD_KINDS).flatMap(({ one, many, hint }) => [one, many, hint]);
  const all = [
    ...chosen,
    ...options,
    ...VEHICLE_TYPES.map(vehicleTypeLabel),
    ...tables.flatMap((table) => Object.values(table)),
    ...kinds,
    ...KIND_NAMES.map(kindTitle),
  ];
  expect([...new Set(all)].filter((word) => german.words[word] === undefined)).toEqual([]);
});

test('validation rules, their groups and quick fixes are known in German', () => {
  const rows = readFileSync(join(root, 'docs/validation-rules.tsv'), 'utf8').trim().split('\n').slice(1);
  const rules = rows.map((row) => row.split('\t')).map(([code, group = '', name = '']) => ({ code: Number(code), group, name }));
  const all = rules.flatMap(({ code, group, name }) => [group, ruleWords(name), quickFixOf(code)?.act ?? group]);
  expect(all.length).toBeGreaterThan(500);
  expect([...new Set(all)].filter((word) => german.words[word] === undefined)).toEqual([]);
});

test('task templates and their parameters are known in German', () => {
  const all = TASK_TEMPLATES.flatMap((template) => [
    template.name,
    template.summary,
    ...parametersOfTemplate(template).flatMap(({ title, description, options }) => [
      title,
      description ?? title,
      ...options.map(({ label }) => label),
    ]),
  ]);
  expect(all).toContain('GTFS from a URL');
  expect([...new Set(all)].filter((word) => german.words[word] === undefined)).toEqual([]);
});

test('a pseudo-locale makes texts longer, keeps parameters, and changes no text twice', () => {
  const change = pseudo.alter?.text ?? ((text) => text);
  expect(change('Log out')).toBe('Löğ öüţ~~~');
  expect(change(change('Log out'))).toBe(change('Log out'));
  const message = new IntlMessageFormat(
    pseudo.alter?.ast(new IntlMessageFormat('{n, plural, one {# stop} other {# stops}}', 'en').getAst()) ?? [],
    'en',
  );
  expect(message.format({ n: 2 })).toBe('2 šţöþš~~~');
});

test('a German text begins with a capital where it begins with the word of a kind', async () => {
  await speak('de');
  try {
    expect(filledIn('records', 'createWord', 'Create {word}', { word: 'flexible Fahrt' })).toBe('Flexible Fahrt anlegen');
    expect(filledIn('records', 'thereIsNoSuchWord', 'There is no such {word}', { word: 'flexible Fahrt' })).toBe('Nicht gefunden: flexible Fahrt');
  } finally {
    await speak('en');
  }
});
