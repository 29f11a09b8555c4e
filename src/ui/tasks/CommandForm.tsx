import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TaskCommand } from '../../domain/pipelines.ts';
import { fieldsOf, type TemplateField } from '../../domain/taskTemplates/fields.ts';
import { addressOfTask, serverOfAddress } from '../../domain/taskTemplates/secretServers.ts';
import type { TaskTemplate } from '../../domain/taskTemplates/template.ts';
import { useView } from '../parts/appState.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { said, saidChoices } from '../language/language.ts';
import { SecretField } from './SecretField.tsx';
import { TaskFileField } from './TaskFileField.tsx';

interface CommandFormProps {
  readonly template: TaskTemplate;
  readonly command: TaskCommand;
  readonly faults: readonly { readonly field: string; readonly message: string }[];
  /** Called with all parameters, and with the name of the one that changed. */
  readonly onChange: (command: TaskCommand, field: string) => void;
}

/** The parameters of a task: a form made from the schema of its template. */
export function CommandForm({ template, command, faults, onChange }: CommandFormProps): ReactNode {
  const databases = useView((view) => view.databases.value);
  const fields = fieldsOf(template);
  return fields.map((field) => (
    <FieldControl
      key={field.name}
      field={field}
      value={command[field.name] ?? field.standard}
      set={(next) => onChange({ ...command, [field.name]: next }, field.name)}
      shared={{
        label: said(field.title),
        description: field.description && said(field.description),
        error: faults.find((fault) => fault.field === field.name)?.message,
      }}
      server={serverOfAddress(addressOfTask({ ...Object.fromEntries(fields.map(({ name, standard }) => [name, standard])), ...command }))}
      databases={(databases ?? []).map(({ Id }) => Id)}
    />
  ));
}

/** Label, explanation and error of a field of a task. */
export interface TaskFieldWords {
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
}

function FieldControl({
  field,
  value,
  set,
  shared,
  server,
  databases,
}: {
  field: TemplateField;
  value: TaskCommand[string] | undefined;
  set: (next: TaskCommand[string]) => void;
  shared: TaskFieldWords;
  /** The server that the task speaks to, once its address is written. */
  server: string | undefined;
  databases: readonly string[];
}): ReactNode {
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : '';
  // what is typed is stored at once: Ctrl+Z belongs to the form around it
  const typed = { ...shared, 'data-text': 'same' };
  switch (field.kind) {
    case 'switch':
      return <Checkbox {...shared} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
    case 'number':
      return (
        <NumberInput {...typed} value={typeof value === 'number' ? value : ''} onChange={(next) => set(typeof next === 'number' ? next : null)} />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={saidChoices(field.options)}
          value={text}
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
      return <Textarea {...typed} autosize minRows={2} maxRows={8} value={text} onChange={(event) => set(linesOf(event.currentTarget.value))} />;
    case 'table':
      return (
        <Textarea
          {...typed}
          autosize
          minRows={4}
          maxRows={14}
          value={text}
          styles={{ input: { fontFamily: 'monospace' } }}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'date':
      return <DateInput {...typed} value={text} onChange={set} />;
    case 'secret':
      return <SecretField words={shared} name={text} server={server} onChoose={set} />;
    case 'file':
      return <TaskFileField words={shared} fileKey={text} onUploaded={set} />;
    case 'text':
      return <TextInput {...typed} value={text} onChange={(event) => set(event.currentTarget.value)} />;
  }
}

/** Lines that say something, and the one that is being typed. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line, i, all) => line.trim() !== '' || i === all.length - 1);
}
