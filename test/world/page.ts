/** What a page finds around it that Node does not have: locks that end with their page. */
import { IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
import { presentOwner, type Owner } from './clock.ts';

interface Lock {
  readonly owner: Owner | undefined;
  released: boolean;
}

/** Names of people whose browser has no room left. */
export const fullBrowsers = new Set<string>();

/** Locks by name, those of pages that are gone too. */
const held = new Map<string, Lock>();

/** Forgets the browsers of the world before. */
export function beginBrowsers(): void {
  fullBrowsers.clear();
  held.clear();
}

/** A write to a disk without room fails as in a browser: its transaction is given up. */
function installDisk(): void {
  const put: unknown = Reflect.get(IDBObjectStore.prototype, 'put');
  if (typeof put !== 'function') throw new Error('fake-indexeddb has no put');
  Object.defineProperty(IDBObjectStore.prototype, 'put', {
    configurable: true,
    value(this: IDBObjectStore, ...args: unknown[]): unknown {
      const request: unknown = Reflect.apply(put, this, args);
      if (fullBrowsers.has(presentOwner()?.name.split(' ').at(-1) ?? '')) {
        const { transaction } = this;
        const error = new DOMException('The disk is full.', 'QuotaExceededError');
        Object.defineProperty(transaction, 'error', { configurable: true, get: () => error, set() {} });
        // one that is committed already could not be given up, and would keep the later ones waiting
        Object.defineProperty(transaction, 'commit', { configurable: true, value: () => undefined });
        queueMicrotask(() => {
          try {
            transaction.abort();
          } catch {
            // another write has given it up already
          }
        });
      }
      return request;
    },
  });
}

/** Puts `navigator.locks` and a disk that may be full into this process; what a page writes on its console stands in its trace. */
export function installPage(): void {
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
  const { warn } = console;
  console.warn = (...parts: unknown[]) => (presentOwner()?.says ?? warn)(parts.map(String).join(' '));
  installDisk();
  set('IDBKeyRange', IDBKeyRange);
  set('navigator', { language: 'en', userAgent: 'world', onLine: true, locks });
}
