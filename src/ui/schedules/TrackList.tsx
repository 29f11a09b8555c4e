import { ActionIcon, Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsExchange,
  IconArrowUp,
  IconCopy,
  IconDotsVertical,
  IconMinus,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { orderTracks } from '../../commands/schedules/scheduleEdits.ts';
import { cloneTrack, createTrack, deleteTrack, moveTrack } from '../../commands/tracks/trackEdits.ts';
import type { ScheduleDetails, TrackDetails } from '../../domain/scheduleDetails.ts';
import type { TrackDirection } from '../../domain/model/track.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { lineTrackKey, listed } from '../../projections/onMap.ts';
import { canEdit } from '../../projections/rights.ts';
import { departureCount } from '../../projections/trackTimetable.ts';
import { otherTrack, trackQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { MODE } from '../parts/itemActions.ts';
import { ItemButton } from '../parts/ItemButton.tsx';
import { Link } from '../parts/Link.tsx';
import { Menu } from '../parts/Menu.tsx';
import { Modal } from '../parts/Modal.tsx';
import { Question } from '../parts/Question.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { usePointing } from '../parts/pointed.tsx';
import { useQuery } from '../parts/query.ts';
import { useCreateMode } from '../parts/useCreateMode.ts';
import { useSubmit } from '../parts/useSubmit.ts';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { useTyped } from '../parts/useTyped.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** The tracks of a schedule in their order, and what can be done with each. */
export function TrackList({ details, chosen }: { details: ScheduleDetails; chosen: string | undefined }): ReactNode {
  const { versionId = 0, schedulePage } = usePlace();
  const pathTo = usePathTo();
  const dispatch = useDispatch();
  const editable = useView(canEdit);
  const pointing = usePointing();
  const creating = useCreateMode();
  const [mode, setMode] = useQuery(MODE);
  // one for all menus: a track that goes takes no other's question along
  const [asked, type] = useTyped(trackQuestion, { asking: null, trackId: '' });
  const { Schedule, Tracks: tracks } = details;
  const ids = tracks.map(({ Track }) => Track.Id);
  const ask = useCallbackRef((trackId: string, asking: TrackQuestion | null) => type({ asking, trackId }));
  const move = useCallbackRef((trackId: string, by: number) => {
    const at = ids.indexOf(trackId);
    dispatch(orderTracks({ versionId, scheduleId: Schedule.Id, trackIds: ids.toSpliced(at, 1).toSpliced(at + by, 0, trackId) }));
  });
  return (
    <section className={classes['tracks']} aria-label={texts.tracks}>
      <div className={classes['tracksHead']}>
        <h2 className={classes['sectionTitle']}>
          {texts.tracks} <span className={classes['quiet']}>{tracks.length}</span>
        </h2>
        <ItemButton of="track" act="create" compact />
      </div>
      {tracks.length === 0 && <p className={classes['quiet']}>{texts.noTracks}</p>}
      <ul className={classes['trackList']}>
        {tracks.map((track, at) => (
          <li key={track.Track.Id} className={classes['trackItem']} {...pointing(listed('tracks', lineTrackKey(Schedule.Id, track.Track.Id)))}>
            <Link
              to={pathTo({ page: 'schedules', itemId: Schedule.Id, trackId: track.Track.Id, schedulePage: schedulePage ?? 'map' })}
              className={classes['track']}
              aria-current={track.Track.Id === chosen ? 'true' : undefined}
            >
              <TrackLine {...track} />
            </Link>
            {editable && (
              <TrackMenu
                name={nameOf(track)}
                trackId={track.Track.Id}
                onAsk={ask}
                onMove={move}
                isFirst={at === 0}
                isLast={at === tracks.length - 1}
              />
            )}
            {editable && asked.trackId === track.Track.Id && (
              <TrackQuestions details={track} taken={ids} asking={asked.asking} onClose={() => ask(track.Track.Id, null)} />
            )}
            {editable && mode === 'delete' && track.Track.Id === chosen && <DeleteTrack details={track} onClose={() => setMode('')} />}
          </li>
        ))}
      </ul>
      {creating.isOpen && (
        <TrackForm
          title={texts.createTrack}
          confirm={texts.create}
          id={freeId('a-b', ids)}
          taken={ids}
          onSave={({ id }) => dispatch(createTrack({ versionId, scheduleId: Schedule.Id, trackId: id, direction: 'Unknown' }))}
          onClose={creating.close}
        />
      )}
    </section>
  );
}

function TrackLine({ Track, Timetables }: TrackDetails): ReactNode {
  const runs = Timetables.reduce((sum, timetable) => sum + departureCount(timetable), 0);
  const { label, icon: Icon } = DIRECTIONS[Track.Direction];
  return (
    <>
      <Icon size={15} role="img" aria-label={label} className={classes['direction']} />
      <span className={classes['trackName']}>
        {Track.Name || Track.Id}
        {Track.Symbol !== undefined && <span className={classes['quiet']}> {Track.Symbol}</span>}
        {!Track.Visible && <span className={classes['quiet']}> {texts.hidden}</span>}
      </span>
      <span className={`dmp-number ${classes['quiet']}`}>{texts.stop({ stops: Track.Stops.length })}</span>
      <span className={`dmp-number ${classes['quiet']}`}>{texts.departure({ runs })}</span>
    </>
  );
}

function nameOf({ Track }: TrackDetails): string {
  return Track.Name || Track.Id;
}

type TrackQuestion = 'clone' | 'return' | 'copy' | 'move' | 'delete';

interface TrackMenuProps {
  readonly name: string;
  readonly trackId: string;
  readonly onAsk: (trackId: string, question: TrackQuestion) => void;
  readonly onMove: (trackId: string, by: number) => void;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Not drawn again for every edit of a timetable: a menu is the dearest part of the list. */
const TrackMenu = memo(function TrackMenu({ name, trackId, onAsk, onMove, isFirst, isLast }: TrackMenuProps): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={texts.actsOnTrackName({ name })}>
          <IconDotsVertical size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowsExchange size={15} />} onClick={() => onAsk(trackId, 'return')}>
          {texts.makeReturnTrack}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => onAsk(trackId, 'clone')}>
          {texts.clone}
        </Menu.Item>
        <Menu.Item leftSection={<IconRoute size={15} />} onClick={() => onAsk(trackId, 'copy')}>
          {texts.copyToAnotherSchedule}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight size={15} />} onClick={() => onAsk(trackId, 'move')}>
          {texts.moveToAnotherSchedule}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={15} />} disabled={isFirst} onClick={() => onMove(trackId, -1)}>
          {texts.up}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={15} />} disabled={isLast} onClick={() => onMove(trackId, 1)}>
          {texts.down}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => onAsk(trackId, 'delete')}>
          {texts.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
});

interface TrackQuestionsProps {
  readonly details: TrackDetails;
  readonly taken: readonly string[];
  readonly asking: TrackQuestion | null;
  readonly onClose: () => void;
}

/** What the menu of a track asks before it acts. */
function TrackQuestions({ details, taken, asking, onClose: close }: TrackQuestionsProps): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const { Track, Timetables } = details;
  const schedules = useView((view) => view.versions[versionId]?.schedules.value ?? null);
  const of = { versionId, scheduleId: Track.ScheduleId, trackId: Track.Id };
  const name = nameOf(details);
  const isSchedule = (id: string): boolean => schedules?.some((row) => row.Id === id) === true;
  return (
    <>
      {asking === 'return' && (
        <TrackForm
          title={texts.returnTrackOfName({ name })}
          confirm={texts.create}
          id={freeId(reversedId(Track.Id), taken)}
          taken={taken}
          onSave={({ id }) => dispatch(cloneTrack({ ...of, newId: id, reversed: true }))}
          onClose={close}
        />
      )}
      {asking === 'clone' && (
        <TrackForm
          title={texts.cloneTrackName({ name })}
          confirm={texts.clone}
          id={freeId(Track.Id, taken)}
          taken={taken}
          timetables={Timetables.length}
          onSave={({ id, timetables }) => dispatch(cloneTrack({ ...of, newId: id, timetables }))}
          onClose={close}
        />
      )}
      {asking === 'copy' && (
        <TrackForm
          title={texts.copyTrackName({ name })}
          confirm={texts.copy}
          id={Track.Id}
          taken={[]}
          timetables={Timetables.length}
          isSchedule={isSchedule}
          onSave={({ id, timetables, schedule }) => dispatch(cloneTrack({ ...of, newId: id, timetables, toScheduleId: schedule }))}
          onClose={close}
        />
      )}
      {asking === 'move' && (
        <TrackForm
          title={texts.moveTrackName({ name })}
          confirm={texts.move}
          id={Track.Id}
          taken={[]}
          isSchedule={isSchedule}
          onSave={({ id, schedule }) => dispatch(moveTrack({ ...of, toScheduleId: schedule, newId: id }))}
          onClose={close}
        />
      )}
      {asking === 'delete' && <DeleteTrack details={details} onClose={close} />}
    </>
  );
}

/** The question before a track goes, with what goes along. */
function DeleteTrack({ details: { Track, Timetables }, onClose }: { readonly details: TrackDetails; readonly onClose: () => void }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const runs = Timetables.reduce((sum, timetable) => sum + departureCount(timetable), 0);
  return (
    <Question
      title={texts.deleteTrack}
      yes={texts.delete}
      onClose={onClose}
      onYes={() => {
        dispatch(deleteTrack({ versionId, scheduleId: Track.ScheduleId, trackId: Track.Id }));
        onClose();
      }}
    >
      {texts.deleteTrackTitle({ name: Track.Name || Track.Id, timetables: Timetables.length, runs })}
    </Question>
  );
}

interface TrackFormProps {
  readonly title: string;
  readonly confirm: string;
  readonly id: string;
  readonly taken: readonly string[];
  /** How many timetables could come along; not asked where undefined. */
  readonly timetables?: number;
  /** Whether there is such a schedule; not asked for one where undefined. */
  readonly isSchedule?: (id: string) => boolean;
  readonly onSave: (form: { id: string; timetables: boolean; schedule: string }) => string;
  readonly onClose: () => void;
}

function TrackForm({ title, confirm, id, taken, timetables, isSchedule, onSave, onClose }: TrackFormProps): ReactNode {
  const [{ id: typed, along, schedule }, type] = useTyped(otherTrack, { id, along: true, schedule: '' });
  const attempt = useSubmit(onClose);
  const problem =
    typed.trim() === '' || typed.includes('/')
      ? texts.trackIdRequired
      : taken.includes(typed.trim())
        ? texts.trackIdTaken({ typed: typed.trim() })
        : undefined;
  const unknown = isSchedule && !isSchedule(schedule.trim());
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (attempt.isWaiting || problem !== undefined || unknown) return;
          attempt.send(onSave({ id: typed.trim(), timetables: along, schedule: schedule.trim() }));
        }}
      >
        <Stack gap="sm">
          {isSchedule && (
            <TextInput
              data-autofocus
              label={texts.scheduleId}
              value={schedule}
              error={schedule !== '' && unknown && texts.unknownSchedule}
              onChange={(event) => type({ schedule: event.currentTarget.value })}
            />
          )}
          <TextInput
            data-autofocus={!isSchedule || undefined}
            label={texts.trackId}
            value={typed}
            error={!attempt.isWaiting && problem}
            onChange={(event) => type({ id: event.currentTarget.value })}
          />
          {timetables !== undefined && timetables > 0 && (
            <Switch label={texts.withTimetable({ timetables })} checked={along} onChange={(event) => type({ along: event.currentTarget.checked })} />
          )}
          <NotSaved message={attempt.message} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" disabled={problem !== undefined || unknown === true}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** `b-a` for `a-b`; other ids stay. */
function reversedId(id: string): string {
  return id.includes('-') ? id.split('-').slice(0, 2).toReversed().join('-') : id;
}

/** The id, or with the first number behind it that is free: `a-b-2`. */
function freeId(id: string, taken: readonly string[]): string {
  if (!taken.includes(id)) return id;
  let number = 2;
  while (taken.includes(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}

const DIRECTIONS: Readonly<Record<TrackDirection, { readonly label: string; readonly icon: typeof IconArrowRight }>> = {
  Forward: {
    get label() {
      return texts.forward;
    },
    icon: IconArrowRight,
  },
  Backward: {
    get label() {
      return texts.backward;
    },
    icon: IconArrowLeft,
  },
  Unknown: {
    get label() {
      return texts.unknownDirection;
    },
    icon: IconMinus,
  },
};
