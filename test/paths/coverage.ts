/** What of a machine a set of paths takes: every declared transition, and both answers of every guard. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type Path, walk } from './edgeCover.ts';

/** One declared transition: a state, an event, a branch. */
export interface TransitionCount {
  readonly from: string;
  readonly event: string;
  readonly guard: string | null;
  readonly to: string;
  count: number;
  /** How often its guard refused while the event was legal there. */
  refused: number;
}

export interface Coverage {
  readonly transitions: readonly TransitionCount[];
  readonly states: ReadonlyMap<string, number>;
  /** In words: what no path takes. Empty when all is covered. */
  readonly missing: readonly string[];
}

/** Walks the paths and counts. */
export function coverageOf(machine: AnyStateMachine, paths: readonly Path[]): Coverage {
  const counts = new Map<unknown, TransitionCount>();
  const states = new Map<string, number>();
  for (const node of nodesOf(machine.root)) {
    states.set(node.id, 0);
    for (const transitions of node.transitions.values()) {
      for (const one of transitions) {
        const targets = (one.target ?? [node]).map((target) => target.key).join(', ');
        counts.set(one, { from: node.key, event: one.eventType, guard: guardName(one.guard), to: targets, count: 0, refused: 0 });
      }
    }
  }

  for (const path of paths) {
    const steps = walk(machine, path);
    steps.forEach((step, i) => {
      for (const node of nodesOf(machine.root)) if (step.snapshot.matches(valueOf(node))) states.set(node.id, (states.get(node.id) ?? 0) + 1);
      const next = steps[i + 1];
      if (!next?.event) return;
      const taken = machine.getTransitionData(step.snapshot, next.event);
      for (const one of taken) bump(counts.get(one), 'count');
      for (const node of nodesOf(machine.root)) {
        if (!step.snapshot.matches(valueOf(node))) continue;
        for (const one of node.transitions.get(next.event.type) ?? []) {
          if (taken.includes(one)) break;
          if (one.guard) bump(counts.get(one), 'refused');
        }
      }
    });
  }

  const transitions = [...counts.values()];
  return {
    transitions,
    states,
    missing: [
      ...transitions.filter((one) => one.count === 0).map((one) => `${one.from} --${one.event}--> ${one.to} is never taken`),
      ...transitions
        .filter((one) => one.guard !== null && one.refused === 0)
        .map((one) => `guard ${one.guard} of ${one.from} --${one.event} never refuses`),
      ...[...states].filter(([id, count]) => count === 0 && id !== machine.root.id).map(([id]) => `state ${id} is never entered`),
    ],
  };
}

function bump(count: TransitionCount | undefined, key: 'count' | 'refused'): void {
  if (count) count[key] += 1;
}

function nodesOf(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap((child) => nodesOf(child))];
}

function valueOf(node: AnyStateNode): never {
  const keys = node.path;
  return (keys.reduceRight<unknown>((inner, key) => (inner === undefined ? key : { [key]: inner }), undefined) as never) ?? ({} as never);
}

function guardName(guard: unknown): string | null {
  if (guard === undefined) return null;
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  return 'guard';
}
