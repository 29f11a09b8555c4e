/** Plain objects keyed by ids, which are data: `constructor` or `__proto__` finds what belongs to that id, or nothing. */
import { idKey } from '../kernel/table.ts';

/** What a part of the state, keyed by `idKey`, holds under an id. */
export function byId<T>(part: Readonly<Record<string, T>> | undefined, id: string): T | undefined {
  return part?.[idKey(id)];
}

/** What an object of an answer, keyed by the ids themselves, holds under an id. */
export function ownValue<T>(answer: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(answer, id) ? answer[id] : undefined;
}
