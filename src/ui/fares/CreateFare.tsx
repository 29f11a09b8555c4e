import { Alert, Button, Select, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { cancelFareForm, submitFareForm } from '../../commands/fares/fareFormSteps.ts';
import { currencyOptions } from '../../domain/currencies.ts';
import { priceError } from '../../domain/fareFields.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { newFare } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import { createFare } from '../../commands/fares/fareEdits.ts';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from '../parts/DeleteMode.module.css';
import { Modal } from '../parts/Modal.tsx';
import { texts } from './texts.ts';

/** The form of a new fare: id, description, price and currency; everything else is filled in at its details. */
export function CreateFare(): ReactNode {
  const dispatch = useDispatch();
  const open = useWorkflow('fareForm', (snapshot) => snapshot.value !== 'closed');
  return (
    <Modal opened={open} onClose={() => dispatch(cancelFareForm({}))} title={texts.createFare} size={440} transitionProps={{ duration: 0 }}>
      {open && <FareForm />}
    </Modal>
  );
}

function FareForm(): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const usual = useView((view) => view.versions[versionId]?.fares.value?.find(({ Currency }) => Currency !== '')?.Currency);
  const busy = useWorkflow('fareForm', (snapshot) => snapshot.value === 'saving');
  const messages = useWorkflow('fareForm', (snapshot): readonly string[] => snapshot.context.messages);
  useShownHere(messages, createFare);
  const [{ asked, ...typed }, type] = useTyped(newFare, { fareId: '', description: '', price: '', currency: usual ?? 'EUR', asked: false });
  const { fareId, description, price, currency } = typed;
  const idError = fareId.trim() === '' ? texts.fareIdIsRequired : undefined;
  const priceWrong = priceError({ Price: price.trim(), Currency: currency });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    type({ asked: true });
    if (!busy && idError === undefined && priceWrong === undefined) dispatch(submitFareForm(typed));
  };
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        data-autofocus
        label={texts.id}
        required
        value={fareId}
        maxLength={255}
        error={asked && idError}
        onChange={(event) => type({ fareId: event.currentTarget.value })}
      />
      <TextInput
        mt={10}
        label={texts.description}
        value={description}
        maxLength={1000}
        placeholder={texts.noDescription}
        onChange={(event) => type({ description: event.currentTarget.value })}
      />
      <TextInput
        mt={10}
        label={texts.price}
        required
        value={price}
        maxLength={40}
        inputMode="decimal"
        placeholder="8.90"
        error={asked && priceWrong}
        onChange={(event) => type({ price: event.currentTarget.value })}
      />
      <Select
        mt={10}
        label={texts.currency}
        required
        searchable
        value={currency}
        data={currencyOptions().map(({ Id, Name }) => ({ value: Id, label: `${Id} · ${Name}` }))}
        onChange={(next) => next !== null && type({ currency: next })}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      {messages.length > 0 && (
        <Alert mt={10} color="red" variant="light" p="xs" role="alert">
          {messages.join(' ')}
        </Alert>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" size="xs" onClick={() => dispatch(cancelFareForm({}))}>
          {texts.cancel}
        </Button>
        <StillWaiting on={busy} />
        <Button type="submit" size="xs" loading={busy}>
          {texts.create}
        </Button>
      </div>
    </form>
  );
}
