import { Checkbox, Select, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { editRegionField, refuseErrors } from '../../commands/regions/editRegion.ts';
import { loadRegionOptions } from '../../commands/regions/loadRegionOptions.ts';
import { CHOSEN_FIELDS } from '../../domain/regions.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { fieldError, isCreating, isRegionReadOnly } from '../../projections/regionWizard.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { useLongList } from '../parts/useLongList.ts';
import { inSentence } from '../language/language.ts';
import classes from './regions.module.css';
import { texts } from './texts.ts';

/** Key, name, country, time zone, language and currency; and whether versions with errors can be published. */
export function GeneralStep(): ReactNode {
  const options = useView((view) => view.regionWizard.options);
  const creating = useView(isCreating);
  return (
    <div className={classes['fields']}>
      {creating && <TextField field="Key" label={texts.regionKey} />}
      <TextField field="Name" label={texts.regionName} />
      <LoadStates load={options} what={texts.options} retry={loadRegionOptions({})} skeleton={3}>
        {(lists) => CHOSEN_FIELDS.map(({ field, label, options: list }) => <Choice key={field} field={field} label={label} options={lists[list]} />)}
      </LoadStates>
      <RefusesErrors />
    </div>
  );
}

/** What is wrong is said once the field was left, or where the server says it. */
function useFieldError(field: string): { error: string | undefined; onBlur: () => void } {
  const [touched, setTouched] = useState(false);
  const refused = useView((view) => view.regionWizard.errors.some(({ Field }) => Field === field));
  const changing = useView((view) => !isCreating(view));
  const error = useView((view) => fieldError(view, field));
  return { error: touched || refused || changing ? error : undefined, onBlur: () => setTouched(true) };
}

function TextField({ field, label }: { field: 'Key' | 'Name'; label: string }): ReactNode {
  const dispatch = useDispatch();
  const value = useView((view) => view.regionWizard.form?.[field] ?? '');
  const readOnly = useView(isRegionReadOnly);
  const { error, onBlur } = useFieldError(field);
  return (
    <TextInput
      label={label}
      value={value}
      error={error}
      readOnly={readOnly}
      aria-disabled={readOnly}
      title={readOnly ? READ_ONLY : undefined}
      data-autofocus={field === 'Key' || undefined}
      onBlur={onBlur}
      onChange={(event) => !readOnly && dispatch(editRegionField({ field, to: event.currentTarget.value }))}
    />
  );
}

function RefusesErrors(): ReactNode {
  const dispatch = useDispatch();
  const checked = useView((view) => view.regionWizard.form?.RefusesErrors === true);
  const readOnly = useView(isRegionReadOnly);
  return (
    <Checkbox
      className={classes['whole']}
      label={texts.refuseErrors}
      description={texts.refuseErrorsHint}
      checked={checked}
      readOnly={readOnly}
      aria-disabled={readOnly}
      title={readOnly ? READ_ONLY : undefined}
      onChange={(event) => !readOnly && dispatch(refuseErrors({ to: event.currentTarget.checked }))}
    />
  );
}

interface ChoiceProps {
  readonly field: (typeof CHOSEN_FIELDS)[number]['field'];
  readonly label: string;
  readonly options: readonly { readonly Id: string; readonly Name: string }[];
}

function Choice({ field, label, options }: ChoiceProps): ReactNode {
  const long = useLongList();
  const dispatch = useDispatch();
  const value = useView((view) => view.regionWizard.form?.[field] ?? '');
  const readOnly = useView(isRegionReadOnly);
  const { error, onBlur } = useFieldError(field);
  const data = useMemo(() => {
    const known = options.map(({ Id, Name }) => ({ value: Id, label: `${Name} (${Id})` }));
    // an import may have brought a code that the lists do not have
    return value === '' || options.some(({ Id }) => Id === value) ? known : [{ value, label: value }, ...known];
  }, [options, value]);
  return (
    <Select
      label={label}
      placeholder={texts.chooseALabel({ label: inSentence(label) })}
      data={data}
      value={value === '' ? null : value}
      error={error}
      searchable
      {...long}
      selectFirstOptionOnChange
      nothingFoundMessage={texts.noOptions}
      readOnly={readOnly}
      aria-disabled={readOnly}
      title={readOnly ? READ_ONLY : undefined}
      comboboxProps={{ transitionProps: { duration: 0 }, withinPortal: false }}
      onBlur={onBlur}
      onChange={(to) => to !== null && dispatch(editRegionField({ field, to }))}
    />
  );
}
