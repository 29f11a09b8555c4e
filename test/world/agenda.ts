/** What can happen next in a world: statements, messages and answers on their way. The world picks one at a time. */
import type { Owner } from './clock.ts';

export interface Happening {
  /** Where it happens; it does not when that process or page is gone. */
  readonly owner: Owner;
  readonly kind: 'statement' | 'request' | 'answer' | 'live' | 'work';
  readonly what: string;
  readonly run: () => unknown;
  /** Of messages: happens where it is lost on its way. */
  readonly lost?: () => void;
  /** Happens only after what was added before it in the same order, as on one connection. */
  readonly order?: string;
  /** False: it has to wait, as for a transaction of another process. */
  readonly isReady?: () => boolean;
}

export class Agenda {
  readonly #waiting: Happening[] = [];
  /** Errors of the simulated server's own making, such as a database that crashed. */
  readonly faults: string[] = [];
  added = 0;

  add(happening: Happening): void {
    this.added += 1;
    this.#waiting.push(happening);
  }

  broken(error: Error): void {
    this.faults.push(`The server stopped: ${error.message}`);
  }

  /** What may happen next: nothing of owners that are gone, and of each order the first. */
  ready(): readonly Happening[] {
    const orders = new Set<string>();
    return this.#waiting.filter(({ owner, order, isReady }) => {
      if (!owner.alive || owner.stalled === true || isReady?.() === false) return false;
      if (order === undefined) return true;
      const isFirst = !orders.has(order);
      orders.add(order);
      return isFirst;
    });
  }

  take(happening: Happening): void {
    this.#waiting.splice(this.#waiting.indexOf(happening), 1);
  }

  /** Forgets what was to happen at an owner that is gone; messages on their way there are lost. */
  forget(owner: Owner): void {
    for (const one of this.#waiting.filter((waiting) => waiting.owner === owner)) {
      this.take(one);
      one.lost?.();
    }
  }
}
