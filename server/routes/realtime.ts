import { readDrivenTimes, readRealtime } from '../../src/contract/realtime.ts';
import { drivenTimes } from '../services/drivenTimes.ts';
import { vehiclePositions } from '../services/realtime.ts';
import { ReadyJson, registerRead, type RouteContext } from './register.ts';

/** Serves vehicle positions. */
export function registerRealtime(context: RouteContext): void {
  registerRead(context, readDrivenTimes, ({ params, query }) => drivenTimes(context.engine, params.versionId, query));
  registerRead(context, readRealtime, async ({ params, query }) => new ReadyJson(await vehiclePositions(context.engine, params.databaseId, query)));
}
