import type { ReactNode } from 'react';
import { editTrackField } from '../../commands/tracks/trackEdits.ts';
import type { TrackField } from '../../domain/edits/tracks.ts';
import { entityId } from '../../domain/entities.ts';
import { type Track, TrackDirection } from '../../domain/model/track.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { canEdit } from '../../projections/rights.ts';
import { useView } from '../parts/appState.ts';
import { SelectField, TextField } from '../parts/Field.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import type { SeenValue } from '../parts/useTypedText.ts';
import classes from './tracks.module.css';
import { texts } from './texts.ts';

/** Name, direction, visibility and symbol of a track. */
export function TrackFields({ track }: { track: Track }): ReactNode {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const readOnly = !useView(canEdit);
  const of = `track ${track.Id}`;
  const rev = useSeenRev(versionId, 'Track', entityId('Track', track));
  const save = (field: TrackField, value: string | boolean, from: SeenValue): string =>
    dispatch(editTrackField({ versionId, scheduleId: track.ScheduleId, trackId: track.Id, field, value, rev: from.rev }));
  return (
    <div className={classes['fields']}>
      <TextField
        of={of}
        label={texts.name}
        field="Name"
        value={track.Name}
        rev={rev}
        readOnly={readOnly}
        onSave={(to, from) => save('name', to, from)}
      />
      <SelectField
        of={of}
        label={texts.direction}
        field="Direction"
        value={track.Direction}
        rev={rev}
        readOnly={readOnly}
        options={TrackDirection.options.map((value) => ({ value, label: value }))}
        onSave={(to, from) => save('direction', to, from)}
      />
      <TextField
        of={of}
        label={texts.symbol}
        field="Symbol"
        value={track.Symbol ?? ''}
        rev={rev}
        readOnly={readOnly}
        onSave={(to, from) => save('symbol', to, from)}
      />
      <SelectField
        of={of}
        label={texts.visible}
        field="Visible"
        value={track.Visible ? 'yes' : 'no'}
        rev={rev}
        readOnly={readOnly}
        options={[
          { value: 'yes', label: texts.yes },
          { value: 'no', label: texts.no },
        ]}
        onSave={(to, from) => save('visible', to === 'yes', from)}
      />
    </div>
  );
}
