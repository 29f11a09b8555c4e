import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { tidyTimetables } from '../../commands/timetables/timetableEdits.ts';
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
import { shownDays } from '../parts/shownDays.ts';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

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
        label={texts.tidy}
        icon={IconArrowMerge}
        hint={texts.tidyHint}
        iconOnly
        why={why ?? (props.timetables.length < 2 ? texts.tidyOnlyOne : undefined)}
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
    <Modal opened onClose={onClose} title={texts.tidyTimetables} size="xl">
      <Stack gap="sm">
        <NumberInput
          data-autofocus
          label={texts.tidyTolerance}
          description={texts.tidyToleranceHint}
          value={typed}
          min={0}
          max={MOST_TIDY_SECONDS}
          allowDecimal={false}
          clampBehavior="none"
          error={within === undefined && texts.tidyToleranceFormat({ mostTidySeconds: MOST_TIDY_SECONDS })}
          onChange={(next) => type({ within: next })}
        />
        <Text size="sm" role="status">
          {within === undefined ? '' : summaryOf(timetables.length, joins, moves)}
        </Text>
        {joins.length > 0 && (
          <div className={classes['tidy']}>
            <VirtualList
              label={texts.departuresThatAreJoined}
              rows={moves}
              columns={COLUMNS}
              idOf={idOf}
              empty={<Empty title={texts.theyHaveNoDepartures} />}
            />
          </div>
        )}
        <NotSaved message={attempt.message} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.close}
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
            {texts.tidy}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** "118 timetables become 64. Times of 12 departures change, by at most 30 s." */
function summaryOf(all: number, joins: ReturnType<typeof tidyJoins>, moves: readonly TidyMove[]): string {
  if (joins.length === 0) return texts.tidyNone;
  const gone = joins.reduce((sum, { from }) => sum + from.length - 1, 0);
  const changed = moves.filter(({ stops }) => stops > 0);
  const most = Math.max(0, ...changed.map(({ least, most: latest }) => Math.max(-least, latest)));
  const times = changed.length === 0 ? texts.noTimeChanges : texts.tidyChanges({ changed: changed.length, most });
  return texts.timetablesBecome({ all, left: all - gone, times });
}

/** "no change", "9 stops: -15 to +20 s" */
function changeOf({ stops, least, most }: TidyMove): string {
  if (stops === 0) return texts.noChange;
  const seconds = least === 0 ? texts.upToMost({ most }) : most === 0 ? texts.downToLeast({ least }) : texts.leastToMost({ least, most });
  return texts.stopsChangeBySeconds({ stops, seconds });
}

const COLUMNS: readonly Column<TidyMove>[] = [
  {
    key: 'time',
    get title() {
      return texts.departureTitle;
    },
    width: '90px',
    align: 'right',
    render: ({ departure }) => formatServiceTime(startOf(departure)),
  },
  {
    key: 'trip',
    get title() {
      return texts.trip;
    },
    width: 'minmax(80px, 1fr)',
    render: ({ departure }) => departure.tripShortName ?? departure.TripId ?? '',
  },
  {
    key: 'days',
    get title() {
      return texts.days;
    },
    width: '90px',
    render: ({ to }) => shownDays(to.Days),
  },
  {
    key: 'from',
    get title() {
      return texts.timetable;
    },
    width: '80px',
    align: 'right',
    render: ({ from }) => from.Number,
  },
  {
    key: 'to',
    get title() {
      return texts.becomes;
    },
    width: '80px',
    align: 'right',
    render: ({ to }) => to.Number,
  },
  {
    key: 'change',
    get title() {
      return texts.times;
    },
    width: 'minmax(150px, 1fr)',
    render: changeOf,
  },
];

function idOf({ departure, from }: TidyMove): string {
  return `${from.Number} ${from.Departures.indexOf(departure)}`;
}
