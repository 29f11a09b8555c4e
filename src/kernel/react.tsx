import { createContext, type ReactNode, useCallback, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { useSelector } from '@xstate/react';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { CommandInput } from './command.ts';
import type { DispatchOptions, Kernel } from './kernel.ts';
import type { KernelState } from './state.ts';
import { countUnsent } from './unsent.ts';

/** What the screens need of a kernel; a replayer can be in its place. */
export interface KernelSource<S> {
  snapshot(): KernelState<S>;
  subscribe(listener: () => void): () => void;
  /** Missing where nothing can be said, as in a replay. */
  dispatch?: Kernel<S>['dispatch'];
}

const Context = createContext<KernelSource<unknown> | null>(null);

/** Gives the screens below it the kernel (or a replayer) they read from. */
export function KernelProvider<S>({ kernel, children }: { kernel: KernelSource<S>; children: ReactNode }): ReactNode {
  return <Context value={kernel}>{children}</Context>;
}

/** Reads from the view (the base with all previews); renders again only when what the selector answers has changed. */
export function useView<S, T>(selector: (view: S) => T, equal: (a: T, b: T) => boolean = Object.is): T {
  return useKernelState(
    useCallback((state: KernelState<S>) => selector(state.view), [selector]),
    equal,
  );
}

/** Reads from the whole state: pending commands, drafts, undo lists, errors, conflicts. */
export function useKernelState<S, T>(selector: (state: KernelState<S>) => T, equal: (a: T, b: T) => boolean = Object.is): T {
  const source = useSource<S>();
  // outlives the selector: most are written in the component, and are another function at every render
  const [last] = useState<Selected<T>>({});
  const read = useMemo(() => selected(source, selector, equal, last), [source, selector, equal, last]);
  return useSyncExternalStore(source.subscribe, read, read);
}

/** How many edits of the user the server does not have yet. */
export function useUnsent(): number {
  return useKernelState(countUnsent);
}

/** Says intents; in a replay it does nothing. */
export function useDispatch(): (input: CommandInput, options?: DispatchOptions) => string {
  const source = useSource<unknown>();
  return useCallback((input: CommandInput, options?: DispatchOptions) => source.dispatch?.(input, options) ?? '', [source]);
}

/** Reads from a workflow's machine: its state value and its context. */
export function useWorkflow<T>(id: string, selector: (snapshot: AnyMachineSnapshot) => T, equal: (a: T, b: T) => boolean = Object.is): T {
  const source = useSource<unknown>();
  const machine = useMemo(() => machineOf(source, id), [source, id]);
  return useSelector(machine, selector, equal);
}

/** A workflow's machine as it stands when it is asked: for a handler that has just dispatched. */
export function useWorkflowNow(id: string): () => AnyMachineSnapshot {
  const source = useSource<unknown>();
  return useMemo(() => machineOf(source, id).getSnapshot, [source, id]);
}

/** The state as it stands when it is asked: for a handler, which needs no render for it. */
export function useStateNow<S>(): () => KernelState<S> {
  return useSource<S>().snapshot;
}

/** The hooks, bound to the application's state type: `export const { useView } = kernelHooks<AppState>()`. */
export function kernelHooks<S>(): KernelHooks<S> {
  return { useView, useKernelState, useStateNow };
}

/** The hooks that speak of the application's state. */
export interface KernelHooks<S> {
  useView<T>(selector: (view: S) => T, equal?: (a: T, b: T) => boolean): T;
  useKernelState<T>(selector: (state: KernelState<S>) => T, equal?: (a: T, b: T) => boolean): T;
  useStateNow(): () => KernelState<S>;
}

/** A machine as `useSelector` reads it: the kernel, or a replayer, stands in for a running actor. */
function machineOf(source: KernelSource<unknown>, id: string): Pick<AnyActorRef, 'getSnapshot' | 'subscribe'> {
  const getSnapshot = (): AnyMachineSnapshot => {
    const snapshot = source.snapshot().workflows[id];
    if (!snapshot) throw new Error(`There is no workflow called ${id}`);
    return snapshot;
  };
  return {
    getSnapshot,
    subscribe: (listener: ((snapshot: AnyMachineSnapshot) => void) | { next?: (snapshot: AnyMachineSnapshot) => void }) => {
      const tell = typeof listener === 'function' ? listener : listener.next;
      return { unsubscribe: source.subscribe(() => tell?.(getSnapshot())) };
    },
  };
}

function useSource<S>(): KernelSource<S> {
  const source = useContext(Context);
  if (!source) throw new Error('There is no KernelProvider above this component');
  // the context cannot carry the state's type; `kernelHooks<S>()` puts it back
  return source as KernelSource<S>;
}

/** A reading that answers the same value for as long as the selected part is equal. */
function selected<S, T>(source: KernelSource<S>, selector: (state: KernelState<S>) => T, equal: (a: T, b: T) => boolean, last: Selected<T>): () => T {
  let of: KernelState<S> | undefined;
  return () => {
    const state = source.snapshot();
    if (last.value && of === state) return last.value.is;
    const next = selector(state);
    of = state;
    if (!last.value || !equal(last.value.is, next)) last.value = { is: next };
    return last.value.is;
  };
}

interface Selected<T> {
  value?: { readonly is: T };
}
