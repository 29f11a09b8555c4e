import type { Engine } from '../store/engine.ts';

/** The store's database as pg-boss speaks to it. */
export interface BossDatabase {
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Waits for the statements on their way; those that come later are answered with nothing, or with a count of 0. */
  rest(): Promise<void>;
}

/** Lets pg-boss use the store's own connections. */
export function bossDatabase(engine: Engine): BossDatabase {
  const running = new Set<Promise<unknown>>();
  let resting = false;
  return {
    async executeSql(text, values) {
      // It says that a job is done without waiting for the answer, also when the store closes next.
      if (resting) return { rows: /select count\(/i.test(text) ? [{ count: '0' }] : [] };
      const statement = engine.run(text, values);
      running.add(statement);
      try {
        return { rows: [...(await statement).rows] };
      } finally {
        running.delete(statement);
      }
    },
    async rest() {
      resting = true;
      await Promise.allSettled(running);
    },
  };
}
