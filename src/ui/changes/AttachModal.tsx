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
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import classes from './changes.module.css';
import { texts } from './texts.ts';

/** Attaches the track changes of a set to a track of the draft, the most alike by its stops first. */
export function AttachModal(): ReactNode {
  const dispatch = useDispatch();
  const opened = useWorkflow('attachTrack', ({ value }) => value !== 'closed');
  return (
    <Modal opened={opened} onClose={() => dispatch(closeAttach({}))} title={texts.attachToATrack} size={520} transitionProps={{ duration: 0 }}>
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
  useShownHere(messages, attachTrack);
  const [{ trackId }, type] = useTyped(attachedTrack, { trackId: null });
  return (
    <LoadStates
      load={load}
      what={texts.tracks}
      retry={loadTrackSuggestions({ versionId, changeId })}
      isEmpty={(list) => list.length === 0}
      empty={<Empty title={texts.noTrackTitle} hint={texts.noTrackHint} />}
    >
      {(tracks) => {
        const chosen = tracks.find((one) => one.TrackId === trackId) ?? tracks[0];
        return (
          <>
            {messages.length > 0 && (
              <Alert color="red" variant="light" p="xs" mb="xs" icon={<IconAlertTriangle aria-hidden />} title={texts.attachFailed} role="alert">
                {messages.join(' ')}
              </Alert>
            )}
            <Radio.Group
              value={chosen?.TrackId ?? ''}
              onChange={(next) => type({ trackId: next })}
              label={texts.trackOfTheDraft}
              description={texts.similarFirst}
            >
              {tracks.map((track) => (
                <Radio
                  key={track.TrackId}
                  mt={6}
                  value={track.TrackId}
                  label={texts.trackOption({
                    trackId: track.TrackId,
                    name: track.Name,
                    stops: track.Stops,
                    round: Math.round(track.Likeness * 100),
                  })}
                />
              ))}
            </Radio.Group>
            <div className={classes['write']}>
              <span className={classes['grow']} />
              <WhyButton
                label={texts.attach}
                variant="filled"
                why={attaching ? texts.attaching : undefined}
                onClick={() => void (chosen && dispatch(submitAttach({ scheduleId: chosen.ScheduleId, trackId: chosen.TrackId })))}
              />
            </div>
          </>
        );
      }}
    </LoadStates>
  );
}
