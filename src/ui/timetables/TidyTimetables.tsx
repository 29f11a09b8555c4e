import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { tidyTimetables } from '../../commands/timetables/timetableEdits.ts';
import { formatDays } from '../../domain/days.ts';
import { MOST_TIDY_SECONDS } from '../../domain/edits/timetables.ts';
import { formatServiceTime } from '../../domain/time.ts';
import { startOf } from '../../domain/timetableSheet/departures.ts';
import { type TidyMove, tidyJoins, tidyMoves } from '../../domain/timetableSheet/tidy.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import type { Track } from '../../domain/model/track.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { tidyQuestion, tidySeconds } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useSubmit } from '../parts/useSubmit.ts';
import { useAsking, useTyped } from '../parts/useTyped.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './sheet.module.css';

interface TidyProps {
  readonly track: Track;
  readonly timetables: readonly Timetable[];
}

/** Joins timetables of the track; what it would join is shown first. */
export function TidyTimetables(props: TidyProps): ReactNode {
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(tidyQuestion);
  return (
    <>
      <WhyButton
        label="Tidy"
        icon={IconArrowMerge}
        hint="Tidy: join timetables with the same or nearly the same running times"
        iconOnly
        why={why ?? (props.timetables.length < 2 ? 'The track has no two timetables' : undefined)}
        onClick={() => setAsking('tidy')}
      />
      {asking && <TidyModal {...props} onClose={() => setAsking()} />}
    </>
  );
}

function TidyModal({ track, timetables, onClose }: TidyProps & { readonly onClose: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const [{ within: typed }, type] = useTyped(tidySeconds, { within: 0 });
  const attempt = useSubmit(onClose);
  const within = typeof typed === 'number' && Number.isInteger(typed) && typed >= 0 && typed <= MOST_TIDY_SECONDS ? typed : undefined;
  const joins = useMemo(() => (within === undefined ? [] : tidyJoins(timetables, within)), [timetables, within]);
  const moves = useMemo(() => tidyMoves(joins), [joins]);
  return (
    <Modal opened onClose={onClose} title="Tidy timetables" size="xl">
      <Stack gap="sm">
        <NumberInput
          data-autofocus
          label="Join running times that differ by at most (s)"
          description="0 joins timetables whose times are the same. Days and all other values are always the same."
          value={typed}
          min={0}
          max={MOST_TIDY_SECONDS}
          allowDecimal={false}
          clampBehavior="none"
          error={within === undefined && `A whole number of seconds from 0 to ${MOST_TIDY_SECONDS.toLocaleString('en-GB')}`}
          onChange={(next) => type({ within: next })}
        />
        <Text size="sm" role="status">
          {within === undefined ? '' : summaryOf(timetables.length, joins, moves)}
        </Text>
        {joins.length > 0 && (
          <div className={classes['tidy']}>
            <VirtualList
              label="Departures that are joined"
              rows={moves}
              columns={COLUMNS}
              idOf={idOf}
              empty={<Empty title="They have no departures" />}
            />
          </div>
        )}
        <NotSaved message={attempt.message} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <StillWaiting on={attempt.isWaiting} />
          <Button
            disabled={joins.length === 0}
            loading={attempt.isWaiting}
            onClick={() => {
              attempt.send(
                dispatch(tidyTimetables({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, ...(within === 0 ? {} : { within }) })),
              );
            }}
          >
            Tidy
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** "118 timetables become 64. Times of 12 departures change, by at most 30 s." */
function summaryOf(all: number, joins: ReturnType<typeof tidyJoins>, moves: readonly TidyMove[]): string {
  if (joins.length === 0) return 'No timetables can be joined.';
  const gone = joins.reduce((sum, { from }) => sum + from.length - 1, 0);
  const changed = moves.filter(({ stops }) => stops > 0);
  const most = Math.max(0, ...changed.map(({ least, most: latest }) => Math.max(-least, latest)));
  const times =
    changed.length === 0
      ? 'No time changes.'
      : `Times of ${count(changed.length, 'departure')} change, by at most ${most.toLocaleString('en-GB')} s.`;
  return `${count(all, 'timetable')} become ${(all - gone).toLocaleString('en-GB')}. ${times}`;
}

/** "no change", "9 stops: -15 to +20 s" */
function changeOf({ stops, least, most }: TidyMove): string {
  if (stops === 0) return 'no change';
  const seconds = least === 0 ? `up to +${most}` : most === 0 ? `down to ${least}` : `${least} to +${most}`;
  return `${count(stops, 'stop')}: ${seconds} s`;
}

const COLUMNS: readonly Column<TidyMove>[] = [
  { key: 'time', title: 'Departure', width: '90px', align: 'right', render: ({ departure }) => formatServiceTime(startOf(departure)) },
  { key: 'trip', title: 'Trip', width: 'minmax(80px, 1fr)', render: ({ departure }) => departure.tripShortName ?? departure.TripId ?? '' },
  { key: 'days', title: 'Days', width: '90px', render: ({ to }) => formatDays(to.Days) },
  { key: 'from', title: 'Timetable', width: '80px', align: 'right', render: ({ from }) => from.Number },
  { key: 'to', title: 'Becomes', width: '80px', align: 'right', render: ({ to }) => to.Number },
  { key: 'change', title: 'Times', width: 'minmax(150px, 1fr)', render: changeOf },
];

function idOf({ departure, from }: TidyMove): string {
  return `${from.Number} ${from.Departures.indexOf(departure)}`;
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-GB')} ${what}${number === 1 ? '' : 's'}`;
}
