import type { ReactNode } from 'react';
import { usePlace } from '../parts/usePlace.ts';
import { ScheduleFormModal } from './ScheduleFormModal.tsx';
import { ScheduleList } from './ScheduleList.tsx';
import { ScheduleView } from './ScheduleView.tsx';

/** Schedules: the list of a version, or one of them with its tracks and timetables. */
export function SchedulesPage(): ReactNode {
  const { itemId } = usePlace();
  return (
    <>
      {itemId === undefined ? <ScheduleList /> : <ScheduleView key={itemId} scheduleId={itemId} />}
      <ScheduleFormModal />
    </>
  );
}
