import { describe, expect, test } from 'vitest';
import { errorMessages } from './errors.ts';

const GENERAL = "Something went wrong. It's not your fault.";

describe('the words of a failed call', () => {
  test('a text body is split into lines [E302 H326 H327 R320]', () => {
    expect(errorMessages(400, 'The first line\r\nThe second line\n\n')).toEqual(['The first line', 'The second line']);
  });

  test("an array body is read for Message, with an optional Field joined by '. ' [E303 H328 R321]", () => {
    const body = [{ Message: 'is required', Field: 'Name' }, { Message: 'No field of its own' }, { Field: 'Silent' }, 'no object'];
    expect(errorMessages(400, body)).toEqual(['Name. is required', 'No field of its own']);
  });

  test('an object with errors is read for its messages, which are split by line [E304 H329 R322]', () => {
    expect(errorMessages(409, { errors: 'First\nSecond' })).toEqual(['First', 'Second']);
    expect(errorMessages(409, { errors: [{ message: 'First\nSecond' }] }).join('')).not.toContain('\n');
  });

  test("several errors of an object are joined with '. ', and so are the parts of one message [E305 H330 R323]", () => {
    expect(errorMessages(409, { errors: [{ message: 'Taken' }, { message: 'Too long' }] })).toEqual(['Taken. Too long']);
    expect(errorMessages(409, { errors: [{ message: ['Taken', 'Too long'] }] })).toEqual(['Taken. Too long']);
    expect(errorMessages(409, { errors: ['Taken', 'Too long'] })).toEqual(['Taken. Too long']);
  });

  test('503 and 504 have their own words, whatever the body says [E306 E307 H331 H332 R324 R325]', () => {
    for (const body of ['The proxy is resting', { errors: [{ message: 'x' }] }, undefined]) {
      expect(errorMessages(503, body)).toEqual(['Service unavailable: Service cannot be reached at this time']);
      expect(errorMessages(504, body)).toEqual(['Gateway Timeout: Connection to the service has timed out']);
    }
  });

  test('anything else is the general line, with its straight apostrophe [E308 H333 R326]', () => {
    for (const body of [
      undefined,
      null,
      '',
      '  \n',
      [],
      {},
      7,
      { message: 'not where it belongs' },
      { errors: [] },
      { errors: [{ Message: 'not this spelling' }] },
    ]) {
      expect(errorMessages(500, body)).toEqual([GENERAL]);
    }
  });
});
