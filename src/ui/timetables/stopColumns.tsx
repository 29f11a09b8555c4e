import { editAccess, editTimepoints } from '../../commands/timetables/timetableEdits.ts';
import { entityId } from '../../domain/entities.ts';
import { stopValueAt, stopValuesOf, stopValueWords } from '../../domain/timetableSheet/stopValues.ts';
import type { Timetable } from '../../domain/model/timetable.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { CellChoice } from '../parts/CellField.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useSeenRev } from '../parts/useSeenRev.ts';
import type { Column } from '../parts/VirtualList.tsx';
import { said } from '../language/language.ts';
import { NUMBER, STOP, type StopLine } from './stopLine.tsx';
import { FIELD_TITLES, type StopPage } from './stopPages.ts';
import { texts } from './texts.ts';

/** What one timetable says at its stops beside times. */
export function useStopColumns(timetable: Timetable, page: StopPage, readOnly: boolean): readonly Column<StopLine>[] {
  const { versionId = 0 } = usePlace();
  const dispatch = useDispatch();
  const rev = useSeenRev(versionId, 'Timetable', entityId('Timetable', timetable));
  const of = { versionId, scheduleId: timetable.ScheduleId, trackId: timetable.TrackId, number: timetable.Number };
  return [
    NUMBER,
    STOP,
    ...page.fields.map((field): Column<StopLine> => ({
      key: field,
      title: field === 'Timepoints' ? texts.timeIs : FIELD_TITLES[field],
      width: 'minmax(130px, 1fr)',
      render: ({ position }) => {
        const value = stopValueAt(timetable, field, position);
        if (readOnly) return said(stopValueWords(field, value).label);
        return (
          <CellChoice
            label={texts.fieldAtStopPosition({ field: FIELD_TITLES[field], position: position + 1 })}
            value={String(value ?? '')}
            options={stopValuesOf(field).map((one) => ({ value: String(one.value ?? ''), label: said(one.label) }))}
            rev={rev}
            onSave={(to, from) =>
              dispatch(
                field === 'Timepoints'
                  ? editTimepoints({ ...of, positions: [position], value: to === '' ? null : to === '1' ? 1 : 0, rev: from.rev })
                  : editAccess({ ...of, field, positions: [position], kind: Number(to), rev: from.rev }),
              )
            }
          />
        );
      },
    })),
  ];
}
