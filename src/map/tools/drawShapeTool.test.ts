/** The line that follows the pointer while a shape is drawn: along the path that a click would draw. */
import { expect, test } from 'vitest';
import type { MapPointer } from '../engine/mapEngine.ts';
import type { MapCoordinate } from '../mapPicture.ts';
import { drawShapeTool } from './drawShapeTool.ts';
import type { MapSurface } from './mapTool.ts';

const FROM = { Lat: 0, Lng: 0 };
const at = (Lng: number): MapCoordinate => ({ Lat: 1, Lng });

/** A tool over bare ground that draws from FROM, with what it asks and what it shows. */
function drawing() {
  let listener: ((pointer: MapPointer) => void) | undefined;
  const seen = { asked: [] as (number | undefined)[], closed: 0, line: undefined as readonly MapCoordinate[] | undefined, straight: [] as boolean[] };
  let answer: (from: MapCoordinate, path: readonly MapCoordinate[]) => void = () => undefined;
  let end = FROM;
  const surface = {
    onPointer: (tell: (pointer: MapPointer) => void) => {
      listener = tell;
      return () => undefined;
    },
    onKey: () => () => undefined,
    at: () => ({ stops: [], pathways: [], transfers: [] }),
    setCursor: () => undefined,
    overlay: (overlay?: { readonly pointer?: { readonly line: readonly MapCoordinate[] } }) => {
      seen.line = overlay?.pointer?.line;
    },
  } as unknown as MapSurface;
  const putDown = drawShapeTool({
    end: () => end,
    onClick: (_at, _stop, straight) => void seen.straight.push(straight),
    onCancel: () => undefined,
    onApply: () => undefined,
    follow: (found) => {
      answer = found;
      return { ask: (ends) => void seen.asked.push(ends?.to.Lng), close: () => void seen.closed++ };
    },
  })(surface);
  const point = (kind: MapPointer['kind'], Lng: number, alt = false): void =>
    listener?.({ kind, at: at(Lng), point: { x: Lng, y: 1 }, button: 0, shift: false, ctrl: false, alt, hold: () => undefined });
  return {
    seen,
    point,
    putDown,
    answer: (path: readonly MapCoordinate[], from: MapCoordinate = FROM) => answer(from, path),
    drawnTo: (to: MapCoordinate) => void (end = to),
  };
}

test('the line is straight until a path comes, which then goes on to the pointer', () => {
  const { seen, point, answer } = drawing();
  point('move', 1);
  expect([seen.asked, seen.line]).toEqual([[1], [FROM, at(1)]]);
  answer([FROM, { Lat: 0, Lng: 1 }, at(1)]);
  expect(seen.line).toEqual([FROM, { Lat: 0, Lng: 1 }, at(1), at(1)]);
  point('move', 2);
  expect(seen.line).toEqual([FROM, { Lat: 0, Lng: 1 }, at(1), at(2)]);
});

test('Alt draws straight and asks nothing; a click says which it is', () => {
  const { seen, point, answer } = drawing();
  point('move', 1);
  answer([FROM, at(5), at(1)]);
  point('move', 2, true);
  expect([seen.line, seen.asked]).toEqual([
    [FROM, at(2)],
    [1, undefined],
  ]);
  point('click', 2, true);
  point('click', 3);
  expect(seen.straight).toEqual([true, false]);
});

test('a path from where the drawing was before is not shown, one from a rounded place is', () => {
  const { seen, point, answer, drawnTo } = drawing();
  point('move', 1);
  drawnTo(at(1));
  point('move', 2);
  answer([FROM, at(9), at(1)]);
  expect(seen.line).toEqual([at(1), at(2)]);
  answer([at(1), at(8), at(2)], { Lat: 1.0000004, Lng: 1 });
  expect(seen.line).toEqual([at(1), at(8), at(2), at(2)]);
});

test('leaving the map and putting the tool down end the asking', () => {
  const { seen, point, answer, putDown } = drawing();
  point('move', 1);
  point('leave', 1);
  expect([seen.line, seen.asked.at(-1)]).toEqual([undefined, undefined]);
  answer([FROM, at(1)]);
  expect(seen.line).toBeUndefined();
  putDown();
  expect(seen.closed).toBe(1);
});
