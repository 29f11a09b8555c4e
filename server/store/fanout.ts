/** Carries short texts between the processes that share a database; the sender may receive its own. A text can be lost where a connection breaks. */
export interface Fanout {
  /** Sends a text of at most FANOUT_BYTES bytes in UTF-8: to every process, or, where it is about a version, to those that follow it. */
  notify(payload: string, versionId?: number): Promise<void>;
  /** Calls the listener with every text until the returned function is called. */
  listen(listener: (payload: string) => void): Promise<() => Promise<void>>;
  /** From the answer on this process receives texts about these versions, and about no others. `versionIds` is asked when it is its turn. */
  follow(versionIds: () => ReadonlySet<number>): Promise<void>;
  /** Whether texts come through; without it they do as long as the database answers. */
  isUp?(): boolean;
}

/** Longest text in bytes that a Fanout takes: PostgreSQL refuses NOTIFY payloads of 8000 bytes and more. */
export const FANOUT_BYTES = 7999;

interface Text {
  readonly channel: string;
  readonly payload: string;
}

/**
 * Sends texts one batch after the other, in the order they were given: what comes while a batch is on its way is the next one. Where a
 * batch of several fails, each of its texts is tried alone, so that one that cannot be sent stops no other.
 */
export function inBatches(send: (texts: readonly Text[]) => Promise<unknown>): (text: Text) => Promise<void> {
  let waiting: { readonly text: Text; readonly done: () => void; readonly failed: (error: unknown) => void }[] = [];
  let isSending = false;
  const sendAll = async (batch: typeof waiting): Promise<void> => {
    try {
      await send(batch.map(({ text }) => text));
      batch.forEach(({ done }) => done());
    } catch (error) {
      if (batch.length === 1) batch[0]?.failed(error);
      else for (const one of batch) await sendAll([one]);
    }
  };
  const work = async (): Promise<void> => {
    isSending = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await sendAll(batch);
    }
    isSending = false;
  };
  return (text) =>
    new Promise((done, failed) => {
      waiting.push({ text, done, failed });
      if (!isSending) void work();
    });
}

/** What has to be begun and ended for `followed` to become `wanted`; changes `followed`. */
export function changeFollowed(followed: Set<number>, wanted: ReadonlySet<number>): { readonly begun: number[]; readonly ended: number[] } {
  const begun = [...wanted].filter((id) => !followed.has(id));
  const ended = [...followed].filter((id) => !wanted.has(id));
  begun.forEach((id) => followed.add(id));
  ended.forEach((id) => followed.delete(id));
  return { begun, ended };
}
