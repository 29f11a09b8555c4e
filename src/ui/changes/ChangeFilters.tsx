import { Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ENTITY_SCHEMAS } from '../../domain/entities.ts';
import { type ChangeFilter, type ChangeFilterName, filterError } from '../../projections/changeLog.ts';
import { DateInput } from '../parts/DateInput.tsx';
import classes from './changes.module.css';

const FIELDS: readonly { readonly name: ChangeFilterName; readonly label: string; readonly type?: string }[] = [
  { name: 'changeId', label: 'Change ID' },
  { name: 'dbVersionId', label: 'DB version ID' },
  { name: 'setId', label: 'Set ID' },
  { name: 'author', label: 'Author' },
  { name: 'text', label: 'Text' },
  { name: 'scheduleId', label: 'Schedule ID' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
];

/** What narrows the change log; ids must be integers, and say so. A field takes effect on Enter or when it is left. */
export function ChangeFilters({ filter, onChange }: { filter: ChangeFilter; onChange: (filter: ChangeFilter) => void }): ReactNode {
  const set = (name: ChangeFilterName, value: string): void => {
    const { [name]: _before, ...rest } = filter;
    onChange(value.trim() === '' ? rest : { ...rest, [name]: value.trim() });
  };
  return (
    <div className={classes['filters']} role="search" aria-label="Filter changes">
      {FIELDS.map(({ name, label, type }) => (
        <FilterField
          key={`${name} ${filter[name] ?? ''}`}
          name={name}
          label={label}
          type={type ?? 'text'}
          value={filter[name] ?? ''}
          onSet={(value) => set(name, value)}
        />
      ))}
      <Select
        label="Kind"
        placeholder="All"
        clearable
        data={Object.keys(ENTITY_SCHEMAS)}
        value={filter.kind ?? null}
        onChange={(kind) => set('kind', kind ?? '')}
        className={classes['filter'] ?? ''}
      />
    </div>
  );
}

interface FilterFieldProps {
  readonly name: ChangeFilterName;
  readonly label: string;
  readonly type: string;
  readonly value: string;
  readonly onSet: (value: string) => void;
}

function FilterField({ name, label, type, value, onSet }: FilterFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const error = typed.trim() === '' ? undefined : filterError(name, typed);
  const save = (): void => {
    if (typed !== value && error === undefined) onSet(typed);
  };
  const field = {
    label,
    value: typed,
    error,
    className: classes['filter'] ?? '',
    onBlur: save,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') save();
      if (event.key === 'Escape') setTyped(value);
    },
  };
  if (type === 'date') return <DateInput {...field} onChange={setTyped} onPick={onSet} />;
  return <TextInput {...field} onChange={(event) => setTyped(event.currentTarget.value)} />;
}
