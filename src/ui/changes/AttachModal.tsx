import { Modal, Radio } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { loadTrackSuggestions } from '../../commands/changes/loadChanges.ts';
import { attachTrack, clearChangeNotes } from '../../commands/changes/switchChanges.ts';
import type { Change } from '../../domain/changes.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './changes.module.css';

interface AttachModalProps {
  readonly opened: boolean;
  readonly versionId: number;
  readonly setId: number;
  readonly onClose: () => void;
}

/** Attaches the track changes of a set to a track of the draft, the most alike by its stops first. */
export function AttachModal({ opened, versionId, setId, onClose }: AttachModalProps): ReactNode {
  const changes = useView((view) => view.changes.changes[setId]?.value);
  const attachable = changes?.filter(({ Type }) => Type === 'Track' || Type === 'Timetable') ?? [];
  return (
    <Modal opened={opened} onClose={onClose} title="Attach to a track" size={520} transitionProps={{ duration: 0 }}>
      {attachable.length === 0 ? (
        <Empty title="Nothing to attach" hint="This change set has no change of a track or a timetable." />
      ) : (
        <Suggestions versionId={versionId} changes={attachable} onClose={onClose} />
      )}
    </Modal>
  );
}

function Suggestions({ versionId, changes, onClose }: { versionId: number; changes: readonly Change[]; onClose: () => void }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.changes.tracks);
  const [trackId, setTrackId] = useState<string>();
  const first = changes[0]?.ChangeId ?? 0;
  useEffect(() => {
    dispatch(loadTrackSuggestions({ versionId, changeId: first }));
    return () => void dispatch(clearChangeNotes({}));
  }, [dispatch, versionId, first]);
  return (
    <LoadStates
      load={load}
      what="tracks"
      retry={loadTrackSuggestions({ versionId, changeId: first })}
      isEmpty={(list) => list.length === 0}
      empty={<Empty title="There is no track to attach to" hint="The schedule of this change has no tracks in the draft." />}
    >
      {(tracks) => (
        <>
          <Radio.Group
            value={trackId ?? tracks[0]?.TrackId ?? ''}
            onChange={setTrackId}
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
              onClick={() => {
                const chosen = tracks.find((one) => one.TrackId === trackId) ?? tracks[0];
                if (chosen)
                  dispatch(
                    attachTrack({
                      versionId,
                      changeIds: changes.map(({ ChangeId }) => ChangeId),
                      scheduleId: chosen.ScheduleId,
                      trackId: chosen.TrackId,
                    }),
                  );
                onClose();
              }}
            />
          </div>
        </>
      )}
    </LoadStates>
  );
}
