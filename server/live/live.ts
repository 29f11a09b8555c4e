import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { LIVE_MESSAGES } from '../../src/contract/notifications.ts';
import type { Auth } from '../auth/auth.ts';
import { randomSecret, type Secrets } from '../auth/secrets.ts';
import { azureDelivery } from './azure.ts';
import { versionGroup, type Audience, type Delivery, type LivePlaces } from './delivery.ts';
import { hubDelivery } from './hubDelivery.ts';
import { FANOUT_BYTES, type Fanout } from '../store/fanout.ts';
import { registerLiveRoutes } from './routes.ts';
import type { RevisionsToSay } from './sayRevisions.ts';

/** A live message by its target. */
export type LiveMessage = {
  readonly [Target in keyof typeof LIVE_MESSAGES]: {
    readonly target: Target;
    readonly message: z.infer<(typeof LIVE_MESSAGES)[Target]>;
  };
}[keyof typeof LIVE_MESSAGES];

/** Tells connected clients what happened. Publishing never fails an edit: what cannot be delivered is logged. */
export interface Live {
  /**
   * To those who watch the version where it speaks of one's documents, to one person where a subject is given, else to the accounts that
   * see the region.
   */
  publish(message: LiveMessage, subject?: string): Promise<void>;
}

export interface LiveOptions {
  readonly auth: Auth;
  readonly fanout: Fanout;
  readonly places: LivePlaces;
  /** Keeps the key of live tokens; the same for every process. */
  readonly secrets: Secrets;
  /** Address of the product as people type it; its pages may open the connection. */
  readonly publicUrl: string;
  /** Uses Azure SignalR Service (serverless mode) in place of the built-in hub. */
  readonly azureConnectionString?: string;
  /** Throws where an account makes too many calls. */
  readonly count?: (subject: string) => void;
  /** Life of a live token, and so of a connection, in seconds; default 900. */
  readonly tokenSeconds?: number;
  /** The revisions of those of the versions that are there. */
  readonly revisionsOf: RevisionsToSay['revisionsOf'];
  /** Milliseconds from one time that the built-in hub says the revisions of watched versions to the next. */
  readonly sayEvery?: number;
}

/** Serves live messages: the hub under /live (or Azure SignalR Service), the token route and the watch route. */
export async function registerLive(app: FastifyInstance, options: LiveOptions): Promise<Live> {
  const tokenSeconds = options.tokenSeconds ?? 900;
  const delivery: Delivery =
    options.azureConnectionString === undefined
      ? await hubDelivery(app, { ...options, tokenSeconds, key: await options.secrets.readOrCreate('live-key', async () => randomSecret()) })
      : azureDelivery(options.azureConnectionString, { tokenSeconds });
  registerLiveRoutes(app, options, delivery);
  return {
    async publish(message, subject) {
      try {
        for (const part of inParts(message)) await delivery.tell(await messageToSend(options.places, part, subject));
      } catch (error) {
        app.log.warn({ err: error, target: message.target }, 'a live message could not be delivered');
      }
    },
  };
}

/** A message with who hears it. */
export async function messageToSend(
  places: LivePlaces,
  message: LiveMessage,
  subject?: string,
): Promise<{ to: Audience; target: string; message: unknown }> {
  const within = message.target === 'newsTold' ? ((await places.regionOfDatabase(message.message.databaseId)) ?? '') : undefined;
  const to = subject === undefined ? await audienceOf(places, message) : { person: subject, ...(within === undefined ? {} : { within }) };
  return { to, target: message.target, message: withinBounds(message) };
}

/** Every message concerns one version, database or region: a new kind of message says here which. */
async function audienceOf(places: LivePlaces, { target, message }: LiveMessage): Promise<Audience> {
  switch (target) {
    case 'versionChanged':
    case 'versionAt':
    case 'findingsChanged':
      return { group: versionGroup(message.VersionId) };
    case 'regionChanged':
      return { region: message.RegionKey };
    case 'exportChanged':
    case 'deliveryLocationsChanged':
    case 'publicFeedsChanged':
      return { region: message.region };
    case 'versionListed':
    case 'versionRemoved':
    case 'versionFailed':
    case 'changesTold':
    case 'reviewChanged':
    case 'vehiclesMoved':
      return { region: (await places.regionOfDatabase(message.DatabaseId)) ?? '' };
    case 'runChanged':
    case 'taskProgressed':
    case 'pipelineChanged':
      return { region: (await places.regionOfDatabase(message.db_id)) ?? '' };
    // Sent to its author alone; without one, only to accounts without a limit to regions.
    case 'uploadProgress':
    case 'newsTold':
      return { region: '' };
  }
}

/** Room in a fan-out text for what stands around the message. */
const ENVELOPE = 200;

/** Splits a message that is too large for the fan-out: a run of many tasks becomes several messages with part of its tasks each. */
export function inParts(message: LiveMessage): readonly LiveMessage[] {
  if (message.target !== 'runChanged' || message.message.tasks.length < 2 || fits(message)) return [message];
  const { tasks } = message.message;
  const half = Math.ceil(tasks.length / 2);
  return [tasks.slice(0, half), tasks.slice(half)].flatMap((some) => inParts({ target: 'runChanged', message: { ...message.message, tasks: some } }));
}

/** The message as everybody gets it: one too large for the fan-out goes without its details, which clients then fetch. */
function withinBounds(message: LiveMessage): unknown {
  if (message.target !== 'versionChanged' && message.target !== 'findingsChanged') return message.message;
  if (fits(message)) return message.message;
  return message.target === 'versionChanged' ? { ...message.message, Edits: null } : { ...message.message, Rules: null, Effects: [] };
}

function fits({ message }: LiveMessage): boolean {
  return Buffer.byteLength(JSON.stringify(message)) <= FANOUT_BYTES - ENVELOPE;
}
