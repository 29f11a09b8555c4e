import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TaskCommand } from '../../domain/pipelines.ts';
import { fieldsOf, type TemplateField } from '../../domain/taskTemplates/fields.ts';
import type { TaskTemplate } from '../../domain/taskTemplates/template.ts';
import { useView } from '../parts/appState.ts';

interface CommandFormProps {
  readonly template: TaskTemplate;
  readonly command: TaskCommand;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
  readonly readOnly?: boolean;
  readonly onChange: (command: TaskCommand) => void;
}

/** The parameters of a task: a form made from the schema of its template. */
export function CommandForm({ template, command, faults, readOnly = false, onChange }: CommandFormProps): ReactNode {
  const databases = useView((view) => view.databases.value);
  return fieldsOf(template).map((field) => {
    const value = command[field.name] ?? field.standard;
    const set = (next: TaskCommand[string]): void => onChange({ ...command, [field.name]: next });
    const shared = {
      label: field.title,
      description: field.description,
      error: faults.find((fault) => fault.field === field.name)?.message,
      readOnly,
    };
    return <FieldControl key={field.name} field={field} value={value} set={set} shared={shared} databases={(databases ?? []).map(({ Id }) => Id)} />;
  });
}

interface Shared {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly readOnly: boolean;
}

function FieldControl({
  field,
  value,
  set,
  shared,
  databases,
}: {
  field: TemplateField;
  value: TaskCommand[string] | undefined;
  set: (next: TaskCommand[string]) => void;
  shared: Shared;
  databases: readonly string[];
}): ReactNode {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : '';
  switch (field.kind) {
    case 'switch':
      return <Checkbox {...shared} checked={value === true} disabled={shared.readOnly} onChange={(event) => set(event.currentTarget.checked)} />;
    case 'number':
      return (
        <NumberInput {...shared} value={typeof value === 'number' ? value : ''} onChange={(next) => set(typeof next === 'number' ? next : null)} />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...field.options]}
          value={text}
          allowDeselect={false}
          searchable
          maxDropdownHeight={260}
          onChange={(next) => next !== null && set(next)}
        />
      );
    case 'database':
      return (
        <Select {...shared} data={[...databases]} value={text || null} searchable maxDropdownHeight={260} onChange={(next) => set(next ?? '')} />
      );
    case 'lines':
      return <Textarea {...shared} autosize minRows={2} maxRows={8} value={text} onChange={(event) => set(event.currentTarget.value.split('\n').filter((line, i, all) => line.trim() !== '' || i === all.length - 1))} />; // prettier-ignore
    case 'table':
      return <Textarea {...shared} autosize minRows={4} maxRows={14} value={text} styles={{ input: { fontFamily: 'monospace' } }} onChange={(event) => set(event.currentTarget.value)} />; // prettier-ignore
    case 'text':
      return <TextInput {...shared} value={text} onChange={(event) => set(event.currentTarget.value)} />;
  }
}
