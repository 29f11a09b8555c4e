import * as contract from '../../src/contract/schedules.ts';
import * as service from '../services/schedules.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the calls that read schedules. */
export function registerSchedules(context: RouteContext): void {
  const { engine } = context;
  registerRead(context, contract.listSchedules, ({ params, query }) => service.listSchedules(engine, params.versionId, query));
  registerRead(context, contract.listBaseSchedules, ({ params }) => service.listBaseSchedules(engine, params.versionId));
  registerRead(context, contract.listSchedulesOfRegion, ({ params }) => service.listSchedulesOfRegion(engine, params.region));
  registerRead(context, contract.readSchedule, ({ params }) => service.readSchedule(engine, params.versionId, params.scheduleId));
}
