import { IconCalendar, IconCalendarPlus, IconCalendarRepeat, IconCopy, IconEdit, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { editExceptions, editInterval } from '../../commands/calendars/calendarEdits.ts';
import { followCalendar } from '../../commands/calendars/networkCalendarEdits.ts';
import { editScheduleField } from '../../commands/schedules/scheduleEdits.ts';
import { askCloneSchedule, askDeleteSchedules } from '../../commands/schedules/scheduleFormSteps.ts';
import type { ScheduleRow } from '../../domain/scheduleDetails.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { editRefusal } from '../../projections/rights.ts';
import { schedulesQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { useAsking } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { DatesModal, ExceptionModal, FieldModal, FollowModal } from './BulkModals.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

interface BulkBarProps {
  readonly versionId: number;
  readonly chosen: readonly ScheduleRow[];
  readonly allCount: number;
  readonly onAll: () => void;
  readonly onNone: () => void;
}

/** What can be done with the selected schedules, all of them in one command. */
export function BulkBar({ versionId, chosen, allCount, onAll, onNone }: BulkBarProps): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [asking, setAsking] = useAsking(schedulesQuestion);
  const scheduleIds = chosen.map(({ Id }) => Id);
  return (
    <div className={classes['bulk']} role="toolbar" aria-label={texts.selectedSchedules}>
      <span className="dmp-number">{texts.countSelected({ chosen: chosen.length })}</span>
      {chosen.length < allCount && <WhyButton label={texts.selectAllAllCount({ allCount })} compact variant="subtle" onClick={onAll} />}
      <WhyButton label={texts.selectNone} compact variant="subtle" onClick={onNone} />
      <WhyButton label={texts.changeAField} icon={IconEdit} compact why={why} onClick={() => setAsking('field')} />
      <WhyButton label={texts.changeValidity} icon={IconCalendar} compact why={why} onClick={() => setAsking('dates')} />
      <WhyButton label={texts.addException} icon={IconCalendarPlus} compact why={why} onClick={() => setAsking('exception')} />
      <WhyButton label={texts.followCalendar} icon={IconCalendarRepeat} compact why={why} onClick={() => setAsking('calendar')} />
      <WhyButton
        label={texts.clone}
        icon={IconCopy}
        compact
        why={why ?? (chosen.length === 1 ? undefined : texts.cloneOneOnly)}
        onClick={() => dispatch(askCloneSchedule({ versionId, scheduleIds }))}
      />
      <WhyButton
        label={texts.delete}
        icon={IconTrash}
        compact
        color="red"
        why={why}
        onClick={() => dispatch(askDeleteSchedules({ versionId, scheduleIds }))}
      />
      {asking === 'field' && (
        <FieldModal
          versionId={versionId}
          chosen={chosen}
          onSave={(field, value) => dispatch(editScheduleField({ versionId, scheduleIds, field, value }))}
          onClose={() => setAsking()}
        />
      )}
      {asking === 'dates' && (
        <DatesModal chosen={chosen} onSave={(from, to) => dispatch(editInterval({ versionId, scheduleIds, from, to }))} onClose={() => setAsking()} />
      )}
      {asking === 'exception' && (
        <ExceptionModal
          chosen={chosen}
          onSave={(dates) => dispatch(editExceptions({ versionId, scheduleIds, dates: [...dates], withinValidity: true }))}
          onClose={() => setAsking()}
        />
      )}
      {asking === 'calendar' && (
        <FollowModal
          versionId={versionId}
          chosen={chosen}
          onSave={(choice) => dispatch(followCalendar({ versionId, scheduleIds, ...choice }))}
          onClose={() => setAsking()}
        />
      )}
    </div>
  );
}
