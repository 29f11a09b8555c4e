/** What turns the documents of one version into those of another. Pure: what it reads and writes is given to it. */
import { ENTITY_SCHEMAS, type Entity, type EntityKind } from '../../../src/domain/entities.ts';
import type { TaskLog } from '../taskLog.ts';

/** Where documents come from; it may be read any number of times. */
export interface DocumentSource {
  read<K extends EntityKind>(kind: K): AsyncIterable<Entity<K>>;
}

export interface TransformContext<Values> {
  readonly input: DocumentSource;
  /** Documents of the current version of another database, where the task names one. */
  readonly other?: DocumentSource;
  readonly values: Values;
  /** The day of the run in the time zone of the region. */
  readonly today: string;
  /** A user's program, where the task names one. */
  readonly program?: string | null;
  /** Await what it answers: that is the back-pressure. */
  write<K extends EntityKind>(kind: K, doc: Entity<K>): Promise<void> | undefined;
  readonly log: Pick<TaskLog, 'info' | 'warn' | 'error' | 'group'>;
}

export type Transform<Values> = (context: TransformContext<Values>) => Promise<void>;

/** Kinds in the order in which they are written. */
export const KINDS = Object.keys(ENTITY_SCHEMAS) as EntityKind[];

/** What becomes of each document of a kind: another document, or none. Kinds without an entry stay as they are. */
export type Changes = { readonly [K in EntityKind]?: (doc: Entity<K>) => Entity<K> | undefined };

/** Writes every document, changed where `changes` says so. Returns how many of each kind were changed and left out. */
export async function writeAll(context: TransformContext<unknown>, changes: Changes): Promise<Map<EntityKind, { changed: number; dropped: number }>> {
  const counts = new Map<EntityKind, { changed: number; dropped: number }>();
  for (const kind of KINDS) counts.set(kind, await writeKind(context, kind, changes[kind] as ((doc: Entity) => Entity | undefined) | undefined));
  return counts;
}

async function writeKind<K extends EntityKind>(
  context: TransformContext<unknown>,
  kind: K,
  change: ((doc: Entity<K>) => Entity<K> | undefined) | undefined,
) {
  const count = { changed: 0, dropped: 0 };
  for await (const doc of context.input.read(kind)) {
    const changed = change === undefined ? doc : change(doc);
    if (changed === undefined) count.dropped++;
    else {
      if (changed !== doc) count.changed++;
      await context.write(kind, changed);
    }
  }
  return count;
}

/** Key of a track within its version. */
export function trackKey(scheduleId: string, trackId: string): string {
  return `${scheduleId}\n${trackId}`;
}

/** `1 stop`, `2 stops`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}
