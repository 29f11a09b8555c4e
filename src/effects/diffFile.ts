/** Saves the export of a comparison, a run log, a problem report, or a file of a task: the file goes to the browser, only its name and size into the log. */
import { exportDiff } from '../contract/comparer.ts';
import { downloadLog } from '../contract/logs.ts';
import { readProblemReport } from '../contract/problemReports.ts';
import { downloadTaskFile } from '../contract/tasks.ts';
import { type CallInput, type Route, urlOf } from '../contract/route.ts';
import { errorMessages } from '../domain/errors.ts';
import type { CallError } from '../kernel/command.ts';
import type { Perform } from '../kernel/kernel.ts';
import { Observable } from 'rxjs';
import { type DownloadPorts, errorBody, fileNameOf, isCallError, once, untilThePageIsLeft } from './downloadVersion.ts';
import { SignInNeeded } from './signIn.ts';

type Ports = Pick<DownloadPorts, 'perform' | 'accessToken' | 'login' | 'fetch' | 'save'>;

/** Calls whose answer is a file. */
const FILES: readonly Route[] = [exportDiff, downloadLog, downloadTaskFile, readProblemReport];

/** Puts these calls before another performer. Unsubscribing aborts. */
export function createDiffFiles(ports: Ports): Perform {
  return (description, context) => {
    const route = FILES.find(({ name }) => name === description.call);
    if (!route) return ports.perform(description, context);
    return new Observable((subscriber) => {
      const abort = new AbortController();
      subscriber.add(once(fetchFile(ports, route, description.input as CallInput, abort.signal)).subscribe(subscriber));
      return () => abort.abort();
    });
  };
}

async function fetchFile(ports: Ports, route: Route, input: CallInput, signal: AbortSignal): Promise<{ fileName: string; bytes: number }> {
  const url = urlOf(route, input);
  const failed = (status: number, body: unknown): CallError => ({ status, messages: errorMessages(status, body), url, method: route.method });
  try {
    const answer = await ports.fetch(url, { headers: { authorization: `Bearer ${await ports.accessToken()}` }, signal, credentials: 'omit' });
    if (answer.status === 401) {
      void ports.login();
      return await untilThePageIsLeft();
    }
    if (!answer.ok) throw failed(answer.status, await errorBody(answer));
    const file = await answer.blob();
    const fileName = fileNameOf(answer.headers.get('content-disposition')) ?? 'download';
    ports.save(fileName, file);
    return { fileName, bytes: file.size };
  } catch (error) {
    if (error instanceof SignInNeeded) return untilThePageIsLeft();
    if (signal.aborted || isCallError(error)) throw error;
    throw failed(0, 'The download broke off. Check the connection and try again.');
  }
}
