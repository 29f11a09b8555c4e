import { clearTimeout, setTimeout } from '../surroundings.ts';

/** Brings messages of versions that come from several processes into the order of their revisions. */
export interface InOrder {
  /**
   * Has a message delivered when those before it were. One that is missing is waited for, but not for long: whoever sees the gap fetches
   * the edits, and the message is dropped when it comes after that.
   */
  take(versionId: number, rev: number, from: string, deliver: () => void): void;
  /** Has the next message of a version delivered at once: those before it may not have come here. */
  forget(versionId: number): void;
  close(): void;
}

/** Milliseconds for which messages wait for one before them. */
const PATIENCE = 200;
/** Versions to keep track of; the least recently changed one is dropped first. */
const FOLLOWED = 1000;

interface Followed {
  /** Revision of the last message that was delivered. */
  rev: number;
  /** The only process that has sent messages about it; null where there were several. Messages of one process arrive in order. */
  from: string | null;
  readonly waiting: Map<number, () => void>;
  patience?: NodeJS.Timeout | undefined;
}

export function inOrder(): InOrder {
  const versions = new Map<number, Followed>();

  const deliverReady = (version: Followed): void => {
    for (let next; (next = version.waiting.get(version.rev + 1)); next()) version.waiting.delete(++version.rev);
    clearTimeout(version.patience);
    version.patience = version.waiting.size === 0 ? undefined : setTimeout(giveUp, PATIENCE, version).unref();
  };
  const giveUp = (version: Followed): void => {
    const least = Math.min(...version.waiting.keys());
    version.rev = least - 1;
    deliverReady(version);
  };
  return {
    take(versionId, rev, from, deliver) {
      let version = versions.get(versionId);
      versions.delete(versionId);
      if (version === undefined) {
        version = { rev: rev - 1, from, waiting: new Map() };
        for (const oldest of versions.keys()) {
          if (versions.size < FOLLOWED) break;
          clearTimeout(versions.get(oldest)?.patience);
          versions.delete(oldest);
        }
      }
      versions.set(versionId, version);
      if (version.from !== from) version.from = null;
      if (version.from !== null) {
        version.rev = rev;
        return deliver();
      }
      if (rev <= version.rev) return undefined;
      version.waiting.set(rev, deliver);
      return deliverReady(version);
    },
    forget(versionId) {
      clearTimeout(versions.get(versionId)?.patience);
      versions.delete(versionId);
    },
    close() {
      for (const { patience } of versions.values()) clearTimeout(patience);
      versions.clear();
    },
  };
}
