import { Select, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ENTITY_SCHEMAS } from '../../domain/entities.ts';
import { type ChangeFilter, type ChangeFilterName, filterError } from '../../projections/changeLog.ts';
import { DateInput } from '../parts/DateInput.tsx';
import classes from './changes.module.css';
import { texts } from './texts.ts';

const FIELDS: readonly { readonly name: ChangeFilterName; readonly label: string; readonly type?: string }[] = [
  {
    name: 'changeId',
    get label() {
      return texts.changeID;
    },
  },
  {
    name: 'dbVersionId',
    get label() {
      return texts.dbVersionID;
    },
  },
  {
    name: 'setId',
    get label() {
      return texts.setID;
    },
  },
  {
    name: 'author',
    get label() {
      return texts.author;
    },
  },
  {
    name: 'text',
    get label() {
      return texts.text;
    },
  },
  {
    name: 'scheduleId',
    get label() {
      return texts.scheduleID;
    },
  },
  {
    name: 'from',
    get label() {
      return texts.from;
    },
    type: 'date',
  },
  {
    name: 'to',
    get label() {
      return texts.to;
    },
    type: 'date',
  },
];

/** What narrows the change log; ids must be integers, and say so. A field takes effect on Enter or when it is left. */
export function ChangeFilters({ filter, onChange }: { filter: ChangeFilter; onChange: (filter: ChangeFilter) => void }): ReactNode {
  const set = (name: ChangeFilterName, value: string): void => {
    const { [name]: _before, ...rest } = filter;
    onChange(value.trim() === '' ? rest : { ...rest, [name]: value.trim() });
  };
  return (
    <div className={classes['filters']} role="search" aria-label={texts.filterChanges}>
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
        label={texts.kind}
        placeholder={texts.all}
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
