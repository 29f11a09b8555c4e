import { Alert, Button, Paper, Select, TextInput } from '@mantine/core';
import { IconMapPinPlus } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { cancelCreateStop, chooseCreateStop, submitStop } from '../../commands/stops/createStopSteps.ts';
import { type Coordinate, formatCoordinate } from '../../domain/coordinate.ts';
import { messagesAt } from '../../domain/errors.ts';
import { fieldError } from '../../domain/model/fieldValues.ts';
import { STOP_TYPES } from '../../domain/stops.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { newStop } from '../../projections/typedForms.ts';
import { canHaveParent, parentOptions, stopTypeOptions } from '../../projections/stopUses.ts';
import { useView } from '../parts/appState.ts';
import { PopupFrame } from '../parts/PopupFrame.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { createStop } from '../../commands/stops/stopEdits.ts';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from './stops.module.css';
import { texts } from './texts.ts';
import { rankedFilter } from '../parts/rankedFilter.ts';
import { useLongList } from '../parts/useLongList.ts';

/** Creating a stop from a click on the map: first the menu, then the form. Nothing while the workflow is closed. */
export function CreateStopPopup(): ReactNode {
  const step = useWorkflow('createStop', (snapshot) => String(snapshot.value));
  const opener = useRef<Element | null>(null);
  const open = step !== 'closed';
  useEffect(() => {
    if (!open) return undefined;
    opener.current ??= document.activeElement;
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
      opener.current = null;
    };
  }, [open]);
  if (step === 'offered') return <CreateMenu />;
  return open ? <CreateForm creating={step === 'creating'} /> : null;
}

function CreateMenu(): ReactNode {
  const dispatch = useDispatch();
  const refusal = useView(editRefusal);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector('button')?.focus(), []);
  return (
    <Paper
      ref={menu}
      shadow="md"
      withBorder
      p={4}
      role="dialog"
      aria-label={texts.createHere}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        dispatch(cancelCreateStop({}));
      }}
    >
      <WhyButton label={texts.createStop} icon={IconMapPinPlus} variant="subtle" why={refusal} onClick={() => dispatch(chooseCreateStop({}))} />
    </Paper>
  );
}

function CreateForm({ creating }: { creating: boolean }): ReactNode {
  const dispatch = useDispatch();
  const long = useLongList();
  const at = useWorkflow('createStop', (snapshot): Coordinate | null => snapshot.context.at);
  const messages = useWorkflow('createStop', (snapshot): readonly string[] => snapshot.context.messages);
  useShownHere(messages, createStop);
  const [{ name, zone, type, parent, id }, write] = useTyped(newStop, { name: '', zone: '', type: STOP_TYPES.Regular, parent: null, id: null });
  const offeredId = useWorkflow('createStop', (snapshot): string => snapshot.context.stopId);
  const { versionId = 0 } = usePlace();
  const table = useView((view) => view.versions[versionId]?.stops.value ?? null);
  const parents = useMemo(() => parentOptions(table, type), [table, type]);
  const nameInput = useRef<HTMLInputElement>(null);
  const atName = messagesAt('stopName', messages);
  const nameError = messages.length > 0 ? (fieldError('Stop', 'Name', name) ?? atName.here[0]) : undefined;
  const others = atName.others.filter((message) => message !== fieldError('Stop', 'Name', ''));
  // after a refusal the focus is where it can be mended
  useEffect(() => nameInput.current?.focus(), [messages]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (creating) return;
    const stopZoneId = zone.trim();
    const stopParentId = canHaveParent(type) ? (parent ?? '') : '';
    const stopId = (id ?? offeredId).trim();
    dispatch(
      submitStop({
        ...(stopId === '' || stopId === offeredId ? {} : { stopId }),
        stopName: name.trim(),
        stopType: type,
        ...(stopZoneId === '' ? {} : { stopZoneId }),
        ...(stopParentId === '' ? {} : { stopParentId }),
      }),
    );
  };
  const cancel = (): void => {
    if (!creating) dispatch(cancelCreateStop({}));
  };
  return (
    <PopupFrame title={texts.createStop} subtitle={at ? formatCoordinate(at) : undefined} width={300} onClose={cancel}>
      <form className={classes['createForm']} onSubmit={submit} noValidate>
        <TextInput
          ref={nameInput}
          label={texts.name}
          required
          value={name}
          error={nameError}
          onChange={(event) => write({ name: event.currentTarget.value })}
        />
        <TextInput label={texts.zoneId} value={zone} onChange={(event) => write({ zone: event.currentTarget.value })} />
        <Select
          label={texts.type}
          data={[...stopTypeOptions(type)]}
          value={String(type)}
          checkIconPosition="right"
          comboboxProps={{ transitionProps: { duration: 0 } }}
          onChange={(next) => write({ type: Number(next ?? STOP_TYPES.Regular), parent: null })}
          onKeyDown={keepEscape}
        />
        {canHaveParent(type) && (
          <Select
            label={texts.parentId}
            placeholder={texts.none}
            searchable
            clearable
            {...long}
            filter={rankedFilter}
            selectFirstOptionOnChange
            data={[...parents]}
            value={parent}
            nothingFoundMessage={type === STOP_TYPES.BoardingArea ? texts.noSuchPlatform : texts.noSuchStation}
            comboboxProps={{ transitionProps: { duration: 0 } }}
            onChange={(next) => write({ parent: next })}
            onKeyDown={keepEscape}
          />
        )}
        <TextInput
          label={texts.stopId}
          value={id ?? offeredId}
          classNames={{ input: 'dmp-mono' }}
          onChange={(event) => write({ id: event.currentTarget.value })}
        />
        {others.length > 0 && (
          <Alert color="red" variant="light" p="xs" role="alert">
            <ul className={classes['messages']}>
              {others.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Alert>
        )}
        <div className={classes['formButtons']}>
          <StillWaiting on={creating} />
          <Button type="submit" loading={creating}>
            {texts.create}
          </Button>
          <Button variant="default" onClick={cancel} disabled={creating}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </PopupFrame>
  );
}

/** Escape closes an open list, and only then the form. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.stopPropagation();
}
