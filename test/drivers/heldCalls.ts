import type { Page, Route } from '@playwright/test';

/** Calls of a page that are kept from the server until a test says what becomes of each. */
export interface HeldCalls {
  /** How many were made, answered or not. */
  readonly seen: number;
  /** How many are held now. */
  readonly waiting: number;
  /** How many got an answer. */
  readonly answered: number;
  /** Lets the newest one through to the server. */
  release(): Promise<void>;
  /** Lets go of the newest one: the page itself has broken it off. */
  forget(): Promise<void>;
  /** Answers the newest one with a failure; it never reaches the server. */
  fail(status: number, message: string): Promise<void>;
  /** Answers the newest one with this; it never reaches the server. */
  reply(status: number, body: unknown): Promise<void>;
}

/** Holds every write of the page whose path fits. */
export async function holdCalls(page: Page, path: RegExp): Promise<HeldCalls> {
  const held: Route[] = [];
  let seen = 0;
  const take = (): Route => {
    const newest = held.pop();
    if (!newest) throw new Error('No call is held');
    return newest;
  };
  await page.route(path, (route) => {
    if (route.request().method() === 'GET') return route.continue();
    seen += 1;
    held.push(route);
    return undefined;
  });
  return {
    get seen() {
      return seen;
    },
    get waiting() {
      return held.length;
    },
    get answered() {
      return seen - held.length;
    },
    release: () => take().continue(),
    forget: () =>
      take()
        .abort()
        .catch(() => undefined),
    fail: (status, message) => take().fulfill({ status, json: { errors: [{ message }] } }),
    reply: (status, body) => take().fulfill({ status, json: body }),
  };
}
