import { expect, test } from 'vitest';
import { TrackDirection } from './model/track.ts';

test('a track goes Unknown, Forward or Backward [E089]', () => {
  expect(TrackDirection.options).toEqual(['Unknown', 'Forward', 'Backward']);
});
