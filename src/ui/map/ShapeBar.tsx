import { Checkbox, Paper } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { followStreets } from '../../commands/tracks/followStreetsSteps.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import {
  applyShape,
  cancelShape,
  drawShape,
  moveShapePoints,
  setRecalculateTimes,
  shapeDraft,
  shapeScope,
} from '../../commands/tracks/shapeSteps.ts';
import { changedTimes } from '../../domain/edits/shapes.ts';
import { sequenceNotice } from '../../domain/shapeDraft.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { scheduleDetails } from '../../projections/scheduleParts.ts';
import { presentTrack } from '../../projections/tracks.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useKernelState, useView } from '../parts/appState.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { FollowStreetsNotes } from './FollowStreetsNotes.tsx';
import { ImportLine } from './ImportLine.tsx';
import classes from './map.module.css';
import { texts } from './texts.ts';

/** The tools for the shape of the track that is open, on the map; nothing where none is. */
export function ShapeBar(): ReactNode {
  const track = useView(presentTrack);
  const mode = useWorkflow('shape', (snapshot): string => (snapshot.value === 'closed' ? '' : snapshot.context.mode));
  const saving = useWorkflow('shape', (snapshot) => snapshot.value === 'saving');
  if (!track) return null;
  const why = saving ? texts.savingShape : undefined;
  const notice = sequenceNotice(track.Stops);
  return (
    <>
      <Paper shadow="xs" withBorder className={classes['bar']} role="toolbar" aria-label={texts.shape}>
        <ActionButton of={drawShape} active={mode === 'DRAW'} why={why} compact />
        <ActionButton of={moveShapePoints} active={mode === 'MOVE'} why={why} compact />
        <ActionButton of={followStreets} why={why} compact />
        <ImportLine key={`${track.ScheduleId}/${track.Id}`} track={track} mode={mode} why={why} />
        {mode !== '' && <InHand mode={mode} saving={saving} />}
        {notice !== undefined && <span className={classes['notice']}>{notice}</span>}
      </Paper>
      <FollowStreetsNotes />
    </>
  );
}

/** What the recalculated times change, before they are applied. */
function ChangedTimes(): ReactNode {
  const { versionId = 0 } = usePlace();
  const draft = useKernelState((state) => shapeDraft.of(state, shapeScope({ versionId })));
  const details = useView((view) => (draft ? scheduleDetails(view, versionId, draft.scheduleId) : undefined));
  const found = useMemo(() => {
    const of = details?.Tracks.find(({ Track }) => Track.Id === draft?.trackId);
    return draft && of && changedTimes(draft, of.Track, of.Timetables);
  }, [draft, details]);
  if (!found) return null;
  const { departures, seconds } = found;
  return (
    <span role="status" className={classes['quiet']}>
      {departures === 0 ? texts.noTimeChanges : texts.timesChange({ departures, minutes: Math.floor(seconds / 60), seconds: seconds % 60 })}
    </span>
  );
}

function InHand({ mode, saving }: { mode: string; saving: boolean }): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const routing = useWorkflow('shape', (snapshot) => snapshot.value === 'routing');
  const recalculate = useKernelState((state) => shapeDraft.of(state, shapeScope({ versionId }))?.recalculateTimes ?? false);
  const beta = useView((view) => view.settings.transitAlignment);
  const available = useView((view) => view.config?.transitAlignment ?? false);
  return (
    <>
      <Checkbox
        size="xs"
        label={texts.recalculateTimes}
        checked={recalculate}
        onChange={(event) => dispatch(setRecalculateTimes({ versionId, on: event.currentTarget.checked }))}
      />
      {recalculate && <ChangedTimes />}
      {mode === 'DRAW' && available && (
        <Checkbox
          size="xs"
          label={texts.betaApi}
          checked={beta}
          onChange={(event) => dispatch(changeSettings({ changes: { transitAlignment: event.currentTarget.checked } }))}
        />
      )}
      <WhyButton
        label={texts.apply}
        icon={IconCheck}
        variant="filled"
        compact
        loading={saving}
        why={routing ? texts.findingPath : undefined}
        shortcut="Enter"
        onClick={() => dispatch(applyShape({ versionId }))}
      />
      <WhyButton label={texts.cancel} icon={IconX} compact shortcut="Escape" onClick={() => dispatch(cancelShape({ versionId }))} />
    </>
  );
}
