import * as contract from '../../src/contract/news.ts';
import * as service from '../services/news.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the bell. */
export function registerNews(context: RouteContext): void {
  registerRead(context, contract.listNews, (_call, caller) => service.listNews(context.engine.db, caller));
  registerWrite(context, contract.readNews, ({ body }, write) => service.readNews(write, body));
}
