import { expect, it } from 'vitest';
import { deletionWords } from './deletionWords.ts';

const set = { DbVersionId: 5, Version: 'Summer', Rev: 3, Message: '', Date: '2026-01-01T00:00:00.000Z', Deleted: 0, Carried: true };

it('says beforehand what the deletion of change sets touches', () => {
  const sets = [
    { ...set, SetId: 7, CreatedBy: 'anna', Count: 12, Inactive: 2, Comments: 1 },
    { ...set, SetId: 9, CreatedBy: 'bert', Count: 1, Inactive: 0, Comments: 0 },
  ];
  expect(deletionWords(sets, 'Draft #8')).toEqual({
    title: 'Delete 2 change sets?',
    lines: [
      '11 changes made by anna, bert are taken back in Draft #8, where nobody has changed the same since.',
      '2 changes are switched off already.',
      '1 comment stays in the history.',
      'Deleted changes are left out of later rebases. They cannot be switched on again.',
    ],
  });
});
