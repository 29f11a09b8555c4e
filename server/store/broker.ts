import { createClient } from '@redis/client';
import { changeFollowed, type Fanout } from './fanout.ts';

/** The broker is not there, or does not let DMP in. The message is for whoever starts DMP. */
export class BrokerUnreachable extends Error {
  override readonly name = 'BrokerUnreachable';
}

export interface Broker extends Fanout {
  isUp(): boolean;
  close(): void;
}

/** Milliseconds until a broker that does not answer is given up at the start. */
const CONNECT_MS = 5000;
/** Longest wait between two attempts to reach it again, in milliseconds. */
const AGAIN_MS = 5000;

/**
 * Carries texts by Redis or Valkey in place of LISTEN and NOTIFY. `name` is that of the database: several may share a broker. Where it goes
 * away it is tried again for ever; what is sent meanwhile is refused, and those who send have another way to be noticed.
 */
export async function openBroker(url: string, name: string, warn: (message: string, error?: unknown) => void): Promise<Broker> {
  let wasUp = false;
  let isDown = false;
  const sender = createClient({
    url,
    name: 'dmp',
    disableOfflineQueue: true,
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: (tries) => wasUp && Math.min(200 * (tries + 1), AGAIN_MS) },
  });
  const subscriber = sender.duplicate();
  const listeners = new Set<(payload: string) => void>();
  const followed = new Set<number>();
  const deliver = (payload: string): void => listeners.forEach((listener) => listener(payload));
  const everything = `dmp:${name}`;
  const channelOf = (versionId: number): string => `${everything}:${versionId}`;
  const broke = (error: unknown): void => {
    if (!wasUp || isDown) return;
    isDown = true;
    warn('The broker does not answer; live messages of other processes come late', error);
  };
  /** A subscription that was asked for while the broker was away is not known to the client. */
  const listenAgain = (): void => {
    isDown = false;
    if (wasUp) subscriber.subscribe([everything, ...[...followed].map(channelOf)], deliver).catch(broke);
  };
  sender.on('error', broke);
  subscriber.on('error', broke);
  subscriber.on('ready', listenAgain);
  try {
    await Promise.all([sender.connect(), subscriber.connect()]);
    await subscriber.subscribe(everything, deliver);
  } catch (error) {
    for (const client of [sender, subscriber]) if (client.isOpen) client.destroy();
    throw new BrokerUnreachable(
      `The broker of BROKER_URL does not answer: ${error instanceof Error ? error.message : String(error)}. Start it, or correct BROKER_URL.`,
      { cause: error },
    );
  }
  wasUp = true;
  return {
    notify: async (payload, versionId) => void (await sender.publish(versionId === undefined ? everything : channelOf(versionId), payload)),
    listen: (listener) => {
      listeners.add(listener);
      return Promise.resolve(() => Promise.resolve(void listeners.delete(listener)));
    },
    async follow(versionIds) {
      const { begun, ended } = changeFollowed(followed, versionIds());
      try {
        if (begun.length > 0) await subscriber.subscribe(begun.map(channelOf), deliver);
        if (ended.length > 0) await subscriber.unsubscribe(ended.map(channelOf));
      } catch (error) {
        broke(error);
      }
    },
    isUp: () => sender.isReady && subscriber.isReady,
    close() {
      for (const client of [sender, subscriber]) if (client.isOpen) client.destroy();
    },
  };
}
