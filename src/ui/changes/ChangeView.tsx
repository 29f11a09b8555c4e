import type { ReactNode } from 'react';
import type { Change } from '../../domain/changes.ts';
import { isEntityKind } from '../../domain/entities.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import { SideBySide } from '../comparer/SideBySide.tsx';
import { TimetableSheet } from '../comparer/TimetableSheet.tsx';
import classes from './changes.module.css';
import { texts } from './texts.ts';

interface ChangeViewProps {
  readonly change: Pick<Change, 'Type' | 'Before' | 'After'>;
  /** The names of the stops of a timetable, where they are known. */
  readonly stops?: readonly string[] | undefined;
}

/** What a change did, field by field; of a timetable the cells that differ. */
export function ChangeView({ change, stops = [] }: ChangeViewProps): ReactNode {
  const { Type, Before, After } = change;
  if (!isEntityKind(Type)) return null;
  const sheet = Type === 'Timetable';
  return (
    <div className={classes['change']}>
      {Before === null && <p className={classes['quiet']}>{texts.madeHere}</p>}
      {After === null && <p className={classes['quiet']}>{texts.removedHere}</p>}
      <SideBySide
        kind={Type}
        before={Before}
        after={After}
        only
        titles={[texts.before, texts.after]}
        skip={sheet ? ['Departures', 'ArrivalOffsets', 'DepartureOffsets'] : []}
      />
      {sheet && <TimetableSheet before={Before as Timetable | null} after={After as Timetable | null} stops={stops} />}
    </div>
  );
}
