import { expect, test } from 'vitest';
import { readCommand, TASK_TEMPLATES } from './catalogue.ts';
import { fieldsOf } from './fields.ts';

test('every parameter of every template has a field with words', () => {
  for (const template of TASK_TEMPLATES) {
    expect(
      fieldsOf(template).map(({ name }) => name),
      template.id,
    ).toEqual(Object.keys(template.parameters.shape));
    for (const field of fieldsOf(template)) expect(field.title, `${template.id} ${field.name}`).not.toBe(field.name);
  }
});

test('kinds of field, choices and defaults come from the schema', () => {
  const [url] = TASK_TEMPLATES.filter(({ id }) => id === 'import-url');
  const fields = url === undefined ? [] : fieldsOf(url);
  expect(fields.map(({ name, kind, standard }) => [name, kind, standard])).toEqual([
    ['url', 'text', undefined],
    ['headers', 'lines', []],
    ['authorization', 'secret', ''],
    ['always', 'switch', false],
    ['version_name', 'text', ''],
    ['on_errors', 'choice', 'approval'],
    ['drop_limit', 'number', 1],
  ]);
  expect(fields.at(-2)?.options).toEqual([
    { value: 'approval', label: 'Wait for approval' },
    { value: 'continue', label: 'Continue' },
    { value: 'fail', label: 'Fail the run' },
  ]);
});

test('templates have ids and addresses of their own, and a publication is of type 3 [H147 H148]', () => {
  expect(new Set(TASK_TEMPLATES.map(({ s3_url }) => s3_url)).size).toBe(TASK_TEMPLATES.length);
  expect(TASK_TEMPLATES.find(({ id }) => id === 'publish')?.task_type).toBe(3);
  expect(readCommand({ s3_url: 'builtin:none', command: {} })).toEqual({
    faults: [{ field: 's3_url', message: 'There is no task template builtin:none' }],
  });
});
