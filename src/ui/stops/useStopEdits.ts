import { useMemo } from 'react';
import { editStopField } from '../../commands/stops/stopEdits.ts';
import { moveStop } from '../../commands/stops/stopEdits.ts';
import { parseCoordinate, samePlace } from '../../domain/coordinate.ts';
import type { Stop, StopField, StopFieldValue } from '../../domain/stops.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { SeenValue } from '../parts/useTypedText.ts';

/** What the fields of a stop can do. Each sends only what differs from what the user saw. */
export interface StopEdits {
  text(field: StopField): (to: string, from: SeenValue) => string | undefined;
  number(field: StopField): (to: string, from: SeenValue) => string | undefined;
  coordinate(to: string, from: SeenValue): string | undefined;
}

/** The edits of one stop as the fields' `onSave`. */
export function useStopEdits(versionId: number, stop: Stop): StopEdits {
  const dispatch = useDispatch();
  return useMemo(() => {
    const edit = (field: StopField, from: StopFieldValue, to: StopFieldValue, rev: number): string | undefined => {
      return from === to ? undefined : dispatch(editStopField({ versionId, stopId: stop.Id, field, value: to, rev }));
    };
    return {
      text: (field) => (to, from) => edit(field, from.value, to.trim(), from.rev),
      number: (field) => (to, from) => edit(field, Number(from.value), Number(to), from.rev),
      coordinate: (text, seen) => {
        const to = parseCoordinate(text);
        if (!to) return undefined;
        const saw = parseCoordinate(seen.value) ?? null;
        // the field shows 6 decimals; where it is still that place, undo shall give back all of them
        const from = samePlace(saw, stop.Coordinate) ? stop.Coordinate : saw;
        return samePlace(from, to) ? undefined : dispatch(moveStop({ versionId, stopId: stop.Id, coordinate: to, rev: seen.rev }));
      },
    };
  }, [dispatch, versionId, stop.Id, stop.Coordinate]);
}
