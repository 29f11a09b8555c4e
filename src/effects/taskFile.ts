/** Sends a file that a task takes: the bytes go to the server, only its name and its key into the log. */
import { z } from 'zod';
import { urlOf } from '../contract/route.ts';
import { uploadTaskFile } from '../contract/tasks.ts';
import { errorMessages } from '../domain/errors.ts';
import type { CallError } from '../kernel/command.ts';
import type { Perform } from '../kernel/kernel.ts';
import { Observable } from 'rxjs';
import { type DownloadPorts, errorBody, isCallError, once, untilThePageIsLeft } from './downloadVersion.ts';
import { SignInNeeded } from './signIn.ts';

interface Ports extends Pick<DownloadPorts, 'perform' | 'accessToken' | 'login' | 'fetch'> {
  /** The file with an id; undefined after a reload. */
  fileOf(fileId: string): File | undefined;
}

const Input = z.object({ params: z.object({ name: z.string() }), body: z.object({ fileId: z.string() }) });

/** Puts the uploads of task files before another performer. Unsubscribing aborts. */
export function createTaskFiles(ports: Ports): Perform {
  return (description, context) => {
    if (description.call !== uploadTaskFile.name) return ports.perform(description, context);
    return new Observable((subscriber) => {
      const abort = new AbortController();
      subscriber.add(once(send(ports, description.input, context.idempotencyKey, abort.signal)).subscribe(subscriber));
      return () => abort.abort();
    });
  };
}

async function send(ports: Ports, input: unknown, key: string, signal: AbortSignal): Promise<z.infer<typeof uploadTaskFile.reply>> {
  const { params, body } = Input.parse(input);
  const url = urlOf(uploadTaskFile, { params });
  const failed = (status: number, said: unknown): CallError => ({
    status,
    messages: errorMessages(status, said),
    url,
    method: uploadTaskFile.method,
  });
  const file = ports.fileOf(body.fileId);
  if (!file) throw failed(400, 'The upload was interrupted by a reload. Choose the file again.');
  try {
    const headers = { authorization: `Bearer ${await ports.accessToken()}`, 'idempotency-key': key, 'content-type': 'application/octet-stream' };
    const answer = await ports.fetch(url, { method: uploadTaskFile.method, headers, body: file, signal, credentials: 'omit' });
    if (answer.status === 401) {
      void ports.login();
      return await untilThePageIsLeft();
    }
    if (!answer.ok) throw failed(answer.status, await errorBody(answer));
    return uploadTaskFile.reply.parse(await answer.json());
  } catch (error) {
    if (error instanceof SignInNeeded) return untilThePageIsLeft();
    if (signal.aborted || isCallError(error)) throw error;
    throw failed(0, 'The upload broke off. Check the connection and try again.');
  }
}
