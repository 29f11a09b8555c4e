import { Observable, throwError } from 'rxjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PreviewQuestion } from '../domain/routing.ts';
import { encodeShape } from '../domain/shapes.ts';
import { createRoutePreview } from './routePreview.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const to = (Lng: number): PreviewQuestion => ({ versionId: 7, variant: 'standard', from: { Lat: 0, Lng: 0 }, to: { Lat: 1, Lng } });

/** A server that answers after `delay` ms with the straight line, and counts what was asked and what was aborted. */
function server(delay: number) {
  const seen = { asked: [] as number[], aborted: 0, found: [] as number[] };
  const preview = createRoutePreview(({ call, input }) => {
    expect(call).toBe('previewSegment');
    const { params, body } = input as { params: unknown; body: { From: { Lat: number; Lng: number }; To: { Lat: number; Lng: number } } };
    expect(params).toEqual({ versionId: 7, variant: 'standard' });
    seen.asked.push(body.To.Lng);
    return new Observable((subscriber) => {
      let answered = false;
      const timer = setTimeout(() => {
        answered = true;
        subscriber.next({ Route: encodeShape([body.From, body.To]), Engine: 'straight' });
        subscriber.complete();
      }, delay);
      return () => {
        clearTimeout(timer);
        if (!answered) seen.aborted++;
      };
    });
  });
  return { seen, session: preview((question) => seen.found.push(question.to.Lng)) };
}

test('asks once in 100 ms at most, for the newest place', () => {
  const { seen, session } = server(5);
  for (let Lng = 1; Lng <= 20; Lng++) {
    session.ask(to(Lng));
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(200);
  expect([seen.asked, seen.found, seen.aborted]).toEqual([[1, 10, 20], [1, 10, 20], 0]);
});

test('a newer request aborts the older one, and only the newest answer is reported', () => {
  const { seen, session } = server(250);
  session.ask(to(1));
  vi.advanceTimersByTime(150);
  session.ask(to(2));
  vi.advanceTimersByTime(1000);
  expect([seen.asked, seen.found, seen.aborted]).toEqual([[1, 2], [2], 1]);
});

test('no question any more, and closing, abort what is asked', () => {
  const { seen, session } = server(250);
  session.ask(to(1));
  vi.advanceTimersByTime(150);
  session.ask(undefined);
  expect(seen.aborted).toBe(1);
  vi.advanceTimersByTime(150);
  session.ask(to(2));
  session.close();
  vi.advanceTimersByTime(1000);
  expect([seen.found, seen.aborted]).toEqual([[], 2]);
});

test('a failed request is no answer, and the next question is asked', () => {
  let asked = 0;
  const session = createRoutePreview(() => throwError(() => new Error(`no ${++asked}`)))(() => expect.unreachable());
  session.ask(to(1));
  vi.advanceTimersByTime(200);
  session.ask(to(2));
  expect(asked).toBe(2);
});
