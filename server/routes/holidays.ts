import * as contract from '../../src/contract/holidays.ts';
import { listHolidays } from '../services/holidays.ts';
import { registerRead, type RouteContext } from './register.ts';

/** Serves the call that lists holidays. */
export function registerHolidays(context: RouteContext): void {
  registerRead(context, contract.listHolidays, ({ query }) => listHolidays(query));
}
