import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { editDestinations, editStopSequence, ignoreTrackStop, moveTrackStop } from '../../commands/tracks/trackEdits.ts';
import { askRemoveTrackStop, type TrackStopMode } from '../../commands/tracks/trackStopSteps.ts';
import { entityId } from '../../domain/entities.ts';
import type { TimeFill } from '../../domain/timetableSheet/restop.ts';
import type { Track } from '../../domain/model/track.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import type { TrackStopRow } from '../../projections/trackTimetable.ts';
import { useView } from '../parts/appState.ts';
import { CellField } from '../parts/CellField.tsx';
import type { Column } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { StopName } from '../schedules/StopName.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import type { SeenValue } from '../parts/useTypedText.ts';
import { DragGrip } from './DragGrip.tsx';
import { texts } from './texts.ts';
import { useMetres } from '../timetables/useSheet.ts';

/** The columns of a track's stops in a mode. In sequence mode the number is the stop's place on the shape, else its index. */
export function useTrackStopColumns({ track, mode, fill }: { track: Track; mode: TrackStopMode; fill: TimeFill }): readonly Column<TrackStopRow>[] {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  const metres = useMetres(track);
  const rev = useSeenRev(versionId, 'Track', entityId('Track', track));
  return useMemo(() => {
    const of = { versionId, scheduleId: track.ScheduleId, trackId: track.Id };
    const last = track.Stops.length - 1;
    const move = (row: TrackStopRow, by: number): void => {
      const order = track.Stops.map((_, at) => at)
        .toSpliced(row.position, 1)
        .toSpliced(row.position + by, 0, row.position);
      const along = metres && reordered(metres, order);
      dispatch(moveTrackStop({ ...of, stopId: row.stopId, from: row.position, to: row.position + by, fill, ...(along ? { metres: along } : {}) }));
    };
    const saveDestination = (position: number, text: string, from: SeenValue): string => {
      const shown = track.Stops.map(({ Destination }, at) => (at === position ? text : (Destination ?? '')));
      const starts = shown.flatMap((destination, at) => (destination === '' ? [] : [at]));
      const destinations = starts.map((at, nth) => ({
        StopIdFrom: track.Stops[at]?.StopId ?? '',
        StopIdTo: track.Stops[(starts[nth + 1] ?? track.Stops.length) - 1]?.StopId ?? '',
        Destination: shown[at] ?? '',
      }));
      return dispatch(editDestinations({ ...of, destinations, rev: from.rev }));
    };
    const number: Column<TrackStopRow> = {
      key: 'position',
      title: mode === 'sequence' ? texts.seq : '#',
      width: '48px',
      align: 'right',
      render: (row) => (mode === 'sequence' ? (row.shapeSequence ?? '–') : row.position + 1),
    };
    const stop: Column<TrackStopRow> = {
      key: 'stop',
      title: texts.stop,
      width: 'minmax(130px, 2fr)',
      render: (row) => <StopName stopId={row.stopId} ignored={row.ignored} />,
    };
    const id: Column<TrackStopRow> = {
      key: 'id',
      title: texts.id,
      width: 'minmax(80px, 1fr)',
      render: (row) => (
        <span className="dmp-mono" title={row.stopId}>
          {row.stopId}
        </span>
      ),
    };
    const destination: Column<TrackStopRow> = {
      key: 'destination',
      title: texts.destination,
      width: 'minmax(90px, 1.2fr)',
      render: (row) => <span title={row.destination}>{row.destination ?? ''}</span>,
    };
    const sequence: Column<TrackStopRow> = {
      key: 'sequence',
      title: texts.sequence,
      width: '78px',
      align: 'right',
      render: (row) => row.shapeSequence ?? '–',
    };
    switch (mode) {
      case 'destinations':
        return [
          number,
          stop,
          {
            key: 'destination',
            title: texts.destinationFromHereOn,
            width: 'minmax(180px, 2fr)',
            render: (row) => (
              <CellField
                label={texts.destinationFromStopPosition({ position: row.position + 1 })}
                value={track.Stops[row.position]?.Destination ?? ''}
                rev={rev}
                onSave={(text, from) => saveDestination(row.position, text.trim(), from)}
              />
            ),
          },
        ];
      case 'order':
        return [
          number,
          stop,
          id,
          {
            key: 'move',
            title: texts.move,
            titleHidden: true,
            width: '98px',
            render: (row) => (
              <>
                <DragGrip
                  label={texts.dragStopPosition({ position: row.position + 1 })}
                  row={row.position}
                  onMove={(to) => to >= 0 && to <= last && move(row, to - row.position)}
                />
                <WhyButton
                  label={texts.moveStopPositionUp({ position: row.position + 1 })}
                  icon={IconArrowUp}
                  iconOnly
                  why={row.position === 0 ? texts.firstStop : undefined}
                  onClick={() => move(row, -1)}
                />
                <WhyButton
                  label={texts.moveStopPositionDown({ position: row.position + 1 })}
                  icon={IconArrowDown}
                  iconOnly
                  why={row.position === last ? texts.lastStop : undefined}
                  onClick={() => move(row, 1)}
                />
              </>
            ),
          },
        ];
      case 'sequence':
        return [
          number,
          stop,
          id,
          {
            key: 'sequence',
            title: texts.pointOfTheShape,
            width: '130px',
            render: (row) => (
              <CellField
                label={texts.sequenceOfStopPosition({ position: row.position + 1 })}
                value={row.shapeSequence === undefined ? '' : String(row.shapeSequence)}
                rev={rev}
                validate={(text) => (text === '' || /^\d{1,6}$/.test(text) ? undefined : texts.digitsOnly)}
                onSave={(text, from) => {
                  const sequence = text === '' ? null : Number(text);
                  return dispatch(editStopSequence({ ...of, sequences: [{ position: row.position, sequence }], rev: from.rev }));
                }}
              />
            ),
          },
        ];
      case 'removing':
        return [
          number,
          stop,
          id,
          destination,
          {
            key: 'remove',
            title: texts.remove,
            titleHidden: true,
            width: '44px',
            render: (row) => (
              <WhyButton
                label={texts.removeStopPosition({ position: row.position + 1 })}
                icon={IconTrash}
                iconOnly
                onClick={() => dispatch(askRemoveTrackStop({ stopId: row.stopId, position: row.position }))}
              />
            ),
          },
        ];
      default:
        return [
          number,
          stop,
          id,
          destination,
          sequence,
          ...(editable
            ? [
                {
                  key: 'ignored',
                  title: texts.ignored,
                  width: '64px',
                  render: (row: TrackStopRow) => (
                    <Checkbox
                      aria-label={texts.ignoreStopPosition({ position: row.position + 1 })}
                      checked={row.ignored}
                      onClick={(event) => event.stopPropagation()}
                      onChange={(event) =>
                        dispatch(ignoreTrackStop({ ...of, stopId: row.stopId, position: row.position, ignored: event.currentTarget.checked }))
                      }
                    />
                  ),
                },
              ]
            : []),
        ];
    }
  }, [track, mode, fill, metres, rev, versionId, editable, dispatch]);
}

/** The distance to each stop when they come in another order: every hop as long as the distance between the two lies apart on the track. */
function reordered(metres: readonly number[], order: readonly number[]): number[] {
  let distance = 0;
  return order.map((from, at) => {
    const before = order[at - 1];
    if (before !== undefined) distance += Math.abs((metres[from] ?? 0) - (metres[before] ?? 0));
    return distance;
  });
}
