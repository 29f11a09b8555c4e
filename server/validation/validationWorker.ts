/** The thread that checks versions. */
import { parentPort } from 'node:worker_threads';
import { createCheckingDesk } from './checkingDesk.ts';
import type { ToThread } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('validationWorker runs as a worker thread only');

const desk = createCheckingDesk();
port.on('message', (message: ToThread) => {
  const answer = desk(message);
  if (answer) port.postMessage(answer);
});
