import * as contract from '../../src/contract/networkCalendars.ts';
import { calendarsOf } from '../services/networkCalendars.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the call that reads the calendars of a version. */
export function registerNetworkCalendars(context: RouteContext): void {
  const read = calendarsOf(context.engine);
  registerRead(context, contract.readCalendars, ({ params }) => read(params.versionId));
}
