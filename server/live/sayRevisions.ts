import { clearInterval, clearTimeout, setInterval, setTimeout } from '../surroundings.ts';

/** Publishes the revisions of watched versions regularly: live messages can be lost, and the loss of the last one leaves no gap. */
export interface RevisionsToSay {
  /** Ids of the versions that somebody watches in this process. */
  watched(): readonly number[];
  /** Revisions of those of the versions that are there. */
  revisionsOf(versionIds: readonly number[]): Promise<readonly VersionAt[]>;
  tell(version: VersionAt): void;
  /** Milliseconds from one time to the next. */
  readonly every?: number;
}

interface VersionAt {
  readonly VersionId: number;
  readonly Rev: number;
}

/** Milliseconds from one time to the next. */
const EVERY = 5000;
/** Milliseconds for which a revision is held back: an edit is committed before its message goes out, which then is there first. */
const HELD_BACK = 1000;

/** Says the revision of every watched version again and again, until the returned function is called. */
export function sayRevisions({ watched, revisionsOf, tell, every = EVERY }: RevisionsToSay): () => void {
  let asking = false;
  const held = new Set<NodeJS.Timeout>();
  const beat = setInterval(() => {
    const ids = watched();
    if (asking || ids.length === 0) return;
    asking = true;
    revisionsOf(ids)
      .then((versions) => {
        const timer = setTimeout(
          () => {
            held.delete(timer);
            versions.forEach(tell);
          },
          Math.min(HELD_BACK, every),
        ).unref();
        held.add(timer);
      })
      // A database that does not answer shows elsewhere; it is asked again the next time.
      .catch(() => undefined)
      .finally(() => (asking = false));
  }, every);
  beat.unref();
  return () => {
    clearInterval(beat);
    held.forEach(clearTimeout);
  };
}
