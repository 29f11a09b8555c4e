import { expect, test } from 'vitest';
import { followUncaughtErrors, isBrowserNoise, type UncaughtError } from './uncaughtErrors.ts';

function page() {
  const target = new EventTarget();
  const heard: UncaughtError[] = [];
  followUncaughtErrors(target, (error) => void heard.push(error));
  return {
    heard,
    error: (message: string, error?: Error) => target.dispatchEvent(Object.assign(new Event('error'), { message, error })),
    rejection: (reason: unknown) => target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
  };
}

test('what nobody caught is told, with where it was thrown', () => {
  const { heard, error, rejection } = page();
  const fault = new TypeError('x is undefined');
  error('Uncaught TypeError: x is undefined', fault);
  rejection(new Error('No such tile'));
  expect(heard).toEqual([
    { message: 'TypeError: x is undefined', stack: fault.stack },
    { message: 'Error: No such tile', stack: expect.stringContaining('No such tile') as string },
  ]);
});

test('resize-observer and channel-limit errors of the browser are filtered out [R343]', () => {
  const { heard, error, rejection } = page();
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
  expect(heard).toEqual([]);
  for (const text of ['ResizeObserver is not defined', 'The tile could not be read', 'channel is undefined'])
    expect(isBrowserNoise(text)).toBe(false);
});

test('the same error again and again is told once, and a flood of them does not fill the log', () => {
  const { heard, error } = page();
  for (let i = 0; i < 300; i++) error(i < 100 ? 'the same' : `error ${i}`);
  expect(heard).toHaveLength(50);
  expect(heard.filter(({ message }) => message === 'the same')).toHaveLength(1);
});
