import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { cancelNetworkCalendar, saveNetworkCalendar } from '../../commands/calendars/networkCalendarSteps.ts';
import type { NetworkCalendar } from '../../domain/model/networkCalendar.ts';
import type { Schedule } from '../../domain/model/schedule.ts';
import { type FollowPreview, previewFollowing } from '../../domain/networkCalendar.ts';
import { scheduleName } from '../../domain/schedules.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { NotSaved } from '../parts/NotSaved.tsx';
import type { Collected } from './useCollected.ts';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

interface NotSavedYetProps {
  readonly versionId: number;
  readonly all: NetworkCalendars;
  readonly saved: NetworkCalendar;
  readonly shown: NetworkCalendar;
  readonly collected: Collected;
}

/** What comes of the painted dates for the schedules, before it is saved as one edit. */
export function NotSavedYet({ all, saved, shown, collected }: NotSavedYetProps): ReactNode {
  const dispatch = useDispatch();
  const isNew = saved.Id === '';
  const [name, setName] = useState(saved.Name);
  const [isFollowed, setFollowed] = useState(true);
  const followers = useMemo(() => (isNew && !isFollowed ? [] : followersOf(all, saved.Id)), [all, saved.Id, isNew, isFollowed]);
  const free = useMemo(() => followersOf(all, '').length, [all]);
  const preview = useMemo(() => previewFollowing(followers, () => (isNew ? null : saved), shown), [followers, isNew, saved, shown]);
  const save = (): string => dispatch(saveNetworkCalendar({ name: isNew ? name.trim() : '', scheduleIds: followers.map(({ Id }) => Id).toSorted() }));
  return (
    <form
      className={classes['unsaved']}
      aria-label={texts.notSaved}
      onSubmit={(event) => {
        event.preventDefault();
        if (!collected.isSaving && (!isNew || name.trim() !== '')) save();
      }}
    >
      <div role="status" className={classes['preview']}>
        {previewWords(preview)}
        {isNew && ` ${texts.followedBy({ lines: followers.length })}`}
      </div>
      {isNew && (
        <TextInput aria-label={texts.nameOfCalendar} value={name} maxLength={200} w={150} onChange={(event) => setName(event.currentTarget.value)} />
      )}
      {isNew && free > 0 && (
        <NativeSelect
          aria-label={texts.followedByWhom}
          value={isFollowed ? 'free' : 'none'}
          data={[
            { value: 'free', label: texts.freeSchedules({ lines: free }) },
            { value: 'none', label: texts.noScheduleYet },
          ]}
          onChange={(event) => setFollowed(event.currentTarget.value === 'free')}
        />
      )}
      <Button type="submit" size="compact-sm" loading={collected.isSaving} disabled={isNew && name.trim() === ''}>
        {texts.save}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => dispatch(cancelNetworkCalendar({}))}>
        {texts.discard}
      </Button>
      <NotSaved message={collected.messages.length === 0 ? undefined : collected.messages.join(' ')} />
    </form>
  );
}

/** How many schedules and dates change, and who keeps dates of its own. */
export function previewWords({ lines, dates, keeping }: FollowPreview): string {
  const changes = lines === 0 ? texts.changesNothing : texts.preview({ lines, dates });
  return keeping.length === 0 ? changes : `${changes} ${texts.keeps({ keeping: keeping.length, names: namesOf(keeping) })}`;
}

/** Who follows a calendar; a new one is followed by all that follow none. */
function followersOf({ schedules }: NetworkCalendars, calendarId: string): readonly Schedule[] {
  return schedules.filter(({ FollowsCalendar }) => (FollowsCalendar ?? '') === calendarId);
}

/** Schedules that are named. */
const MOST_NAMES = 5;

function namesOf(schedules: readonly Schedule[]): string {
  const more = schedules.length - MOST_NAMES;
  return `${schedules.slice(0, MOST_NAMES).map(scheduleName).join(', ')}${more > 0 ? texts.andMore({ more }) : ''}`;
}
