import { TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { addRegionDatabase, editRegionField, removeRegionDatabase } from '../../commands/regions/editRegion.ts';
import { databaseNameError } from '../../domain/regions.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { fieldError, isRegionReadOnly, newDatabaseIdError, type WizardDatabase } from '../../projections/regionWizard.ts';
import { newDatabase } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useTyped } from '../parts/useTyped.ts';
import classes from './regions.module.css';
import { texts } from './texts.ts';

/** The databases of a region, and a form for a further one. */
export function DatabasesStep(): ReactNode {
  const databases = useView((view) => view.regionWizard.form?.databases);
  const readOnly = useView(isRegionReadOnly);
  return (
    <div className={classes['stack']}>
      <h3 className={classes['heading']}>{texts.addedDatabases}</h3>
      {databases === undefined || databases.length === 0 ? (
        <p>{texts.emptyRegion}</p>
      ) : (
        <>
          <div className={`${classes['database']} ${classes['heads']}`} aria-hidden>
            <span>{texts.databaseId}</span>
            <span>{texts.databaseName}</span>
          </div>
          <ul className={classes['list']} aria-label={texts.addedDatabases}>
            {databases.map((database, index) => (
              <Line key={database.Id} database={database} index={index} readOnly={readOnly} />
            ))}
          </ul>
        </>
      )}
      {!readOnly && <AddForm />}
    </div>
  );
}

function Line({ database: { Id, Name, added }, index, readOnly }: { database: WizardDatabase; index: number; readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const idError = useView((view) => fieldError(view, `Databases[${index}]/Id`));
  const nameError = useView((view) => fieldError(view, `Databases[${index}]/Name`));
  return (
    <li className={classes['database']}>
      <span className={`dmp-mono ${classes['id']}`}>
        {Id}
        {idError !== undefined && (
          <span role="alert" className={classes['wrong']}>
            {` ${idError}`}
          </span>
        )}
      </span>
      <TextInput
        aria-label={texts.databaseNameOfId({ id: Id })}
        value={Name}
        error={nameError}
        readOnly={readOnly}
        aria-disabled={readOnly}
        title={readOnly ? READ_ONLY : undefined}
        onChange={(event) => !readOnly && dispatch(editRegionField({ field: `Databases[${index}]/Name`, to: event.currentTarget.value }))}
      />
      {added && <WhyButton iconOnly icon={IconTrash} label={texts.deleteId({ id: Id })} onClick={() => dispatch(removeRegionDatabase({ index }))} />}
    </li>
  );
}

const BLANK = { id: '', name: '', touched: false };

function AddForm(): ReactNode {
  const dispatch = useDispatch();
  const [{ id, name, touched }, type] = useTyped(newDatabase, BLANK);
  const idField = useRef<HTMLInputElement>(null);
  const idError = useView((view) => newDatabaseIdError(view, id));
  const nameError = databaseNameError(name);
  const add = (): void => {
    type({ touched: true });
    if (idError !== undefined || nameError !== undefined) return;
    dispatch(addRegionDatabase({ id, name }));
    type(BLANK);
    idField.current?.focus();
  };
  return (
    <form
      className={classes['add']}
      aria-label={texts.addNewDatabase}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <h3 className={classes['heading']} style={{ gridColumn: '1 / -1' }}>
        {texts.addNewDatabase}
      </h3>
      <TextInput
        ref={idField}
        label={texts.databaseId}
        value={id}
        error={touched || id !== '' ? idError : undefined}
        onChange={(event) => type({ id: event.currentTarget.value.toLowerCase() })}
        onBlur={() => type({ touched: id !== '' })}
      />
      <TextInput label={texts.databaseName} value={name} error={nameError} onChange={(event) => type({ name: event.currentTarget.value })} />
      <WhyButton label={texts.add} icon={IconPlus} onClick={add} />
    </form>
  );
}
