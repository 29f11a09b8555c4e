import * as contract from '../../src/contract/news.ts';
import * as service from '../services/news.ts';
import { registerRead, registerWrite, type Ground } from './register.ts';

/** Serves the bell. */
export function registerNews(ground: Ground): void {
  registerRead(ground, contract.listNews, (_call, caller) => service.listNews(ground.engine.db, caller));
  registerWrite(ground, contract.readNews, ({ body }, write) => service.readNews(write, body));
}
