/**
 * Paths that take every edge of a machine's graph: every state with every context that the cases can bring about, and every
 * event in it, also those that a guard refuses or that are ignored there. Far fewer paths than one per edge.
 */
import { type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';

/** Events from the machine's initial state on. */
export interface Path {
  readonly events: readonly AnyEventObject[];
}

export interface CoverOptions {
  /** How many states with context there may be; more is a mistake in the cases, and throws. */
  readonly limit?: number;
  readonly maxLength?: number;
  /** Edges that look alike need to be taken once: by default state, context and event; `state` means state, event and the branch taken, whatever the context. */
  readonly alike?: 'context' | 'state';
}

interface GraphNode {
  readonly state: AnyMachineSnapshot;
  readonly transitions: Readonly<Record<string, { readonly event: AnyEventObject; readonly state: { readonly value?: unknown } }>>;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly event: AnyEventObject;
  readonly kind: string;
}

/** Covers all edges greedily: takes an edge not taken yet from where it stands, else walks to the nearest one. */
export function edgeCover(machine: AnyStateMachine, events: readonly AnyEventObject[], options: CoverOptions = {}): readonly Path[] {
  const { limit = 2000, maxLength = 25, alike = 'context' } = options;
  const { start, edges } = graphOf(machine, events, limit, alike);
  const open = new Set(edges.map((edge) => edge.kind));
  const leaving = new Map<string, Edge[]>();
  for (const edge of edges) leaving.set(edge.from, [...(leaving.get(edge.from) ?? []), edge]);
  const paths: Path[] = [];
  while (open.size > 0) {
    const path: AnyEventObject[] = [];
    let at = start;
    while (path.length < maxLength) {
      const way = nearestOpen(at, leaving, open);
      if (!way || (path.length > 0 && path.length + way.length > maxLength)) break;
      for (const edge of way) {
        path.push(edge.event);
        open.delete(edge.kind);
        at = edge.to;
      }
    }
    if (path.length === 0) throw new Error(`No way leads to: ${[...open].slice(0, 3).join(' | ')}`);
    paths.push({ events: path });
  }
  return paths;
}

/** The snapshots a path goes through, the initial one first, each with the commands the machine asked for on the way to it. */
export function walk(machine: AnyStateMachine, path: Path): readonly Step[] {
  const [first] = initialTransition(machine);
  const steps: Step[] = [{ snapshot: first, asked: [] }];
  let snapshot: AnyMachineSnapshot = first;
  for (const event of path.events) {
    const [next, actions] = transition(machine, snapshot, event);
    snapshot = next;
    steps.push({ event, snapshot, asked: actions.flatMap(commandOf) });
  }
  return steps;
}

export interface Step {
  readonly event?: AnyEventObject;
  readonly snapshot: AnyMachineSnapshot;
  readonly asked: readonly unknown[];
}

function commandOf(action: { readonly type: string; readonly params?: unknown }): readonly unknown[] {
  return action.type === 'dispatch' ? [action.params] : [];
}

/** State and context as text. */
export function keyOf(snapshot: { readonly value?: unknown; readonly context?: unknown }): string {
  return JSON.stringify([snapshot.value, snapshot.context]);
}

function graphOf(
  machine: AnyStateMachine,
  events: readonly AnyEventObject[],
  limit: number,
  alike: 'context' | 'state',
): { start: string; edges: Edge[] } {
  const map: object = getAdjacencyMap(machine, { events: [...events], limit, serializeState: (state) => keyOf(state) as never });
  const edges: Edge[] = [];
  for (const [from, node] of Object.entries<GraphNode>({ ...map })) {
    for (const { event, state } of Object.values(node.transitions)) {
      const where = alike === 'context' ? from : `${JSON.stringify(node.state.value)} ${branchTaken(machine, node.state, event)}`;
      edges.push({ from, to: keyOf(state), event, kind: `${where} ${JSON.stringify(event)}` });
    }
  }
  if (Object.keys(map).length >= limit) throw new Error(`More than ${limit} states: the cases let the context grow without end`);
  return { start: keyOf(initialTransition(machine)[0]), edges };
}

/** Which of the branches that a state declares for an event is taken; -1 where its guards refuse, or it declares none. */
function branchTaken(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, event: AnyEventObject): number {
  const [taken] = machine.getTransitionData(snapshot, event);
  return taken ? (taken.source.transitions.get(event.type) ?? []).indexOf(taken) : -1;
}

function nearestOpen(at: string, leaving: Map<string, Edge[]>, open: ReadonlySet<string>): readonly Edge[] | undefined {
  const seen = new Set([at]);
  let front: { readonly at: string; readonly way: readonly Edge[] }[] = [{ at, way: [] }];
  while (front.length > 0) {
    const next: typeof front = [];
    for (const { at: here, way } of front) {
      for (const edge of leaving.get(here) ?? []) {
        if (open.has(edge.kind)) return [...way, edge];
        if (seen.has(edge.to)) continue;
        seen.add(edge.to);
        next.push({ at: edge.to, way: [...way, edge] });
      }
    }
    front = next;
  }
  return undefined;
}
