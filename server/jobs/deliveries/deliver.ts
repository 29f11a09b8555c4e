/** Delivers a file to a location, and tries whether one can be delivered to. */
import { type DeliveryKind, DELIVERY_KIND_WORDS, type DeliverySettings } from '../../../src/domain/deliveryLocations.ts';
import { HostUnreachable } from '../../addresses.ts';
import { pause, timeUp } from '../../surroundings.ts';
import type { TaskPlace } from '../runners/runner.ts';
import { TaskFailed } from '../../taskFailed.ts';
import { HostKeyRefused } from '../sftp.ts';
import { toFolder } from './folder.ts';
import { toHttp } from './http.ts';
import { toS3 } from './s3.ts';
import { toSftp } from './sftp.ts';

export type DeliveryPlace = Pick<TaskPlace, 'addresses' | 'secrets' | 'dataDir' | 'warn'>;

/** A file that is to be delivered. */
export interface OutgoingFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface DeliveryOptions {
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the other side counts as gone. */
  readonly patience: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** One kind of delivery; `credentials` by name, '' where none is kept. Both throw TaskFailed in words for people. */
export interface Delivery<S extends DeliverySettings = DeliverySettings> {
  /** Puts the file there, whole or not at all, in place of one of the same name. */
  deliver(place: DeliveryPlace, settings: S, credentials: KeptCredentials, file: OutgoingFile, options: DeliveryOptions): Promise<void>;
  /** Returns what was found, in a sentence. */
  probe(place: DeliveryPlace, settings: S, credentials: KeptCredentials, options: DeliveryOptions): Promise<string>;
}

export type KeptCredentials = Readonly<Record<string, string>>;

/** How long deliveries wait. */
export interface Patience {
  /** Milliseconds without a byte. */
  readonly silence: number;
  /** Milliseconds before each further attempt. */
  readonly pauses: readonly number[];
}

const PATIENCE: Patience = { silence: 60_000, pauses: [2000, 8000] };

/** Delivers a file; where the other side cannot be reached or has trouble of its own it is retried. Throws TaskFailed. */
export async function deliverFile(
  place: DeliveryPlace,
  settings: DeliverySettings,
  credentials: KeptCredentials,
  file: OutgoingFile,
  { signal, onProgress, onTrouble }: Omit<DeliveryOptions, 'patience'> & { onTrouble: (message: string) => void },
  { silence, pauses }: Patience = PATIENCE,
): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await deliveryOf(settings).deliver(place, settings, credentials, file, { signal, onProgress, patience: silence });
    } catch (error) {
      signal.throwIfAborted();
      const wait = pauses[tries];
      if (!(error instanceof HostUnreachable) || wait === undefined) throw error;
      onTrouble(`${error.message} Trying again in ${Math.round(wait / 1000)} s.`);
      await pause(wait, undefined, { signal });
    }
  }
}

/** Tries a location with a small file of its own name, which is removed again; never throws for what the other side does. */
export async function tryDelivery(
  place: DeliveryPlace,
  settings: DeliverySettings,
  credentials: KeptCredentials,
  patience = 15_000,
): Promise<{ ok: boolean; message: string; hostKey: string | null }> {
  const signal = timeUp(patience * 2);
  try {
    const message = await deliveryOf(settings).probe(place, settings, credentials, { signal, patience, onProgress: () => undefined });
    return { ok: true, message, hostKey: null };
  } catch (error) {
    if (signal.aborted) return { ok: false, message: `There was no answer within ${Math.round((patience * 2) / 1000)} seconds.`, hostKey: null };
    if (error instanceof HostKeyRefused) return { ok: false, message: error.message, hostKey: error.shown };
    if (error instanceof TaskFailed) return { ok: false, message: error.message, hostKey: null };
    place.warn(`A ${DELIVERY_KIND_WORDS[settings.kind]} could not be tried`, error);
    return { ok: false, message: "Something went wrong. It's not your fault.", hostKey: null };
  }
}

const DELIVERIES: { readonly [K in DeliveryKind]: Delivery<Extract<DeliverySettings, { kind: K }>> } = {
  folder: toFolder,
  http: toHttp,
  s3: toS3,
  sftp: toSftp,
};

function deliveryOf(settings: DeliverySettings): Delivery {
  // The entry of a kind takes the settings of that kind.
  return DELIVERIES[settings.kind];
}
