/** What the browser says that nobody caught: faults of ours go into the log, noise of browsers and their extensions does not. */

/** An error that nobody caught. */
export interface UncaughtError {
  readonly kind: 'error' | 'rejection' | 'screen' | 'code';
  readonly message: string;
  /** Where it was thrown; empty where the browser does not say. */
  readonly stack: string;
  /** Path of the page, and which part of the screen where it is known. */
  readonly place: string;
}

/** Tells of an error that a part of the screen caught. */
export type TellFault = (thrown: unknown, kind: UncaughtError['kind'], part: string) => void;

/**
 * Reports uncaught errors, unhandled rejections, and faults passed to the returned function: each message once and at most `MOST`,
 * so that a loop cannot fill the log. `clean` removes what must not be in a log, such as keys in the address of a tile.
 */
export function followUncaughtErrors(
  page: EventTarget,
  report: (error: UncaughtError) => void,
  path: () => string,
  clean: (text: string) => string = (text) => text,
): TellFault {
  const seen = new Set<string>();
  const tell = (thrown: unknown, fallback: unknown, kind: UncaughtError['kind'], part = ''): void => {
    const message = cut(clean(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : textOf(fallback) || textOf(thrown)), 1000);
    if (message === '' || isBrowserNoise(message) || seen.has(message) || seen.size >= MOST) return;
    seen.add(message);
    const stack = thrown instanceof Error ? cut(clean(thrown.stack ?? ''), 4000) : '';
    report({ kind, message, stack, place: part === '' ? path() : `${path()}, ${part}` });
  };
  page.addEventListener('error', (event) => tell(Reflect.get(event, 'error'), Reflect.get(event, 'message'), 'error'));
  page.addEventListener('unhandledrejection', (event) => tell(Reflect.get(event, 'reason'), undefined, 'rejection'));
  return (thrown, kind, part) => tell(thrown, undefined, kind, part);
}

/**
 * Whether a message is one of those that say nothing about the product: a ResizeObserver that needed a second frame (Chrome
 * and Firefox word it differently), and the message channels of browser extensions that were closed or had too much to carry.
 */
export function isBrowserNoise(message: string): boolean {
  return NOISE.some((noise) => noise.test(message));
}

const NOISE: readonly RegExp[] = [
  /ResizeObserver loop (limit exceeded|completed with undelivered notifications)/i,
  /message (channel|port) closed before a response was received/i,
  /(channel|message length).*\blimit\b|\blimit\b.*\bchannel/i,
];

const MOST = 50;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
