import { readRealtime } from '../../src/contract/realtime.ts';
import { vehiclePositions } from '../services/realtime.ts';
import { ReadyJson, registerRead, type RouteContext } from './register.ts';

/** Serves vehicle positions. */
export function registerRealtime(context: RouteContext): void {
  registerRead(context, readRealtime, async ({ params, query }) => new ReadyJson(await vehiclePositions(context.engine, params.databaseId, query)));
}
