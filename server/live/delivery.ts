import { z } from 'zod';
import type { Caller } from '../auth/auth.ts';

/**
 * Who gets a message: the connections in a group, those of one person (by subject; only while they see the region `within`, where it is
 * given: the built-in hub looks), or those of accounts that see a region.
 * Messages of an unknown region ('') go to accounts that see all regions.
 */
export const Audience = z.union([
  z.object({ region: z.string() }),
  z.object({ group: z.string() }),
  z.object({ person: z.string(), within: z.string().optional() }),
]);
export type Audience = z.infer<typeof Audience>;

/** A message on its way, with its SignalR target. */
export interface Telling {
  readonly to: Audience;
  readonly target: string;
  readonly message: unknown;
}

/** Result of a subscription: done, no such connection, or a connection of another user. */
export type WatchOutcome = 'watching' | 'unknown' | 'foreign';

/** Delivers messages to clients: the built-in hub, or Azure SignalR Service. */
export interface Delivery {
  /** Address and short-lived token with which this caller opens a connection. */
  connect(caller: Caller): Promise<{ url: string; accessToken: string; presence?: true }>;
  /** Subscribes a connection to exactly these groups. After the answer no message to them is missed. */
  watch(caller: Caller, connectionId: string, groups: readonly string[]): Promise<WatchOutcome>;
  tell(telling: Telling): Promise<void>;
}

/** The group of the connections that watch a version. */
export function versionGroup(versionId: number): string {
  return `version:${versionId}`;
}

/** The version of which that is the group; undefined for another group. */
export function versionOfGroup(group: string): number | undefined {
  const id = /^version:(\d+)$/.exec(group)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The version whose watchers are told; undefined for others. */
export function versionOf(to: Audience): number | undefined {
  return 'group' in to ? versionOfGroup(to.group) : undefined;
}

/** Looks up where a database or version is; undefined where it is not there. */
export interface LivePlaces {
  regionOfDatabase(id: string): Promise<string | undefined>;
  regionOfVersion(id: number): Promise<string | undefined>;
}
