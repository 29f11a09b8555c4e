import { Observable, type Subscriber } from 'rxjs';
import { appStarted } from '../../src/commands/shell/appStarted.ts';
import { loadAccount } from '../../src/commands/account/loadAccount.ts';
import type { CallDescription, CallError } from '../../src/kernel/command.ts';
import { createKernel, type Kernel } from '../../src/kernel/kernel.ts';
import { definitions } from '../../src/machines/definitions.ts';
import type { AppState } from '../../src/projections/state.ts';

/** A call that the product made, kept until the test answers it. */
interface HeldCall {
  readonly call: CallDescription;
  /** True once the product has released it. */
  readonly aborted: () => boolean;
  answer(reply: unknown): void;
  fail(error?: Partial<CallError>): void;
}

/** The whole product without a screen and without a server: a kernel, and the calls it makes. */
interface HeldProduct {
  readonly kernel: Kernel<AppState>;
  readonly calls: readonly HeldCall[];
  /** The newest call of a name, answered or not. Throws when there was none. */
  call(name: string): HeldCall;
}

/** Opens the product at an address, signed in as an editor unless told otherwise. */
export function openProduct(path: string, { search = '', readOnly = false } = {}): HeldProduct {
  const calls: HeldCall[] = [];
  const kernel = createKernel<AppState>({
    ...definitions,
    header: { session: 't', schema: 1, build: 'test', startedAt: '2026-01-01T00:00:00Z', locale: 'en', role: 'editor' },
    clock: () => 0,
    perform: (call) =>
      new Observable((subscriber) => {
        const held = heldCall(call, subscriber);
        calls.push(held.call);
        return held.abort;
      }),
  });
  const product: HeldProduct = {
    kernel,
    calls,
    call(name) {
      const found = calls.findLast((held) => held.call.call === name);
      if (!found) throw new Error(`The product did not call ${name}; it called ${calls.map((held) => held.call.call).join(', ')}`);
      return found;
    },
  };
  const [started] = appStarted.definition.samples();
  if (!started) throw new Error('app.started has no sample');
  kernel.receive(appStarted({ ...started, path, search }));
  kernel.dispatch(loadAccount({}));
  product.call('readAccount').answer({ name: 'mia@x.org', email: 'mia@x.org', verified: true, hasAccess: true, permissions: { readOnly } });
  return product;
}

/** A version as the lists hold it; `changes` say what is special about it. */
export function versionOf(id: number, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    Id: id,
    DatabaseId: 'demo',
    Version: `v${id}`,
    Source: 'test',
    Editable: false,
    Published: false,
    Current: false,
    Archived: false,
    Completed: true,
    Saving: null,
    Stored: false,
    Date: '2026-01-01T00:00:00.000Z',
    ParentId: null,
    Rev: 0,
    ...changes,
  };
}

/** The only database, writable unless told otherwise. */
export function databases({ readOnly = false } = {}): unknown {
  return { Databases: [{ Id: 'demo', Name: 'Demo', RegionKey: 'r', RegionName: 'R', Permissions: { ReadOnly: readOnly } }] };
}

function heldCall(call: CallDescription, subscriber: Subscriber<unknown>): { readonly call: HeldCall; readonly abort: () => void } {
  let over = false;
  let aborted = false;
  return {
    call: {
      call,
      aborted: () => aborted,
      answer(reply) {
        over = true;
        subscriber.next(reply);
        subscriber.complete();
      },
      fail(error = {}) {
        over = true;
        subscriber.error({ status: 500, messages: ['No'], url: `/${call.call}`, method: 'GET', ...error });
      },
    },
    abort: () => {
      aborted = !over;
    },
  };
}
