import type { Recovered, SessionLog } from './kernel.ts';

/**
 * The log with the records before it, which a reload left on the disk. The log alone where they do not meet: the memory of the kernel has let
 * go of records since.
 */
export function withEarlier(log: SessionLog, earlier: Recovered | undefined): SessionLog {
  const last = earlier?.records.at(-1);
  if (!earlier || !last || log.checkpoint?.seq !== last.seq + 1) return log;
  const { checkpoint, records, bodies } = earlier;
  return {
    header: log.header,
    records: [...records, ...log.records],
    bodies: new Map([...bodies, ...log.bodies]),
    ...(checkpoint && { checkpoint }),
  };
}
