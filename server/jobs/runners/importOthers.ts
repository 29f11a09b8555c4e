/** Imports from places other than an address: the object store, an S3 bucket, an SFTP server. */
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import SftpClient from 'ssh2-sftp-client';
import type { z } from 'zod';
import { importS3, importSftp, importStore, importUpload } from '../../../src/domain/taskTemplates/imports.ts';
import { checkedAddress, fetchChecked } from '../addresses.ts';
import { importFile, receiveFile } from './importFile.ts';
import type { TaskOutcome, TaskPlace, TaskWork } from './runner.ts';
import { TaskFailed } from './taskFailed.ts';

/** Takes a file from the object store. */
export function runImportStore(work: TaskWork): Promise<TaskOutcome> {
  const values = importStore.parameters.parse(work.values);
  return fromStore(work, values.key, values);
}

/** Takes a file that a person has uploaded for this task. */
export function runImportUpload(work: TaskWork): Promise<TaskOutcome> {
  const values = importUpload.parameters.parse(work.values);
  return fromStore(work, values.file, values);
}

type Common = Pick<z.infer<typeof importStore.parameters>, 'version_name' | 'on_errors'>;

async function fromStore(work: TaskWork, key: string, values: Common): Promise<TaskOutcome> {
  const { place, log, task } = work;
  log.info(`Taking ${key} from the object store`);
  const stream = await place.objects.get(key);
  const file = await receiveFile(work, stream, { total: 0, from: 'the object store' });
  // Keys end in a checksum, which says nothing to people.
  const fileName = (key.split('/').pop() ?? key).replace(/\.[0-9a-f]{64}$/, '');
  return importFile(work, file, { ...values, fileName, databaseId: task.databaseId });
}

/** Takes a file from an S3-compatible bucket. */
export async function runImportS3(work: TaskWork): Promise<TaskOutcome> {
  const { place, log, signal, task } = work;
  const values = importS3.parameters.parse(work.values);
  const { endpoint, bucket, key, region, access_key_id: accessKeyId, secret } = values;
  const url = `${endpoint.replace(/\/+$/, '')}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const signed = await new AwsV4Signer({
    method: 'GET',
    url,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey: await place.secrets.read(secret),
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  }).sign();
  log.info(`Taking ${key} from the bucket ${bucket}`);
  const { authorization, ...headers } = Object.fromEntries(signed.headers);
  const { answer } = await fetchChecked(url, { headers, authorization, signal, rules: place.addresses });
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw new TaskFailed(
      `The bucket ${bucket} answers with ${answer.statusCode ?? 0}${answer.statusCode === 404 ? ' (there is no such file)' : answer.statusCode === 403 ? ' (it is forbidden)' : ''}.`,
    );
  }
  const file = await receiveFile(work, answer, { total: Number(answer.headers['content-length'] ?? 0), from: `the bucket ${bucket}` });
  return importFile(work, file, { ...values, fileName: key.split('/').pop() ?? key, databaseId: task.databaseId });
}

/** Takes a file from an SFTP server. */
export async function runImportSftp(work: TaskWork): Promise<TaskOutcome> {
  const { place, log, signal, task } = work;
  const values = importSftp.parameters.parse(work.values);
  const client = await openSftp(place, values, signal);
  const leave = (): void => void client.end().catch(() => undefined);
  signal.addEventListener('abort', leave, { once: true });
  try {
    const { size } = await client.stat(values.path).catch(() => {
      throw new TaskFailed(`${values.host} has no file ${values.path}.`);
    });
    log.info(`Taking ${values.path} from ${values.host}`);
    const through = new PassThrough();
    client.get(values.path, through).catch((error: unknown) => through.destroy(error instanceof Error ? error : new Error(String(error))));
    const file = await receiveFile(work, through, { total: size, from: values.host });
    return await importFile(work, file, { ...values, fileName: values.path.split('/').pop() ?? values.path, databaseId: task.databaseId });
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

/** How an SFTP server is reached. Secrets by their names. */
interface SftpServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly private_key: string;
  readonly host_key: string;
}

/** Connects to an SFTP server whose key is the one that is expected. Throws TaskFailed. */
async function openSftp(
  place: Pick<TaskPlace, 'addresses' | 'secrets'>,
  { host, port, username, password, private_key, host_key }: SftpServer,
  signal: AbortSignal,
): Promise<SftpClient> {
  const { address, family } = await checkedAddress(host, port, place.addresses);
  const sock = await connected(address, port, family, signal).catch(() => {
    throw new TaskFailed(`${host}:${port} could not be reached.`);
  });
  const client = new SftpClient();
  let shown = '';
  try {
    await client.connect({
      sock,
      username,
      ...(password === '' ? {} : { password: await place.secrets.read(password) }),
      ...(private_key === '' ? {} : { privateKey: await place.secrets.read(private_key) }),
      hostVerifier: (key: Buffer) => {
        shown = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
        return shown === host_key.trim();
      },
      readyTimeout: 20_000,
    });
    return client;
  } catch (error) {
    sock.destroy();
    if (error instanceof TaskFailed) throw error;
    signal.throwIfAborted();
    if (shown !== '' && shown !== host_key.trim()) {
      throw new TaskFailed(
        host_key === ''
          ? `${host} shows the key ${shown}. Write it into the task where it is the right one; without it nobody can tell whether this is your server.`
          : `${host} shows another key than the task names: ${shown}. Either the server was changed, or somebody stands between. Nothing was sent.`,
      );
    }
    throw new TaskFailed(`${host} does not let ${username} in: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function connected(address: string, port: number, family: 4 | 6, signal: AbortSignal): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ host: address, port, family, signal, timeout: 20_000 });
    socket.once('connect', () => {
      socket.setTimeout(0);
      done(socket);
    });
    socket.once('timeout', () => socket.destroy(new Error('no answer')));
    socket.once('error', fail);
  });
}
