import { expect, test } from 'vitest';
import { joinedShifts } from './sheetActs.ts';
import { sheetEditLabel } from './sheetEditLabel.ts';

const AT_735 = { timetable: 3, time: 27_300 };
const AT_739 = { timetable: 3, time: 27_540 };

test('shifts of one selection that follow each other are named by what they come to', () => {
  const whole = joinedShifts({ columns: [{ of: AT_735, by: 240 }] }, { columns: [{ of: AT_739, by: 60 }] });
  expect(sheetEditLabel('shift', whole)).toBe('Shift departure 07:35 by +5 min');
  const back = joinedShifts(whole, { columns: [{ of: AT_735, by: -300 }] });
  expect(sheetEditLabel('shift', back)).toBe('Shift departure 07:35 by +0 min');
});

test('also where some stops of a departure are shifted, and not all', () => {
  const first = {
    columns: [{ of: AT_735, cells: [[2, 27_400, 27_460] as [number, number, number], [3, 27_500, 27_560] as [number, number, number]] }],
  };
  const then = {
    columns: [{ of: AT_735, cells: [[2, 27_460, 27_490] as [number, number, number], [3, 27_560, 27_590] as [number, number, number]] }],
  };
  expect(sheetEditLabel('shift', first)).toBe('Shift 2 times of departure 07:35 by +1 min');
  expect(sheetEditLabel('shift', joinedShifts(first, then))).toBe('Shift 2 times of departure 07:35 by +90 s');
});
