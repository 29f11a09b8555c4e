import { readRealtime } from '../../src/contract/realtime.ts';
import { vehiclePositions } from '../services/realtime.ts';
import { ReadyJson, registerRead, type Ground } from './register.ts';

/** Serves vehicle positions. */
export function registerRealtime(ground: Ground): void {
  registerRead(ground, readRealtime, async ({ params, query }) => new ReadyJson(await vehiclePositions(ground.engine, params.databaseId, query)));
}
