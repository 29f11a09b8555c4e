import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { fieldKey, type TranslationFilter } from '../../projections/translationList.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import { texts } from './texts.ts';

/** Narrows translations down to one language and one field, of those that the version has any in. */
export function TranslationFilters({
  filter,
  onChange,
}: {
  filter: TranslationFilter;
  onChange: (change: Partial<TranslationFilter>) => void;
}): ReactNode {
  const { versionId = 0 } = usePlace();
  const languages = useView((view) => view.versions[versionId]?.translationLanguages.value);
  const fields = useView((view) => view.versions[versionId]?.translationFields.value);
  return (
    <>
      <Choice
        label={texts.language}
        all={texts.allLanguages}
        value={filter.language}
        options={(languages ?? []).map(({ Id, Name, Count }) => ({ value: Id, label: `${Name} · ${Count.toLocaleString('en-GB')}` }))}
        onChange={(language) => onChange({ language })}
      />
      <Choice
        label={texts.field}
        all={texts.allFields}
        value={filter.field}
        options={(fields ?? []).map((field) => ({
          value: fieldKey(field),
          label: `${field.CategoryName}: ${field.FieldName} · ${field.Count.toLocaleString('en-GB')}`,
        }))}
        onChange={(field) => onChange({ field })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** One choice or all. A value of the address that no translation has any more stays visible, so that it can be taken away. */
function Choice({ label, all, value, options, onChange }: ChoiceProps): ReactNode {
  const known = value === undefined || options.some((one) => one.value === value) ? options : [...options, { value, label: value || 'N/A' }];
  return (
    <Select
      aria-label={label}
      value={value === undefined ? ALL : `${ONE}${value}`}
      data={[{ value: ALL, label: all }, ...known.map((one) => ({ value: `${ONE}${one.value}`, label: one.label }))]}
      onChange={(chosen) => onChange(chosen === null || chosen === ALL ? undefined : chosen.slice(ONE.length))}
      searchable={options.length > 12}
      maxDropdownHeight={320}
      miw={96}
      style={{ flex: '0 1 136px' }}
      comboboxProps={{ width: 'max-content', position: 'bottom-end', transitionProps: { duration: 0 } }}
    />
  );
}

/** A language may be of no name, and the list of choices takes no empty value. */
const ALL = 'all';
const ONE = 'one:';
