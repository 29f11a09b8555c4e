import { useMemo } from 'react';
import { editStopField } from '../../commands/stops/stopEdits.ts';
import { moveStop } from '../../commands/stops/stopEdits.ts';
import { parseCoordinate, samePlace } from '../../domain/coordinate.ts';
import { StopFieldValue } from '../../domain/edits/stops.ts';
import type { FieldValue } from '../../domain/model/fieldValues.ts';
import { editName } from '../../domain/model/kind.ts';
import { type Stop, StopField } from '../../domain/model/stop.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { SeenValue } from '../parts/useTypedText.ts';

/** What the fields of a stop can do. Each sends only what differs from what the user saw. */
export interface StopEdits {
  /** Saves a field, by its key in the document. */
  field(key: string, to: FieldValue, from: SeenValue): string | undefined;
  coordinate(to: string, from: SeenValue): string | undefined;
}

/** The edits of one stop as the fields' `onSave`. */
export function useStopEdits(versionId: number, stop: Stop): StopEdits {
  const dispatch = useDispatch();
  return useMemo(() => {
    return {
      field: (key, to, from) =>
        String(to) === from.value
          ? undefined
          : dispatch(
              editStopField({ versionId, stopId: stop.Id, field: StopField.parse(editName(key)), value: StopFieldValue.parse(to), rev: from.rev }),
            ),
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
