import { Button, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { createAgency } from '../../commands/agencies/agencyEdits.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { newAgency } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from '../parts/DeleteMode.module.css';
import { Modal } from '../parts/Modal.tsx';
import { texts } from './texts.ts';

interface CreateAgencyProps {
  readonly versionId: number;
  readonly onCreated: (id: string) => void;
  readonly onClose: () => void;
}

/** The form of a new agency: its id and name; its other fields are filled in on its page. */
export function CreateAgency({ versionId, onCreated, onClose }: CreateAgencyProps): ReactNode {
  const dispatch = useDispatch();
  const taken = useView((view) => view.versions[versionId]?.agencies.value);
  const [{ id, name, asked }, type] = useTyped(newAgency, { id: '', name: '', asked: false });
  const idError =
    id.trim() === '' ? texts.agencyIdIsRequired : taken?.some(({ Id }) => Id === id.trim()) ? texts.idTaken({ id: id.trim() }) : undefined;
  const nameError = name.trim() === '' ? texts.agencyNameIsRequired : undefined;
  const attempt = useSubmit(() => onCreated(id.trim()));
  const shown = asked && !attempt.isWaiting;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    type({ asked: true });
    if (attempt.isWaiting || idError !== undefined || nameError !== undefined) return;
    attempt.send(dispatch(createAgency({ versionId, agencyId: id.trim(), name: name.trim() })));
  };
  return (
    <Modal opened onClose={onClose} title={texts.createAgency} size={440} transitionProps={{ duration: 0 }}>
      <form onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={texts.id}
          required
          value={id}
          maxLength={255}
          error={shown && idError}
          onChange={(event) => type({ id: event.currentTarget.value })}
        />
        <TextInput
          mt={10}
          label={texts.name}
          required
          value={name}
          maxLength={1000}
          error={shown && nameError}
          onChange={(event) => type({ name: event.currentTarget.value })}
        />
        <NotSaved message={attempt.message} />
        <div className={classes['buttons']}>
          <Button variant="default" size="xs" onClick={onClose}>
            {texts.cancel}
          </Button>
          <StillWaiting on={attempt.isWaiting} />
          <Button type="submit" size="xs" loading={attempt.isWaiting}>
            {texts.create}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
