import type { ReactNode } from 'react';
import { editTrackField } from '../../commands/tracks/trackEdits.ts';
import type { TrackField } from '../../domain/edits/tracks.ts';
import { type Track, TrackDirection } from '../../domain/tracks.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { SelectField, TextField } from '../parts/Field.tsx';
import { usePlace } from '../parts/usePlace.ts';
import classes from './tracks.module.css';

/** Name, direction, visibility and symbol of a track. */
export function TrackFields({ track }: { track: Track }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const readOnly = !useView(canEdit);
  const of = `track ${track.Id}`;
  const save = (field: TrackField, value: string | boolean): string =>
    dispatch(editTrackField({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, field, value }));
  return (
    <div className={classes['fields']}>
      <TextField of={of} label="Name" field="Name" value={track.Name} readOnly={readOnly} onSave={(to) => save('name', to)} />
      <SelectField
        of={of}
        label="Direction"
        field="Direction"
        value={track.Direction}
        readOnly={readOnly}
        options={TrackDirection.options.map((value) => ({ value, label: value }))}
        onSave={(to) => save('direction', to)}
      />
      <TextField of={of} label="Symbol" field="Symbol" value={track.Symbol ?? ''} readOnly={readOnly} onSave={(to) => save('symbol', to)} />
      <SelectField
        of={of}
        label="Visible"
        field="Visible"
        value={track.Visible ? 'yes' : 'no'}
        readOnly={readOnly}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onSave={(to) => save('visible', to === 'yes')}
      />
    </div>
  );
}
