import * as contract from '../../src/contract/networkCalendars.ts';
import { readCalendars } from '../services/networkCalendars.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the call that reads the calendars of a version. */
export function registerNetworkCalendars(context: RouteContext): void {
  registerRead(context, contract.readCalendars, ({ params }) => readCalendars(context.engine, params.versionId));
}
