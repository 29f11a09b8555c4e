import type { ReactNode } from 'react';
import { cancelTrackStops, confirmRemoveTrackStop } from '../../commands/tracks/trackStopSteps.ts';
import { deleteTrackStop } from '../../commands/tracks/trackEdits.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { stopName } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { Question } from '../parts/Question.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { usePlace } from '../parts/usePlace.ts';
import { texts } from './texts.ts';

/** The question before a stop is taken out of the track; what the server says against it stands below. */
export function RemoveTrackStop({ timetables, departures }: { timetables: number; departures: number }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const step = useWorkflow('trackStops', (snapshot) => String(snapshot.value));
  const stopId = useWorkflow('trackStops', (snapshot): string => snapshot.context.stopId);
  const position = useWorkflow('trackStops', (snapshot): number => snapshot.context.position);
  const messages = useWorkflow('trackStops', (snapshot): readonly string[] => snapshot.context.messages);
  const name = useView((view) => stopName(view, versionId, stopId));
  const busy = step === 'deleting';
  useShownHere(messages, deleteTrackStop);
  return (
    <Question
      opened={step === 'asking' || busy}
      title={texts.deleteTrackStop}
      size={440}
      yes={texts.delete}
      busy={busy}
      messages={messages}
      onClose={() => dispatch(cancelTrackStops({}))}
      onYes={() => dispatch(confirmRemoveTrackStop({}))}
    >
      {texts.removeStopsTitle({ position: position + 1, name, timetables, departures })}
    </Question>
  );
}
