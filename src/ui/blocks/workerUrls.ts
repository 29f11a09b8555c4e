/** Where the code of the worker thread is that chains a day. */
// oxlint-disable-next-line import/default -- the address that Vite gives it
import chainWorkerUrl from './chain.worker.ts?worker&url';

export { chainWorkerUrl };
