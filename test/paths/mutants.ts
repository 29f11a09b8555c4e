/** Machines with one mistake each: what a careless edit of a machine would do to it. */
import { type AnyStateMachine, createMachine } from 'xstate';

export interface Mutant {
  readonly name: string;
  readonly machine: AnyStateMachine;
}

interface Branch {
  target?: string;
  guard?: unknown;
  actions?: unknown;
}
interface StateConfig {
  entry?: unknown;
  on?: Record<string, string | Branch | Branch[]>;
  states?: Record<string, StateConfig>;
}

/** Every machine that has one transition dropped or retargeted, one guard fixed to yes or no, or one action left out. */
export function mutantsOf(machine: AnyStateMachine): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const states = Object.keys(configOf(machine).states ?? {});

  /** Makes a mutant by changing a copy of the configuration. */
  function mutate(name: string, change: (config: StateConfig) => void): void {
    const config = copy(configOf(machine));
    change(config);
    mutants.push({ name, machine: createMachine(config as never).provide(machine.implementations as never) });
  }

  // what the machine hears in every state is mutated like a state without a name
  const root: StateConfig = { on: configOf(machine).on ?? {} };
  for (const [state, node] of [['', root] as const, ...Object.entries(configOf(machine).states ?? {})]) {
    if (node.entry !== undefined) mutate(`${state}: nothing done on entry`, (config) => delete stateIn(config, state).entry);
    for (const event of Object.keys(node.on ?? {})) {
      mutate(`${state || 'anywhere'}: ${event} ignored`, (config) => delete stateIn(config, state).on?.[event]);
      branchesOf(node, event).forEach((branch, i) => {
        const where = `${state || 'anywhere'}: ${event}${i > 0 ? ` (branch ${i + 1})` : ''}`;
        const other = states.find((one) => one !== (branch.target ?? state).replace(/^\./, '') && one !== state) ?? state;
        mutate(`${where} goes to ${other}`, (config) =>
          branchAt(config, state, event, i, (one) => (one.target = state === '' ? `.${other}` : other)),
        );
        if (branch.guard !== undefined) {
          mutate(`${where} always allowed`, (config) => branchAt(config, state, event, i, (one) => delete one.guard));
          mutate(`${where} never allowed`, (config) => branchAt(config, state, event, i, (one) => (one.guard = () => false)));
        }
        actionsOf(branch).forEach((_, at) => {
          mutate(`${where} without action ${at + 1}`, (config) =>
            branchAt(config, state, event, i, (one) => (one.actions = actionsOf(one).filter((_action, j) => j !== at))),
          );
        });
      });
    }
  }
  return mutants;
}

function configOf(machine: AnyStateMachine): StateConfig {
  return machine.config as StateConfig;
}

function stateIn(config: StateConfig, state: string): StateConfig {
  if (state === '') return config;
  const found = config.states?.[state];
  if (!found) throw new Error(`No state ${state}`);
  return found;
}

function branchesOf(node: StateConfig, event: string): readonly Branch[] {
  const on = node.on?.[event] ?? [];
  return typeof on === 'string' ? [{ target: on }] : [on].flat();
}

function branchAt(config: StateConfig, state: string, event: string, at: number, change: (branch: Branch) => void): void {
  const node = stateIn(config, state);
  const branches = branchesOf(node, event).map((branch) => ({ ...branch }));
  const branch = branches[at];
  if (branch) change(branch);
  node.on = { ...node.on, [event]: branches };
}

function actionsOf(branch: Branch): readonly unknown[] {
  return branch.actions === undefined ? [] : [branch.actions].flat();
}

/** A copy of plain objects and arrays; functions (guards, assigns) are shared. */
function copy<T>(value: T): T {
  if (Array.isArray(value)) return value.map((one) => copy(one)) as T;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)])) as T;
  }
  return value;
}
