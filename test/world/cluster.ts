/** What several servers on one PostgreSQL know of each other: who is alive, who checks which version, and NOTIFY. */
import type { Engine } from '../../server/store/engine.ts';
import { changeFollowed } from '../../server/store/fanout.ts';
import type { Agenda } from './agenda.ts';
import { asOwner, type Owner } from './clock.ts';

/** The connection by which a server listens, and which holds its locks. */
interface Wire {
  readonly listeners: Set<(payload: string) => void>;
  /** Versions that the server alone takes care of. */
  readonly claimed: Set<number>;
  /** Versions of which the server hears. */
  readonly followed: Set<number>;
  /** Raised when it breaks: what was on its way is lost. */
  run: number;
  isUp: boolean;
}

export class Cluster {
  readonly #agenda: Agenda;
  readonly #wires = new Map<Owner, Wire>();

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  /** The engine of a server among the others. What it asks of them waits in the agenda, as statements do. */
  join(owner: Owner, engine: Engine): Engine {
    const wire: Wire = { listeners: new Set(), claimed: new Set(), followed: new Set(), run: 0, isUp: true };
    this.#wires.set(owner, wire);
    const ask = <T>(what: string, answer: () => T): Promise<T> =>
      new Promise((resolve) => this.#agenda.add({ owner, kind: 'statement', what, run: () => resolve(answer()) }));
    return {
      ...engine,
      name: 'postgres',
      isAlive: (other) =>
        other === owner.name ? Promise.resolve(true) : ask(`is ${other} alive`, () => [...this.#wires.keys()].some(({ name }) => name === other)),
      claims: {
        has: (versionId) => wire.claimed.has(versionId),
        take: (versionId) => ask(`claims version ${versionId}`, () => this.#take(wire, versionId)),
        release: (versionId) => void wire.claimed.delete(versionId),
      },
      fanout: {
        notify: (payload, versionId) => ask('notifies', () => this.#notify(payload, versionId)),
        follow: (versionIds) => ask('follows versions', () => void changeFollowed(wire.followed, versionIds())),
        listen: (listener) => {
          wire.listeners.add(listener);
          return Promise.resolve(() => Promise.resolve(void wire.listeners.delete(listener)));
        },
      },
    };
  }

  /** The server is gone: its locks are free. */
  leave(owner: Owner): void {
    this.#wires.delete(owner);
  }

  /** Breaks the wire of a server for some milliseconds: its locks are free, and what is said meanwhile does not reach it. */
  breakWire(owner: Owner, ms: number): void {
    const wire = this.#wires.get(owner);
    if (wire === undefined) return;
    wire.run += 1;
    wire.isUp = false;
    wire.claimed.clear();
    asOwner(owner, () => setTimeout(() => (wire.isUp = true), ms));
  }

  /** No wire is broken any more. */
  mendWires(): void {
    for (const wire of this.#wires.values()) wire.isUp = true;
  }

  #take(wire: Wire, versionId: number): boolean {
    if (wire.claimed.has(versionId)) return true;
    if (!wire.isUp || [...this.#wires.values()].some(({ claimed }) => claimed.has(versionId))) return false;
    wire.claimed.add(versionId);
    return true;
  }

  /** Brings a message to every server that follows the version, or to every one, the sender too, in the order in which they were sent. */
  #notify(payload: string, versionId: number | undefined): void {
    for (const [owner, wire] of this.#wires) {
      const { run } = wire;
      if (!wire.isUp || (versionId !== undefined && !wire.followed.has(versionId))) continue;
      this.#agenda.add({
        owner,
        kind: 'live',
        what: `is notified ${payload.slice(0, 60)}`,
        order: `notifications of ${owner.name}`,
        run: () => (run === wire.run ? wire.listeners.forEach((listener) => listener(payload)) : undefined),
      });
    }
  }
}
