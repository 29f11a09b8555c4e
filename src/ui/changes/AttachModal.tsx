import { Alert, Radio } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { closeAttach, submitAttach } from '../../commands/changes/changeDialogSteps.ts';
import { loadTrackSuggestions } from '../../commands/changes/loadChanges.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { attachedTrack } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { attachTrack } from '../../commands/changes/switchChanges.ts';
import { Modal } from '../parts/Modal.tsx';
import { useToldHere } from '../parts/useToldHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import classes from './changes.module.css';

/** Attaches the track changes of a set to a track of the draft, the most alike by its stops first. */
export function AttachModal(): ReactNode {
  const dispatch = useDispatch();
  const opened = useWorkflow('attachTrack', ({ value }) => value !== 'closed');
  return (
    <Modal opened={opened} onClose={() => dispatch(closeAttach({}))} title="Attach to a track" size={520} transitionProps={{ duration: 0 }}>
      {opened && <Suggestions />}
    </Modal>
  );
}

function Suggestions(): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.changes.tracks);
  const attaching = useWorkflow('attachTrack', ({ value }) => value === 'attaching');
  const versionId = useWorkflow('attachTrack', ({ context }): number => context.versionId);
  const changeId = useWorkflow('attachTrack', ({ context }): number => context.changeIds[0] ?? 0);
  const messages = useWorkflow('attachTrack', ({ context }): readonly string[] => context.messages);
  useToldHere(messages, attachTrack);
  const [{ trackId }, type] = useTyped(attachedTrack, { trackId: null });
  return (
    <LoadStates
      load={load}
      what="tracks"
      retry={loadTrackSuggestions({ versionId, changeId })}
      isEmpty={(list) => list.length === 0}
      empty={<Empty title="There is no track to attach to" hint="The schedule of this change has no tracks in the draft." />}
    >
      {(tracks) => {
        const chosen = tracks.find((one) => one.TrackId === trackId) ?? tracks[0];
        return (
          <>
            {messages.length > 0 && (
              <Alert color="red" variant="light" p="xs" mb="xs" icon={<IconAlertTriangle aria-hidden />} title="It was not attached" role="alert">
                {messages.join(' ')}
              </Alert>
            )}
            <Radio.Group
              value={chosen?.TrackId ?? ''}
              onChange={(next) => type({ trackId: next })}
              label="Track of the draft"
              description="The most alike by its stops first"
            >
              {tracks.map((track) => (
                <Radio
                  key={track.TrackId}
                  mt={6}
                  value={track.TrackId}
                  label={`${track.TrackId} ${track.Name}: ${track.Stops} stops, ${Math.round(track.Likeness * 100)} % alike`}
                />
              ))}
            </Radio.Group>
            <div className={classes['write']}>
              <span className={classes['grow']} />
              <WhyButton
                label="Attach"
                variant="filled"
                why={attaching ? 'It is being attached' : undefined}
                onClick={() => void (chosen && dispatch(submitAttach({ scheduleId: chosen.ScheduleId, trackId: chosen.TrackId })))}
              />
            </div>
          </>
        );
      }}
    </LoadStates>
  );
}
