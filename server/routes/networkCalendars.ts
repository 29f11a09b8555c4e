import * as contract from '../../src/contract/networkCalendars.ts';
import { readServiceFigures } from '../../src/contract/serviceFigures.ts';
import { calendarsOf } from '../services/networkCalendars.ts';
import * as figures from '../services/serviceFigures.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the calls that read the calendars of a version, and the figures of its service. */
export function registerNetworkCalendars(context: RouteContext): void {
  const read = calendarsOf(context.engine);
  registerRead(context, contract.readCalendars, ({ params }) => read(params.versionId));
  registerRead(context, readServiceFigures, async ({ params }) => ({
    Schedules: await figures.readServiceFigures(context.engine, params.versionId),
  }));
}
