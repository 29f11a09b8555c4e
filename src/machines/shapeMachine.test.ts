import { expect, test } from 'vitest';
import { openFakeScreen } from '../../test/paths/fakeScreen.ts';
import { SCHEDULE, TRACK } from '../../test/paths/shapeActs.ts';
import { openPlace } from '../commands/shell/openPlace.ts';
import { applyShape, moveShapePoint, startShape } from '../commands/tracks/shapeSteps.ts';

/** The tool, with the second point of the track's two moved to each of these places in turn. */
function moved(...places: readonly { Lat: number; Lng: number }[]) {
  const screen = openFakeScreen();
  const { kernel } = screen;
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules/1/a-b/map', search: '' }));
  screen.answer('readSchedule', () => SCHEDULE);
  kernel.dispatch(startShape({ ...TRACK, mode: 'MOVE' }));
  for (const to of places) kernel.dispatch(moveShapePoint({ versionId: 1, index: 1, to }));
  return { ...screen, state: () => kernel.workflow('shape').getSnapshot().value, errors: () => kernel.snapshot().errors };
}

test('a shape whose points were moved back to where they were has nothing to save: the tool closes', () => {
  const { kernel, callsOf, state } = moved({ Lat: 52.3, Lng: 5.3 }, { Lat: 52.2, Lng: 5.2 });
  kernel.dispatch(applyShape({ versionId: 1 }));
  expect(callsOf('track.editShape')).toEqual([]);
  expect(state()).toBe('closed');
});

test('a shape that is sent again by itself, for a colleague renamed its track meanwhile, is still being saved', () => {
  const { kernel, callsOf, fail, answer, state } = moved({ Lat: 52.3, Lng: 5.3 });
  kernel.dispatch(applyShape({ versionId: 1 }));
  const [track] = SCHEDULE.Tracks;
  const renamed = { Kind: 'Track', Id: '1/a-b', Rev: 7, Fields: ['Name'], Doc: { ...track?.Track, Name: 'Market Street - Harbour' } };
  const present = { Rev: 7, Documents: [renamed] };
  fail('track.editShape', { status: 412, messages: ['Somebody else has changed it'], url: '/', method: 'POST', present });
  expect(callsOf('track.editShape')).toHaveLength(2);
  expect(state()).toBe('saving');
  answer('track.editShape', () => ({ Rev: 8 }));
  expect(state()).toBe('closed');
});
