import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { cancelTrackStops, confirmRemoveTrackStop } from '../../commands/tracks/trackStopSteps.ts';
import { deleteTrackStop } from '../../commands/tracks/trackEdits.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { stopName } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { useToldHere } from '../parts/useToldHere.ts';
import { usePlace } from '../parts/usePlace.ts';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import classes from './tracks.module.css';
import { texts } from './texts.ts';

/** The question before a stop is taken out of the track; what the server says against it stands below. */
export function RemoveTrackStop({ timetables, departures }: { timetables: number; departures: number }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const step = useWorkflow('trackStops', (snapshot) => String(snapshot.value));
  const stopId = useWorkflow('trackStops', (snapshot): string => snapshot.context.stopId);
  const position = useWorkflow('trackStops', (snapshot): number => snapshot.context.position);
  const messages = useWorkflow('trackStops', (snapshot): readonly string[] => snapshot.context.messages);
  const name = useView((view) => stopName(view, versionId, stopId));
  const busy = step === 'deleting';
  useToldHere(messages, deleteTrackStop);
  return (
    <Modal
      opened={step === 'asking' || busy}
      onClose={() => !busy && dispatch(cancelTrackStops({}))}
      title={texts.deleteTrackStop}
      size={440}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <p className={classes['question']}>{texts.doYouWantToTakeStop({ position: position + 1, name, timetables, departures })}</p>
        {messages.length > 0 && (
          <Alert color="red" variant="light" p="xs" role="alert">
            {messages.map((message) => (
              <div key={message}>{message}</div>
            ))}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" aria-disabled={busy} onClick={() => !busy && dispatch(cancelTrackStops({}))}>
            {texts.close}
          </Button>
          <StillWaiting on={busy} />
          <Button data-autofocus color="red" loading={busy} onClick={() => dispatch(confirmRemoveTrackStop({}))}>
            {texts.delete}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
