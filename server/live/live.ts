import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { LIVE_MESSAGES } from '../../src/contract/notifications.ts';
import type { Auth } from '../auth/auth.ts';
import { randomSecret, type Secrets } from '../auth/secrets.ts';
import { azureDelivery } from './azure.ts';
import { versionGroup, type Audience, type Delivery } from './delivery.ts';
import { hubDelivery } from './hubDelivery.ts';
import { registerLiveRoutes } from './routes.ts';

/** A live message by its target. */
export type LiveMessage = {
  readonly [Target in keyof typeof LIVE_MESSAGES]: {
    readonly target: Target;
    readonly message: z.infer<(typeof LIVE_MESSAGES)[Target]>;
  };
}[keyof typeof LIVE_MESSAGES];

/** Tells connected clients what happened. Publishing never fails an edit: what cannot be delivered is logged. */
export interface Live {
  /** To those who watch the version where it is `versionChanged`, to one person where a subject is given, to everybody otherwise. */
  publish(message: LiveMessage, subject?: string): Promise<void>;
}

/** Carries short texts to every process on the same database (LISTEN/NOTIFY); the sender may hear its own. */
export interface Fanout {
  /** Sends a text of at most FANOUT_BYTES bytes in UTF-8. */
  notify(payload: string): Promise<void>;
  /** Hears every text from now on, until the answered function is called. */
  listen(heard: (payload: string) => void): Promise<() => Promise<void>>;
}

/** Longest text in bytes that a Fanout takes: PostgreSQL refuses NOTIFY payloads of 8000 bytes and more. */
export const FANOUT_BYTES = 7999;

export interface LiveOptions {
  readonly auth: Auth;
  readonly fanout: Fanout;
  /** Keeps the key of live tokens; the same for every process. */
  readonly secrets: Secrets;
  /** Address of the product as people type it; its pages may open the connection. */
  readonly publicUrl: string;
  /** Uses Azure SignalR Service (serverless mode) in place of the built-in hub. */
  readonly azureConnectionString?: string;
  /** Life of a live token, and so of a connection, in seconds; default 900. */
  readonly tokenSeconds?: number;
}

/** Serves live messages: the hub under /live (or Azure SignalR Service), the token route and the watch route. */
export async function registerLive(app: FastifyInstance, options: LiveOptions): Promise<Live> {
  const tokenSeconds = options.tokenSeconds ?? 900;
  const delivery: Delivery =
    options.azureConnectionString === undefined
      ? await hubDelivery(app, { ...options, tokenSeconds, key: await options.secrets.readOrCreate('live-key', async () => randomSecret()) })
      : azureDelivery(options.azureConnectionString, { tokenSeconds });
  registerLiveRoutes(app, options.auth, delivery);
  return {
    async publish(message, subject) {
      try {
        await delivery.tell(messageToSend(message, subject));
      } catch (error) {
        app.log.warn({ err: error, target: message.target }, 'a live message could not be delivered');
      }
    },
  };
}

/** A message with who hears it. */
export function messageToSend(message: LiveMessage, subject?: string): { to: Audience; target: string; message: unknown } {
  const to: Audience =
    subject !== undefined
      ? { person: subject }
      : message.target === 'versionChanged' || message.target === 'findingsChanged'
        ? { group: versionGroup(message.message.VersionId) }
        : 'everybody';
  return { to, target: message.target, message: withinBounds(message) };
}

/** Room in a fan-out text for what stands around the message. */
const ENVELOPE = 200;

/** The message as everybody gets it: one too large for the fan-out goes without its details, which clients then fetch. */
function withinBounds(message: LiveMessage): unknown {
  if (message.target !== 'versionChanged' && message.target !== 'findingsChanged') return message.message;
  const large = Buffer.byteLength(JSON.stringify(message.message)) > FANOUT_BYTES - ENVELOPE;
  if (!large) return message.message;
  return message.target === 'versionChanged' ? { ...message.message, Edits: null } : { ...message.message, Rules: null, Effects: [] };
}
