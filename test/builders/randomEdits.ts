/** Random edits of a version in memory, for laws: fields taken from other documents of the kind, removals, and things brought back. */
import type { Results } from '../../server/validation/engine.ts';
import type { DocumentChange, Network, Node } from '../../server/validation/network.ts';
import type { Entity, EntityKind } from '../../src/domain/entities.ts';

/** Numbers from 0 to below 1, the same for the same seed. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const KINDS: readonly EntityKind[] = [
  'Agency',
  'Stop',
  'Stop',
  'Stop',
  'Level',
  'Schedule',
  'Schedule',
  'Track',
  'Track',
  'Timetable',
  'Timetable',
  'Transfer',
  'Pathway',
  'Fare',
  'Translation',
  'Attribution',
];
/** Fields that make up a document's id. */
const IDENTITY: ReadonlySet<string> = new Set(['Id', 'ScheduleId', 'TrackId', 'Number']);
const removed = new WeakMap<Network, DocumentChange[]>();

/** An edit that could happen: sound or not. */
export function randomChange(network: Network, chance: () => number): DocumentChange {
  const kind = pick(KINDS, chance) ?? 'Stop';
  const nodes = [...network.all(kind)];
  const gone = removed.get(network) ?? [];
  const back = chance() < 0.1 ? gone.pop() : undefined;
  if (back) return back;
  const node = pick(nodes, chance);
  if (!node) return randomChange(network, chance);
  if (chance() < 0.08) {
    removed.set(network, [...gone, { kind, id: node.id, doc: node.doc } as DocumentChange]);
    return { kind, id: node.id, doc: null } as DocumentChange;
  }
  return { kind, id: node.id, doc: edited(node, nodes, chance) } as DocumentChange;
}

function edited(node: Node, nodes: readonly Node[], chance: () => number): Entity {
  const doc = structuredClone(node.doc) as Record<string, unknown>;
  const other = pick(nodes, chance)?.doc ?? node.doc;
  const fields = Object.keys({ ...doc, ...other }).filter((field) => !IDENTITY.has(field));
  const field = pick(fields, chance);
  if (field === undefined) return node.doc;
  const value: unknown = Reflect.get(other, field);
  const present = doc[field];
  const way = chance();
  if (way < 0.5) doc[field] = structuredClone(value);
  else if (typeof present === 'string') doc[field] = pick(['', 'S1', 'P1', 'ST', 'AG', '1', `${present} `, 'gone'], chance);
  else if (typeof present === 'number') doc[field] = pick([0, 1, 2, 5, present + 1, 7300], chance);
  else if (typeof present === 'boolean') doc[field] = !present;
  else if (Array.isArray(present) && present.length > 1) doc[field] = present.toSpliced(Math.floor(chance() * present.length), 1);
  else if (field === 'Coordinate') doc[field] = chance() < 0.2 ? null : { Lat: 48 + chance() * 0.01, Lng: 9 + chance() * 0.02 };
  else if (field === 'Calendar')
    doc[field] = {
      fromDate: pick(['2026-01-01', '2026-03-01', '2027-01-05'], chance),
      toDate: pick(['2026-12-31', '2026-04-30', '2027-06-30'], chance),
      Exceptions: [{ Date: '2026-05-01', RunAs: pick([0, 64, 127], chance) }],
    };
  return doc as unknown as Entity;
}

function pick<T>(list: readonly T[], chance: () => number): T | undefined {
  return list[Math.floor(chance() * list.length)];
}

/** Where two results differ: rule, subject, and the texts of both. */
export function sameResults(a: Results, b: Results): string[] {
  const differences: string[] = [];
  for (const rule of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(rule), b.get(rule)];
    for (const subject of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
      const [one, two] = [JSON.stringify(left?.get(subject) ?? null), JSON.stringify(right?.get(subject) ?? null)];
      if (one !== two) differences.push(`${rule} ${subject}: ${one} / ${two}`);
    }
  }
  return differences;
}
