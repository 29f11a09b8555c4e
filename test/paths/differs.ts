/** Whether a machine with a mistake shows it on a path. */
import type { AnyStateMachine } from 'xstate';
import { keyOf, type Path, walk } from './edgeCover.ts';

/** True when state, context or what is asked for differs anywhere on the path. */
export function differs(right: AnyStateMachine, wrong: AnyStateMachine, path: Path): boolean {
  const expected = walk(right, path);
  return walk(wrong, path).some((step, i) => {
    const other = expected[i];
    return !other || keyOf(step.snapshot) !== keyOf(other.snapshot) || JSON.stringify(step.asked) !== JSON.stringify(other.asked);
  });
}
