/** Forms about timetables and their sheet. */
import type { ReactNode } from 'react';
import { WEEKDAYS } from '../../src/domain/days.ts';
import { JOURNEY_PARTS, journeyForm } from '../../src/projections/journeys.ts';
import * as forms from '../../src/projections/typedForms.ts';
import { QuestionForm } from '../../src/ui/journeys/JourneysPage.tsx';
import { DuplicateModal, SeriesModal, ShiftModal } from '../../src/ui/timetables/SheetModals.tsx';
import { SheetToolbar } from '../../src/ui/timetables/SheetToolbar.tsx';
import { TidyTimetables } from '../../src/ui/timetables/TidyTimetables.tsx';
import { NewTimetable, TimetableSettings } from '../../src/ui/timetables/TimetableSettings.tsx';
import { asks, type Form, nothing, sample } from './typedForm.ts';

const fakeSheet = { columns: [], track: { ScheduleId: 'L1', Id: 'a-b', Stops: [] } } as never;
const range = { left: 0, right: 0, top: 0, bottom: 0 };
const toolbar = { sheet: fakeSheet, range, timetables: [], days: 31 } as unknown as Parameters<typeof SheetToolbar>[0];
const SHEET_CONTROLS =
  'Whole band|From here on|Arrivals|First departure|Last departure|Every (min)|Speed (km/h)|Minutes later|Times|Headway (min)'.split('|');
const settings = (): ReactNode => <TimetableSettings timetable={sample('Timetable', 'L1/a-b/1')} />;
const tidy = (): ReactNode => (
  <TidyTimetables track={sample('Track', 'L1/a-b')} timetables={[sample('Timetable', 'L1/a-b/1'), sample('Timetable', 'L1/a-b/2')]} />
);

export const FORMS_OF_TIMETABLES: readonly Form[] = [
  {
    form: forms.journeyQuestion,
    draw: () => JOURNEY_PARTS.map((part) => <QuestionForm key={part} form={journeyForm(`?part=${part}`, '2026-05-04')} revision={3} />),
    rows: [
      ['From', 'S1', 'from'],
      ['To', 'S2', 'to'],
      ['Date', '2026-05-06', 'date'],
      ['Leave at', '9:15', 'time'],
      ['Minutes', '30', 'minutes'],
      ['Within minutes', '20', 'minutes'],
      ['Edits', '5', 'since'],
    ],
  },
  {
    form: forms.departureSeries,
    draw: () => <SeriesModal sheet={fakeSheet} range={range} days={31} metres={null} onAdd={nothing} onClose={nothing} />,
    rows: [
      ['First departure', '5:10', 'from'],
      ['Last departure', '22:10', 'to'],
      ['Every (min)', 15, 'every'],
      ['Speed (km/h)', 25, 'speed'],
      ['Sat', true, 'days', 63],
    ],
    others: WEEKDAYS,
  },
  { form: forms.shiftBy, draw: () => <ShiftModal onShift={nothing} onClose={nothing} />, rows: [['Minutes later', '-7', 'by']] },
  {
    form: forms.duplicates,
    draw: () => <DuplicateModal sheet={fakeSheet} range={range} onAdd={nothing} onClose={nothing} />,
    rows: [
      ['Times', 3, 'times'],
      ['Headway (min)', 7, 'headway'],
    ],
  },
  {
    form: forms.sheetQuestion,
    draw: () => <SheetToolbar {...toolbar} />,
    rows: [
      ['Series', undefined, 'asking', 'series'],
      ['Duplicate', undefined, 'asking', 'duplicate'],
      ['Shift by', undefined, 'asking', 'shift'],
      ['Departure', undefined, 'asking', 'departure'],
    ],
    others: [...SHEET_CONTROLS, ...WEEKDAYS],
  },
  {
    form: forms.timetableQuestion,
    draw: settings,
    rows: [
      ['Write departures', undefined, 'asking', 'departures'],
      ['Clone', undefined, 'asking', 'clone'],
      ['Delete', undefined, 'asking', 'delete'],
    ],
    others: ['Departures', ...WEEKDAYS],
  },
  {
    form: forms.newTimetableQuestion,
    draw: () => <NewTimetable track={sample('Track', 'L1/a-b')} like={undefined} />,
    rows: [['Create timetable', undefined, 'asking', 'create']],
    others: WEEKDAYS,
  },
  {
    form: forms.tidyQuestion,
    draw: tidy,
    rows: [['Tidy', undefined, 'asking', 'tidy']],
    others: ['Join running times that differ by at most (s)'],
  },
  {
    form: forms.tidySeconds,
    open: asks(forms.tidyQuestion, 'tidy'),
    draw: tidy,
    rows: [['Join running times that differ by at most (s)', 30, 'within']],
  },
  {
    form: forms.timetableDays,
    open: asks(forms.newTimetableQuestion, 'create'),
    draw: () => <NewTimetable track={sample('Track', 'L1/a-b')} like={undefined} />,
    rows: [
      ['Sun', true, 'days', 31 + 64],
      ['Mon', false, 'days', 30 + 64],
    ],
    others: WEEKDAYS,
  },
  {
    form: forms.writtenDepartures,
    open: asks(forms.timetableQuestion, 'departures'),
    draw: settings,
    rows: [['Departures', '8:05 9:05', 'text']],
    others: WEEKDAYS,
  },
];
