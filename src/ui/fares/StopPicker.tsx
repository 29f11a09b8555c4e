import { ActionIcon, Select } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { folded } from '../../projections/folded.ts';
import { stopList } from '../../projections/stopList.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import classes from './fares.module.css';

const MOST_OFFERED = 40;

interface StopPickerProps {
  readonly label: string;
  /** Id of the stop; '' for none. */
  readonly value: string;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly onChange: (stopId: string) => void;
  /** Takes up the tool that picks a stop on the map. */
  readonly onPick: () => void;
  /** The tool is in hand for this field. */
  readonly picking: boolean;
}

/** A stop by its name or id, or by a click on the map. */
export function StopPicker({ label, value, placeholder = 'Name or id', error, onChange, onPick, picking }: StopPickerProps): ReactNode {
  const { versionId = 0 } = usePlace();
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const [text, setText] = useState('');
  const all = useMemo(() => (table ? stopList(table) : []), [table]);
  const offered = useMemo(() => {
    const wanted = folded(text.split(' · ')[0] ?? '');
    const found = [];
    for (const { row, name, id } of all) {
      if (found.length >= MOST_OFFERED) break;
      if (row.Id !== value && (name.includes(wanted) || id.includes(wanted)))
        found.push({ value: row.Id, label: `${row.Name || row.Id} · ${row.Id}` });
    }
    const chosen = all.find(({ row }) => row.Id === value)?.row;
    return value === '' ? found : [{ value, label: chosen ? `${chosen.Name || chosen.Id} · ${chosen.Id}` : value }, ...found];
  }, [all, text, value]);
  return (
    <div className={classes['picker']}>
      <Select
        label={label}
        searchable
        clearable
        placeholder={placeholder}
        value={value === '' ? null : value}
        data={offered}
        searchValue={text}
        onSearchChange={setText}
        onChange={(next) => onChange(next ?? '')}
        filter={({ options }) => options}
        nothingFoundMessage="No stop matches"
        error={error}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <ActionIcon
        aria-label={`Pick ${label.toLowerCase()} on the map`}
        title="Pick on the map"
        aria-pressed={picking}
        variant={picking ? 'light' : 'subtle'}
        color={picking ? 'teal' : 'gray'}
        onClick={onPick}
      >
        <IconMapPin size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
