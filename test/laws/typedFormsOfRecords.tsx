/** The forms of the pages of the smaller kinds, with every control of each and the field that it writes. */
import { loadRecords } from '../../src/commands/records/loadRecords.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import * as forms from '../../src/projections/typedForms.ts';
import { FareMatrix } from '../../src/ui/records/FareMatrix.tsx';
import { RecordsBulk } from '../../src/ui/records/RecordsBulk.tsx';
import { RecordsPage } from '../../src/ui/records/RecordsPage.tsx';
import { asks, type Form, nothing } from './typedForm.ts';

/** A record of each list of the matrix. */
const LISTS = {
  Area: { Id: 'A' },
  FareNetwork: { Id: 'city' },
  FareProduct: { Id: 'P1', ProductId: 'single', Amount: '2.50', Currency: 'EUR' },
};

const noTexts = { text: () => '', options: () => undefined };
const levels = [
  { Id: 'LV1', Index: 2, Name: 'Hall' },
  { Id: 'LV2', Index: 2, Name: 'Street' },
];
const bulk = () => <RecordsBulk kind="Level" versionId={1} chosen={levels} listed={levels} fieldTexts={noTexts} onSelect={nothing} />;

export const FORMS_OF_RECORDS: readonly Form[] = [
  {
    form: forms.fareMatrixView,
    open: ({ kernel, answer }) => {
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/fare-leg-rules', search: '' }));
      kernel.dispatch(loadRecords({ versionId: 1, kind: 'FareLegRule' }));
      answer('listRecords', () => ({ Records: [{ Id: 'LR1', NetworkId: 'city', FareProductId: 'single' }] }));
    },
    draw: () => <RecordsPage kind="FareLegRule" />,
    rows: [['Matrix', undefined, 'open', true]],
    others: ['Search fare leg rules'],
  },
  {
    form: forms.fareMatrixChoice,
    // the page loads what the matrix shows
    open: ({ kernel, answer }) => {
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/fare-leg-rules', search: '' }));
      for (let left = 6; left > 0; left--)
        answer('listRecords', ({ input }) => ({
          Records: Object.entries(LISTS).flatMap(([kind, record]) => (JSON.stringify(input).includes(`"${kind}"`) ? [record] : [])),
        }));
    },
    draw: () => <FareMatrix versionId={1} rules={[]} />,
    rows: [
      ['Network', 'city', 'network'],
      ['Product of new rules', 'single', 'product'],
    ],
    others: ['Add a rule from A to A'],
  },
  { form: forms.recordsQuestion, draw: bulk, rows: [['Change a field', undefined, 'asking', 'field']], others: ['Field', 'Value'] },
  {
    form: forms.fieldOfRecords,
    open: asks(forms.recordsQuestion, 'field'),
    draw: bulk,
    rows: [
      ['Value', '-1', 'text'],
      ['Field', 'Name', 'field', 'Name', { text: '' }],
      ['Value', 'Platforms', 'text'],
    ],
  },
  {
    form: forms.recordToClone,
    open: ({ kernel, answer }) => {
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/levels/LV1', search: '' }));
      kernel.dispatch(loadRecords({ versionId: 1, kind: 'Level' }));
      answer('listRecords', () => ({ Records: [{ Id: 'LV1', Index: 2, Name: 'Hall' }] }));
    },
    draw: () => <RecordsPage kind="Level" />,
    rows: [['Clone level', undefined, 'id', 'LV1']],
    others: ['Index', 'Name', 'Search levels'],
  },
];
