import * as contract from '../../src/contract/schedules.ts';
import * as service from '../services/schedules.ts';
import { registerRead, type Ground } from './register.ts';

/** Serves the calls that read schedules. */
export function registerSchedules(ground: Ground): void {
  const { engine } = ground;
  registerRead(ground, contract.listSchedules, ({ params, query }) => service.listSchedules(engine, params.versionId, query));
  registerRead(ground, contract.listBaseSchedules, ({ params }) => service.listBaseSchedules(engine, params.versionId));
  registerRead(ground, contract.listSchedulesOfRegion, ({ params }) => service.listSchedulesOfRegion(engine, params.region));
  registerRead(ground, contract.readSchedule, ({ params }) => service.readSchedule(engine, params.versionId, params.scheduleId));
}
