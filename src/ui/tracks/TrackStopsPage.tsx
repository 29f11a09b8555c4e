import { SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { chooseTrackStopMode, placeTrackStops, TrackStopMode } from '../../commands/tracks/trackStopSteps.ts';
import type { TrackDetails } from '../../domain/scheduleDetails.ts';
import { sequenceNotice } from '../../domain/shapeDraft.ts';
import type { TimeFill } from '../../domain/timetableSheet/restop.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { listed } from '../../projections/onMap.ts';
import { canEdit } from '../../projections/rights.ts';
import { departureCount, trackStopRows } from '../../projections/trackTimetable.ts';
import { EntityFindings } from '../exclusions/EntityFindings.tsx';
import { positionMarks } from '../../projections/fieldMarks.ts';
import { MarkSign } from '../parts/FieldMarks.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { VirtualList } from '../parts/VirtualList.tsx';
import { MarkedForm } from '../validation/MarkedForm.tsx';
import { useFindings } from '../validation/useFindings.ts';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { AddTrackStop } from './AddTrackStop.tsx';
import { RemoveTrackStop } from './RemoveTrackStop.tsx';
import { TrackFields } from './TrackFields.tsx';
import { useTrackStopColumns } from './trackStopColumns.tsx';
import { EditRefusal } from '../versions/EditRefusal.tsx';
import classes from './tracks.module.css';
import { texts } from './texts.ts';

const MODES: readonly { readonly value: TrackStopMode; readonly label: string }[] = [
  {
    value: 'reading',
    get label() {
      return texts.view;
    },
  },
  {
    value: 'destinations',
    get label() {
      return texts.destinations;
    },
  },
  {
    value: 'order',
    get label() {
      return texts.order;
    },
  },
  {
    value: 'adding',
    get label() {
      return texts.add;
    },
  },
  {
    value: 'sequence',
    get label() {
      return texts.sequence;
    },
  },
  {
    value: 'removing',
    get label() {
      return texts.remove;
    },
  },
];

/** The stops of a track, and the modes in which they are edited. Timetables follow a change of stops. */
export function TrackStopsPage({ details }: { details: TrackDetails }): ReactNode {
  const { Track: track, Timetables: timetables } = details;
  const { versionId = 0 } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  const mode = useTrackStopMode();
  const fill = useWorkflow('trackStops', (snapshot): TimeFill => snapshot.context.fill);
  const at = useWorkflow('trackStops', (snapshot): number | null => snapshot.context.at);
  const found = { versionId, entity: 'Schedule', entityId: track.ScheduleId, trackId: track.Id } as const;
  const marks = positionMarks(useFindings(found));
  const columns = useTrackStopColumns({ track, mode, fill });
  const notice = sequenceNotice(track.Stops);
  const name = track.Name || track.Id;
  const departures = timetables.reduce((sum, timetable) => sum + departureCount(timetable), 0);
  const carries = mode === 'order' || mode === 'adding' || mode === 'removing';
  return (
    <>
      {notice !== undefined && (
        <p className={classes['notice']} role="status">
          {notice}
        </p>
      )}
      <div className={classes['bar']}>
        {editable ? (
          <SegmentedControl
            aria-label={texts.editTrackStops}
            value={mode}
            onChange={(next) =>
              dispatch(chooseTrackStopMode({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, mode: TrackStopMode.parse(next) }))
            }
            data={[...MODES]}
          />
        ) : (
          <EditRefusal />
        )}
        {carries && mode !== 'removing' && (
          <Select
            aria-label={texts.timesOfTheStop}
            w={190}
            value={fill}
            data={[
              { value: 'interpolated', label: texts.timesByDistance },
              { value: 'copied', label: texts.timesCopied },
              { value: 'blank', label: texts.withoutTimes },
            ]}
            onChange={(next) => dispatch(placeTrackStops({ at, fill: next === 'copied' || next === 'blank' ? next : 'interpolated' }))}
          />
        )}
        {carries && <span className={classes['quiet']}>{texts.timetablesFollow({ timetables: timetables.length, departures })}</span>}
      </div>
      <div className={classes['found']}>
        <EntityFindings {...found} />
      </div>
      {mode === 'reading' && (
        <MarkedForm of={found}>
          <TrackFields track={track} />
        </MarkedForm>
      )}
      {mode === 'adding' && <AddTrackStop track={track} fill={fill} />}
      <VirtualList
        label={texts.stopsOfTrackName({ name })}
        rows={trackStopRows(track)}
        columns={marks.size === 0 ? columns : [...columns, { ...MARK, render: (row) => <MarkSign mark={marks.get(row.position)} /> }]}
        idOf={idOf}
        onMap={({ stopId }) => listed('stops', stopId)}
        {...(mode === 'reading' ? { onChoose: (row: { readonly stopId: string }) => open(pathTo({ page: 'stops', itemId: row.stopId })) } : {})}
        empty={<Empty title={texts.noStops} hint={editable ? texts.noStopsHint : undefined} />}
      />
      <RemoveTrackStop timetables={timetables.length} departures={departures} />
    </>
  );
}

/** The mode that the stops of the track in view are edited in. */
function useTrackStopMode(): TrackStopMode {
  return useWorkflow('trackStops', (snapshot): TrackStopMode => {
    const value = String(snapshot.value);
    return value === 'asking' || value === 'deleting' ? 'removing' : TrackStopMode.parse(value);
  });
}

/** What validation says of the stop. */
const MARK = {
  key: 'mark',
  get title() {
    return texts.validation;
  },
  titleHidden: true,
  width: '22px',
} as const;

function idOf(row: { readonly position: number }): string {
  return String(row.position);
}
