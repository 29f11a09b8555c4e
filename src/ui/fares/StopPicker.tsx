import { ActionIcon, Select } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { parseCoordinate } from '../../domain/coordinate.ts';
import { rankedOptions } from '../../projections/rankedOptions.ts';
import { usePlace } from '../parts/usePlace.ts';
import { codeOfStop, useStopChoices } from '../stops/useStopChoices.ts';
import { inSentence } from '../language/language.ts';
import classes from './fares.module.css';
import { texts } from './texts.ts';

const MOST_OFFERED = 40;

interface StopPickerProps {
  readonly label: string;
  /** Id of the stop; '' for none. */
  readonly value: string;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly onChange: (stopId: string) => void;
  /** Takes up the tool that picks a stop on the map; without it there is none. */
  readonly onPick?: () => void;
  /** The tool is active for this field. */
  readonly picking?: boolean;
  /** Latitude and longitude are offered as well once they are typed. */
  readonly places?: boolean;
}

/** A stop by its name or id, or by a click on the map. */
export function StopPicker({
  label,
  value,
  placeholder = texts.nameOrId,
  error,
  onChange,
  onPick,
  picking = false,
  places = false,
}: StopPickerProps): ReactNode {
  const { versionId = 0 } = usePlace();
  const [text, setText] = useState('');
  const all = useStopChoices(versionId);
  const offered = useMemo(() => {
    const chosen = all.find((choice) => choice.value === value);
    // the label of the chosen one is in the field: it is no search
    const found = rankedOptions(all, text === chosen?.label ? '' : text, MOST_OFFERED, codeOfStop).filter((choice) => choice.value !== value);
    if (places && parseCoordinate(text)) return [{ value: text.trim(), label: text.trim() }];
    return value === '' ? found : [chosen ?? { value, label: value }, ...found];
  }, [all, text, value, places]);
  return (
    <div className={classes['picker']}>
      <Select
        label={label}
        searchable
        clearable
        placeholder={placeholder}
        value={value === '' ? null : value}
        data={[...offered]}
        searchValue={text}
        onSearchChange={setText}
        onChange={(next) => onChange(next ?? '')}
        filter={({ options }) => options}
        selectFirstOptionOnChange
        nothingFoundMessage={texts.noStopMatches}
        error={error}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {onPick && (
        <ActionIcon
          aria-label={texts.pickOnMap({ label: inSentence(label) })}
          title={texts.pickOnTheMap}
          aria-pressed={picking}
          variant={picking ? 'light' : 'subtle'}
          color={picking ? 'teal' : 'gray'}
          onClick={onPick}
        >
          <IconMapPin size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
