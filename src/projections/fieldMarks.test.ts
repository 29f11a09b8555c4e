import { describe, expect, test } from 'vitest';
import type { EntityFindings, FoundCase } from '../domain/validationSummary.ts';
import { fieldMarks, findingsOfPart, markOf, positionMarks, sheetMarks } from './fieldMarks.ts';

const one = (more: Partial<FoundCase>): FoundCase => ({
  Id: 'X',
  Text: 'Wrong',
  Ignored: false,
  IgnoredBySessionDbVersionId: null,
  New: false,
  ...more,
});
const found = (RuleLevel: 'Error' | 'Warning', ...Cases: FoundCase[]): EntityFindings['Findings'][number] => ({
  RuleId: 200,
  RuleName: 'RULE',
  RuleLevel,
  Entity: 'Stop',
  Ignorable: true,
  Cases,
  Total: Cases.length,
  FullyIgnored: false,
  IgnoredBySessionDbVersionId: null,
});

describe('fields named in results are marked [R258]', () => {
  test('with the worst level and every text', () => {
    const marks = fieldMarks([
      found('Warning', one({ Field: 'Name', Text: 'Two spaces' })),
      found('Error', one({ Field: 'Name', Text: 'Too long' }), one({ Field: 'Url', Text: 'No address' })),
    ]);
    expect([...marks]).toEqual([
      ['Name', { level: 'Error', texts: ['Two spaces', 'Too long'] }],
      ['Url', { level: 'Error', texts: ['No address'] }],
    ]);
    expect(fieldMarks([found('Warning', one({ Field: 'Name' }))]).get('Name')?.level).toBe('Warning');
  });

  test('not by cases that are excluded or name no field', () => {
    expect(fieldMarks([found('Error', one({ Field: 'Name', Ignored: true }), one({}))]).size).toBe(0);
  });

  test('a form field of several fields of the document has the worst of them', () => {
    const marks = fieldMarks([found('Warning', one({ Field: 'Lat' })), found('Error', one({ Field: 'Lng', Text: 'Far' }))]);
    expect(markOf(marks, ['Lat', 'Lng'])).toEqual({ level: 'Error', texts: ['Wrong', 'Far'] });
    expect(markOf(marks, 'Name')).toBeUndefined();
  });
});

test('a schedule, its tracks and their timetables each have their own cases', () => {
  const all: EntityFindings = {
    Findings: [
      found(
        'Error',
        one({ Text: 'schedule' }),
        one({ Text: 'track', TrackId: 'a' }),
        one({ Text: 'times', TrackId: 'a', Timetable: 2, Position: 3 }),
      ),
      found('Warning', one({ Text: 'other', TrackId: 'b', Position: 1 })),
    ],
  };
  const texts = (part: Parameters<typeof findingsOfPart>[1]): string[] =>
    findingsOfPart(all, part).flatMap(({ Cases }) => Cases.map(({ Text }) => Text));
  expect(texts({})).toEqual(['schedule']);
  expect(texts({ trackId: 'a' })).toEqual(['track']);
  expect(texts({ trackId: 'a', timetable: 2 })).toEqual(['times']);
  expect(texts({ trackId: 'a', timetable: 'any' })).toEqual(['track', 'times']);
  expect([...positionMarks(findingsOfPart(all, { trackId: 'b' })).keys()]).toEqual([1]);
  expect([...sheetMarks(findingsOfPart(all, { trackId: 'a', timetable: 'any' })).keys()]).toEqual(['2/3']);
});
