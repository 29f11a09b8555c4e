import { expect, test } from 'vitest';
import { PATHWAY_ID_LENGTH, shortId, STOP_ID_LENGTH } from './shortId.ts';

test('ids of stops are cut to 12 characters, those of pathways to 10 [R358 R359]', () => {
  expect(shortId('123456789012', STOP_ID_LENGTH)).toBe('123456789012');
  expect(shortId('1234567890123', STOP_ID_LENGTH)).toBe('123456789012…');
  expect(shortId('1234567890', PATHWAY_ID_LENGTH)).toBe('1234567890');
  expect(shortId('12345678901', PATHWAY_ID_LENGTH)).toBe('1234567890…');
});
