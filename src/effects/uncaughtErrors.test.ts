import { expect, test } from 'vitest';
import { followUncaughtErrors, isBrowserNoise, type UncaughtError } from './uncaughtErrors.ts';

function page() {
  const target = new EventTarget();
  const reported: UncaughtError[] = [];
  const tellFault = followUncaughtErrors(
    target,
    (error) => void reported.push(error),
    () => '/data',
    (text) => text.replaceAll('pk.secret', '(key)'),
  );
  return {
    tellFault,
    reported,
    error: (message: string, error?: Error) => target.dispatchEvent(Object.assign(new Event('error'), { message, error })),
    rejection: (reason: unknown) => target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
  };
}

test('uncaught errors are reported with the place where they were thrown', () => {
  const { reported, error, rejection } = page();
  const fault = new TypeError('x is undefined');
  error('Uncaught TypeError: x is undefined', fault);
  rejection(new Error('No such tile'));
  expect(reported).toEqual([
    { kind: 'error', message: 'TypeError: x is undefined', stack: fault.stack, place: '/data' },
    { kind: 'rejection', message: 'Error: No such tile', stack: expect.stringContaining('No such tile') as string, place: '/data' },
  ]);
});

test('resize-observer and channel-limit errors of the browser are filtered out [R343]', () => {
  const { reported, error, rejection } = page();
  const noise = [
    'ResizeObserver loop limit exceeded',
    'ResizeObserver loop completed with undelivered notifications.',
    'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
    'Message length exceeded maximum allowed limit on this channel',
  ];
  for (const text of noise) {
    error(text);
    rejection(new Error(text));
  }
  expect(reported).toEqual([]);
  for (const text of ['ResizeObserver is not defined', 'The tile could not be read', 'channel is undefined'])
    expect(isBrowserNoise(text)).toBe(false);
});

test('the same error again and again is reported once, and a flood of them does not fill the log', () => {
  const { reported, error } = page();
  for (let i = 0; i < 300; i++) error(i < 100 ? 'the same' : `error ${i}`);
  expect(reported).toHaveLength(50);
  expect(reported.filter(({ message }) => message === 'the same')).toHaveLength(1);
});

test('a part of the screen that failed, and code that was not loaded, stand in the log with their place', () => {
  const { reported, tellFault } = page();
  tellFault(new Error('No stop'), 'screen', 'map');
  tellFault(new TypeError('Failed to fetch dynamically imported module'), 'code', 'page');
  expect(reported.map(({ kind, message, place }) => [kind, message, place])).toEqual([
    ['screen', 'Error: No stop', '/data, map'],
    ['code', 'TypeError: Failed to fetch dynamically imported module', '/data, page'],
  ]);
});

test('no key of a map service is in the report', () => {
  const { reported, error } = page();
  error('x', new Error('https://api.mapbox.com/v4?access_token=pk.secret is answered 401'));
  expect(JSON.stringify(reported)).not.toContain('pk.secret');
  expect(reported[0]?.message).toContain('access_token=(key)');
});
