import { z } from 'zod';

/** What the tabs of one browser tell each other. Only facts about the server belong here; each tab has its own log and undo. */
export interface Broadcast {
  /** Tells the other tabs; this one does not hear it. */
  tell(fact: Fact): void;
  hear(listener: (fact: Fact) => void): void;
  close(): void;
}

/** `signedOut`: the user logged out, in whichever tab. */
export type Fact = z.infer<typeof Fact>;
const Fact = z.enum(['signedOut']);

/** Opens the channel between the tabs of this browser. */
export function openBroadcast(name = 'dmp'): Broadcast {
  const channel = new BroadcastChannel(name);
  return {
    tell: (fact) => channel.postMessage(fact),
    hear(listener) {
      channel.addEventListener('message', (event: MessageEvent<unknown>) => {
        // A tab of another build may say what this one does not know.
        const fact = Fact.safeParse(event.data);
        if (fact.success) listener(fact.data);
      });
    },
    close: () => channel.close(),
  };
}
