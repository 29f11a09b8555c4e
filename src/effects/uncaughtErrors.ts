/** What the browser says that nobody caught: faults of ours go into the log, noise of browsers and their extensions does not. */

/** An error that nobody caught. */
export interface UncaughtError {
  readonly message: string;
  /** Where it was thrown; empty where the browser does not say. */
  readonly stack: string;
}

/** Tells of errors and rejections that nobody caught: each message once, and so many that a loop cannot fill the log. */
export function followUncaughtErrors(page: EventTarget, heard: (error: UncaughtError) => void): void {
  const told = new Set<string>();
  const tell = (thrown: unknown, fallback: unknown): void => {
    const message = cut(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : textOf(fallback) || textOf(thrown), 1000);
    if (message === '' || isBrowserNoise(message) || told.has(message) || told.size >= MOST) return;
    told.add(message);
    heard({ message, stack: thrown instanceof Error ? cut(thrown.stack ?? '', 4000) : '' });
  };
  page.addEventListener('error', (event) => tell(Reflect.get(event, 'error'), Reflect.get(event, 'message')));
  page.addEventListener('unhandledrejection', (event) => tell(Reflect.get(event, 'reason'), undefined));
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
