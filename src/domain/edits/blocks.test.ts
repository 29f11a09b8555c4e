import { expect, it } from 'vitest';
import { assignBlocks } from './blocks.ts';
import { documentsAmong } from './documentEdit.ts';

it('departures whose timetable was removed are still named when they are assigned all the same: the refusal says that they are gone', () => {
  const [sample] = assignBlocks.samples.map((one) => assignBlocks.payload.parse(one));
  if (sample === undefined) throw new Error('The edit has no sample');
  expect(assignBlocks.guarded?.onto(documentsAmong([{ kind: 'Timetable', id: 'L1/a-b/1', doc: null }]), sample)).toEqual(sample);
});
