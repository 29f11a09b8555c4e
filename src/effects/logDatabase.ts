/** The IndexedDB database that holds the command logs, and promises for what it is asked. */

/** Milliseconds that the browser is given to open it: a damaged one, or an upgrade that another tab is in the way of, may take for ever. */
const OPEN_WITHIN = 5000;

/**
 * Opens the database, and makes it where there is none; rejects where the browser refuses it or does not come to an end. The connection
 * gives way to a newer build of another tab, or to the deletion of the site data: what is written to it from then on fails.
 */
export function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const opening = factory.open('dmp-log', 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('sessions', { keyPath: 'session' });
    opening.result.createObjectStore('segments', { keyPath: ['session', 'from'] });
    opening.result.createObjectStore('bodies', { keyPath: ['session', 'hash'] });
  };
  return new Promise((resolve, reject) => {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      reject(new Error('IndexedDB could not be opened in time'));
    }, OPEN_WITHIN);
    opening.onsuccess = () => {
      clearTimeout(timer);
      const database = opening.result;
      if (late) return database.close();
      database.onversionchange = () => database.close();
      resolve(database);
    };
    opening.onerror = () => {
      clearTimeout(timer);
      reject(failureOf(opening));
    };
  });
}

/** What a request is answered with. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failureOf(request));
  });
}

/** Resolves when all of a transaction is on the disk. */
export function done(tx: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve();
    tx.onerror = () => reject(tx.error ?? new Error('IndexedDB failed'));
    tx.onabort = () => reject(tx.error ?? new Error('IndexedDB gave up'));
  });
}

function failureOf({ error }: IDBRequest): Error {
  return error ?? new Error('IndexedDB failed');
}
