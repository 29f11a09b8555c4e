import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';

setFlagsFromString('--expose-gc');
const collect = z.custom<(what: { type: 'minor' }) => void>((value) => typeof value === 'function').parse(runInNewContext('gc'));

/**
 * Frees the newest of this thread's dead values. For whoever passes many bytes through: they lie
 * outside the engine's heap, and it lets some 60 MB of them gather before it looks, which the process then never gives back.
 */
export function collectYoung(): void {
  collect({ type: 'minor' });
}
