import type { CalendarChange } from '../../domain/networkCalendar.ts';
import { useWorkflow } from '../../kernel/react.tsx';
import type { NetworkCalendarContext } from '../../machines/networkCalendarMachine.ts';

/** What was painted and not saved. */
export interface Collected {
  readonly change: CalendarChange;
  readonly isUnsaved: boolean;
  readonly isSaving: boolean;
  readonly messages: readonly string[];
}

const NOTHING: Collected = { change: {}, isUnsaved: false, isSaving: false, messages: [] };

/** What was painted in a calendar and not saved. */
export function useCollected(versionId: number, calendarId: string): Collected {
  const context = useWorkflow('networkCalendar', (snapshot) => snapshot.context as NetworkCalendarContext);
  const value = useWorkflow('networkCalendar', (snapshot) => String(snapshot.value));
  if (value === 'idle' || context.versionId !== versionId || context.calendarId !== calendarId) return NOTHING;
  return {
    change: context.change,
    isUnsaved: value !== 'painting' || Object.keys(context.change).length > 0,
    isSaving: value === 'saving',
    messages: context.messages,
  };
}
