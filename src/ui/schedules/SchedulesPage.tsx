import type { ReactNode } from 'react';
import { useWorkflow } from '../../kernel/react.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { MatchList } from './MatchList.tsx';
import { ScheduleFormModal } from './ScheduleFormModal.tsx';
import { ScheduleList } from './ScheduleList.tsx';
import { ScheduleView } from './ScheduleView.tsx';

/** Schedules: the list of a version, or one of them with its tracks and timetables. */
export function SchedulesPage(): ReactNode {
  const { itemId, versionId } = usePlace();
  const matching = useWorkflow('matchNetwork', ({ value, context }) => (value === 'closed' ? undefined : context.versionId));
  const list = matching !== undefined && matching === versionId ? <MatchList /> : <ScheduleList />;
  return (
    <>
      {itemId === undefined ? list : <ScheduleView key={itemId} scheduleId={itemId} />}
      <ScheduleFormModal />
    </>
  );
}
