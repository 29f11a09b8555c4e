/** The state of a replay as support reads it: one tree of named parts, and paths into it. */
import type { AnyMachineSnapshot } from 'xstate';
import type { KernelState } from '../kernel/state.ts';
import { entries, getRow, type Table } from '../kernel/table.ts';

/** A step of a path: the key of an object, the row of a table, `#id` for the item of a list with that id, or its index. */
export type StatePath = readonly string[];

/**
 * What the screens read (`view`, the previews of pending commands included) with the kernel's own lists beside it. The confirmed
 * state is left out: it is the same but for what is pending.
 */
export function readableState<S extends object>({ view, pending, drafts, workflows, history, errors, conflicts }: KernelState<S>): object {
  return { ...view, pending, drafts, workflows: readableWorkflows(workflows), history, errors, conflicts };
}

const readWorkflows = new WeakMap<object, object>();

/** Of a machine its state and its context; its other members are those of the library. */
function readableWorkflows(workflows: Readonly<Record<string, AnyMachineSnapshot>>): object {
  const known = readWorkflows.get(workflows);
  if (known) return known;
  const readable = Object.fromEntries(Object.entries(workflows).map(([id, snapshot]) => [id, readableSnapshot(snapshot)]));
  readWorkflows.set(workflows, readable);
  return readable;
}

function readableSnapshot(snapshot: AnyMachineSnapshot): object {
  const known = readWorkflows.get(snapshot);
  if (known) return known;
  const readable = { value: snapshot.value as unknown, context: snapshot.context as unknown };
  readWorkflows.set(snapshot, readable);
  return readable;
}

/** Whether a value is one of the kernel's tables of rows by id. */
export function isTable(value: unknown): value is Table<unknown> {
  return isObject(value) && 'buckets' in value && Array.isArray(value.buckets) && typeof value['size'] === 'number';
}

/** Whether a value is an object with members of its own, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a part by their step, undefined for a value without members. */
export function membersOf(value: unknown): Iterable<readonly [step: string, member: unknown]> | undefined {
  if (isTable(value)) return entries(value);
  if (isObject(value)) return Object.entries(value);
  if (!Array.isArray(value)) return undefined;
  const ids = idsOf(value);
  return value.map((item: unknown, i) => [ids ? `#${ids[i]}` : String(i), item]);
}

/** The ids of a list whose items have one each, no two the same. */
export function idsOf(list: readonly unknown[]): readonly string[] | undefined {
  const ids: string[] = [];
  for (const item of list) {
    const id = isObject(item) ? (item['id'] ?? item['Id'] ?? item['Key']) : undefined;
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    ids.push(String(id));
  }
  return new Set(ids).size === ids.length ? ids : undefined;
}

/** What stands at a path; undefined where it leads nowhere. */
export function valueAt(state: unknown, path: StatePath): unknown {
  let at = state;
  for (const step of path) {
    if (isTable(at)) at = getRow(at, step);
    else if (Array.isArray(at)) {
      const list: readonly unknown[] = at;
      at = step.startsWith('#') ? list[idsOf(list)?.indexOf(step.slice(1)) ?? -1] : list[Number(step)];
    } else if (isObject(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** A path as it is written: `pending.3`, `versions.1.stops.value.S1`; a step with a dot in it in brackets, `stops["a.b"]`. */
export function pathText(path: StatePath): string {
  return path.map((step, i) => (/[.[\]"\s]|^$/u.test(step) ? `[${JSON.stringify(step)}]` : i === 0 ? step : `.${step}`)).join('');
}

/** Reads a path as it is written; undefined where it is none. */
export function parsePath(text: string): StatePath | undefined {
  const steps: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const quoted = /^\.?\[("(?:[^"\\]|\\.)*")\]/u.exec(rest);
    const plain = quoted ? null : /^\.?([^.[\]"\s]+)/u.exec(rest);
    const found = quoted ?? plain;
    if (!found) return undefined;
    const step = quoted ? unquoted(quoted[1]) : plain?.[1];
    if (step === undefined) return undefined;
    steps.push(step);
    rest = rest.slice(found[0].length);
  }
  return steps.length > 0 ? steps : undefined;
}

function unquoted(text: string | undefined): string | undefined {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'string' ? read : undefined;
  } catch {
    return undefined;
  }
}
