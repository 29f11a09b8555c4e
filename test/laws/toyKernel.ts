/** Kernels of the toy application, as the stories about the kernel want them. */
import { createKernel, type Recovered } from '../../src/kernel/kernel.ts';
import { getRow } from '../../src/kernel/table.ts';
import { loadStops, toy, type ToyState } from './toyCatalogue.ts';
import { toyServer } from './toyServer.ts';
import { header } from './world.ts';

/** The undo scope of everything the toy's server holds. */
export const VERSION = 'version/1';

/** A kernel that has just begun, with its server. */
export function begun(restore?: Recovered, server = toyServer(), run?: string) {
  let at = 0;
  const kernel = createKernel<ToyState>({
    ...toy,
    perform: server.perform,
    header,
    clock: () => at++,
    ...(restore && { restore }),
    ...(run !== undefined && { run }),
  });
  const stop = (id: string) => getRow(kernel.snapshot().view.stops, id);
  const types = () => kernel.log().records.map((r) => r.type);
  return { kernel, server, stop, types };
}

/** A kernel that has loaded its stops. */
export function loaded() {
  const all = begun();
  all.kernel.dispatch(loadStops({}));
  all.server.answer();
  return all;
}

/** The same session after a reload of the page; `fromCheckpoint` when only that was kept. */
export function reloaded({ kernel, server }: ReturnType<typeof begun>, fromCheckpoint = false) {
  const { records, bodies } = kernel.log();
  const kept = fromCheckpoint ? { checkpoint: kernel.checkpoint(), records: [], bodies: [] } : { records, bodies };
  kernel.stop();
  server.forget();
  return begun(JSON.parse(JSON.stringify(kept)), server);
}
