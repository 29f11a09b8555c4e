/**
 * Preloaded into a server under test (`NODE_OPTIONS=--import`): a request that carries the header `x-test-kill` ends the
 * process with SIGKILL in the moment its answer would leave, when the transaction has been committed.
 */
import { ServerResponse } from 'node:http';

const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (...args) {
  if (this.req?.headers['x-test-kill'] !== undefined) process.kill(process.pid, 'SIGKILL');
  return end.apply(this, args);
};
