import { expect, test } from 'vitest';
import { pastedIds } from './pastedIds.ts';

test.each([
  ['4021\n4022\r\n4023\n', ['4021', '4022', '4023']],
  ['4021\t4022', ['4021', '4022']],
  ['4021, 4022;4023', ['4021, 4022', '4023']],
  ['4021, 4022 ,4023', ['4021', '4022', '4023']],
  ['"A 1"\n"B"', ['A 1', 'B']],
  ['Market Street', ['Market Street']],
  [' ', []],
])('%j is the ids %j', (text, ids) => {
  expect(pastedIds(text)).toEqual(ids);
});
