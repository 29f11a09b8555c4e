import { type ComponentType, createElement, lazy, type LazyExoticComponent, type ReactNode } from 'react';

/** Code of the product that could not be fetched: the line was down, or the server. */
export class CodeNotLoaded extends Error {
  /** Fetches it again, after which the component renders; rejects where that fails too. */
  readonly retry: () => Promise<void>;

  constructor(reason: unknown, retry: () => Promise<void>) {
    super(reason instanceof Error ? reason.message : String(reason));
    this.name = 'CodeNotLoaded';
    this.retry = retry;
  }
}

/** Milliseconds before the second and the third try of the same request. */
const PAUSES = [500, 1500];

/** The event of the window by which a part says that its code is still missing after a try; `detail` is the reason. */
export const CODE_MISSING = 'dmp-code-missing';

/** Milliseconds between tries while the code of a part cannot be fetched. */
export const RETRY_EVERY = 4000;

let underway = 0;
let lastFetched = -Infinity;

/** Milliseconds after which a part whose code has come is drawn: React shows it a little later than it could. */
const DRAWN = 400;

/** Whether code of a part is being fetched, or has come and may not be drawn yet. */
export function awaitsCode(): boolean {
  return underway > 0 || performance.now() - lastFetched < DRAWN;
}

/**
 * Like React's `lazy`, which remembers a failure for ever: here code that could not be fetched can be fetched again.
 * Throws CodeNotLoaded to the nearest ScreenFault after three tries.
 */
export function lazyScreen<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const fetched = async (): Promise<{ default: ComponentType<P> }> => {
    underway += 1;
    try {
      return { default: await load() };
    } finally {
      underway -= 1;
      lastFetched = performance.now();
    }
  };
  const retry = async (): Promise<void> => {
    const component = await fetched();
    present = lazy(() => Promise.resolve(component));
  };
  // The failed one stays until another try has succeeded: React renders twice before it gives an error to its boundary.
  let present: LazyExoticComponent<ComponentType<P>> = lazy(async () => {
    try {
      return await persistently(fetched);
    } catch (error) {
      throw new CodeNotLoaded(error, retry);
    }
  });
  return (props: P): ReactNode => createElement<P>(present as ComponentType<P>, props);
}

/**
 * Fetches code however long it takes. While it cannot be had, `missing` is called, and it is retried every now and then and when the
 * browser says that it is online.
 */
export async function untilFetched<T>(load: () => Promise<T>, missing: () => void = () => undefined): Promise<T> {
  for (;;) {
    try {
      return await persistently(load);
    } catch (error) {
      missing();
      tellMissing(error);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RETRY_EVERY);
        window.addEventListener('online', () => (clearTimeout(timer), resolve()), { once: true });
      });
    }
  }
}

/** Says that code is still missing. */
export function tellMissing(reason: unknown): void {
  window.dispatchEvent(new CustomEvent(CODE_MISSING, { detail: String(reason) }));
}

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}

/**
 * Takes style sheets that could not be fetched out of the page, from now on: Vite takes one that is there for loaded, so the next try has to
 * find it gone. Those that are on their way have to stay: one that is taken away tells nobody that it is there.
 */
export function forgetFailedStyles(): void {
  const forget = ({ target }: Event): void => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
  };
  window.addEventListener('error', forget, { capture: true });
}
