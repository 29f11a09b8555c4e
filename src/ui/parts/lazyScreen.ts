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

/**
 * Like React's `lazy`, which remembers a failure for ever: here code that could not be fetched can be fetched again.
 * Throws CodeNotLoaded to the nearest ScreenFault after three tries.
 */
export function lazyScreen<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactNode {
  const fetched = async (): Promise<{ default: ComponentType<P> }> => ({ default: await load().catch(forgetStyles) });
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

/** A style sheet that failed stays in the page, and Vite takes it for loaded: the next try has to find it gone. */
function forgetStyles(error: unknown): never {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.sheet === null) link.remove();
  throw error;
}
