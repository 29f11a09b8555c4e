import { Alert, Button, Select, TextInput } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { FormEvent, ReactNode } from 'react';
import { createTransfer } from '../../commands/transfers/transferEdits.ts';
import { cancelTransfer, submitTransfer } from '../../commands/transfers/createTransferSteps.ts';
import { NO_DURATION } from '../../domain/edits/transfers.ts';
import { TIMED_TRANSFER, TRANSFER_TYPE_OPTIONS } from '../../domain/transfers.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { durationOf } from '../../machines/createTransferMachine.ts';
import { stopName } from '../../projections/stops.ts';
import { newTransfer } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { PopupFrame } from '../parts/PopupFrame.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { saidChoices } from '../language/language.ts';
import classes from './transfers.module.css';
import { texts } from './texts.ts';

/** The last step of creating a transfer: its type, and its duration where the type has one. */
export function CreateTransferPopup(): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const from = useWorkflow('createTransfer', (snapshot): string => snapshot.context.from ?? '');
  const to = useWorkflow('createTransfer', (snapshot): string => snapshot.context.to ?? '');
  const messages = useWorkflow('createTransfer', (snapshot): readonly string[] => snapshot.context.messages);
  const creating = useWorkflow('createTransfer', (snapshot) => snapshot.value === 'creating');
  const names = useView((view) => `${stopName(view, versionId, from)} → ${stopName(view, versionId, to)}`);
  useShownHere(messages, createTransfer);
  const [{ type, duration }, write] = useTyped(newTransfer, { type: 0, duration: '' });
  const timed = type === TIMED_TRANSFER;
  const why = timed && durationOf(duration) === undefined ? NO_DURATION : undefined;

  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (!creating && why === undefined) dispatch(submitTransfer({ type, duration }));
  };
  return (
    <PopupFrame title={texts.createTransfer} subtitle={names} width={300} onClose={() => dispatch(cancelTransfer({}))}>
      <form className={classes['form']} onSubmit={submit} noValidate>
        <Select
          label={texts.type}
          data={saidChoices(TRANSFER_TYPE_OPTIONS)}
          value={String(type)}
          autoFocus
          checkIconPosition="right"
          comboboxProps={{ transitionProps: { duration: 0 } }}
          onChange={(next) => write({ type: Number(next ?? 0) })}
        />
        {timed && (
          <TextInput
            label={texts.durationSeconds}
            required
            inputMode="numeric"
            value={duration}
            onChange={(event) => write({ duration: event.currentTarget.value.replaceAll(/\D/g, '') })}
          />
        )}
        {messages.length > 0 && (
          <Alert color="red" variant="light" p="xs" role="alert">
            {messages.join(' ')}
          </Alert>
        )}
        <div className={classes['buttons']}>
          <WhyButton label={texts.create} icon={IconArrowsExchange} variant="filled" why={why} loading={creating} onClick={() => submit()} />
          <Button variant="default" onClick={() => dispatch(cancelTransfer({}))} disabled={creating}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </PopupFrame>
  );
}
