import { IDBKeyRange } from 'fake-indexeddb';
/** What a page finds around it that Node does not have: locks that end with their page. */
import { presentOwner, type Owner } from './clock.ts';

interface Lock {
  readonly owner: Owner | undefined;
  released: boolean;
}

/** Puts `navigator.locks` into this process. */
export function installPage(): void {
  const held = new Map<string, Lock>();
  const locks = {
    async request(name: string, _options: unknown, run: (lock: object | null) => unknown): Promise<unknown> {
      const before = held.get(name);
      if (before && !before.released && before.owner?.alive !== false) return run(null);
      const lock: Lock = { owner: presentOwner(), released: false };
      held.set(name, lock);
      try {
        return await run({ name });
      } finally {
        lock.released = true;
      }
    },
  };
  const set = (name: string, value: unknown): void => void Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  set('IDBKeyRange', IDBKeyRange);
  set('navigator', { language: 'en', userAgent: 'world', onLine: true, locks });
}
