/** Imports from places other than an address: the object store, an S3 bucket, an SFTP server. */
import { Transform } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { z } from 'zod';
import { fileNameOfKey } from '../../../src/domain/taskFiles.ts';
import { importS3, importSftp, importStore, importUpload } from '../../../src/domain/taskTemplates/imports.ts';
import { addressOfTask } from '../../../src/domain/taskTemplates/secretServers.ts';
import { fetchChecked } from '../../addresses.ts';
import { inWords, withSftp } from '../sftp.ts';
import { importFile, receiveFile } from './importFile.ts';
import type { TaskOutcome, TaskContext } from './runner.ts';
import { ObjectLost } from '../../objects/objects.ts';
import { readDatabase } from '../../store/regions.ts';
import { readRegionsOfKey } from '../../store/taskFiles.ts';
import { TaskFailed } from '../../taskFailed.ts';

/** Takes a file from the object store. */
export function runImportStore(context: TaskContext): Promise<TaskOutcome> {
  const values = importStore.parameters.parse(context.values);
  return fromStore(context, values.key, values);
}

/** Takes a file that a person has uploaded for this task. */
export function runImportUpload(context: TaskContext): Promise<TaskOutcome> {
  const values = importUpload.parameters.parse(context.values);
  return fromStore(context, values.file, values);
}

type Common = Pick<z.infer<typeof importStore.parameters>, 'version_name' | 'on_errors' | 'drop_limit'>;

async function fromStore(context: TaskContext, key: string, values: Common): Promise<TaskOutcome> {
  const { place, log, task } = context;
  const fileName = fileNameOfKey(key);
  const { db } = place.store.sql;
  const regions = await readRegionsOfKey(db, key);
  const region = (await readDatabase(db, task.databaseId))?.RegionKey;
  // In the words for a file that is not there: that there is one elsewhere is nobody's business.
  if (regions !== undefined && (region === undefined || !regions.includes(region))) throw new ObjectLost(key, 'missing');
  log.info(`Reading ${fileName}`);
  const stream = await place.objects.get(key);
  const file = await receiveFile(context, stream, { total: 0, from: 'the object store' });
  return importFile(context, file, { ...values, fileName, databaseId: task.databaseId });
}

/** Takes a file from an S3-compatible bucket. */
export async function runImportS3(context: TaskContext): Promise<TaskOutcome> {
  const { place, log, signal, task } = context;
  const values = importS3.parameters.parse(context.values);
  const { endpoint, bucket, key, region, access_key_id: accessKeyId, secret } = values;
  const url = `${endpoint.replace(/\/+$/, '')}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
  const signed = await new AwsV4Signer({
    method: 'GET',
    url,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey: await place.secrets.read(secret, addressOfTask(values)),
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
  const file = await receiveFile(context, answer, { total: Number(answer.headers['content-length'] ?? 0), from: `the bucket ${bucket}` });
  return importFile(context, file, { ...values, fileName: key.split('/').pop() ?? key, databaseId: task.databaseId });
}

/** Takes a file from an SFTP server. */
export async function runImportSftp(context: TaskContext): Promise<TaskOutcome> {
  const { place, log, signal, task } = context;
  const values = importSftp.parameters.parse(context.values);
  const { host, path } = values;
  const server = {
    ...values,
    hostKey: values.host_key,
    password: values.password === '' ? '' : await place.secrets.read(values.password, addressOfTask(values)),
    privateKey: values.private_key === '' ? '' : await place.secrets.read(values.private_key, addressOfTask(values)),
  };
  let act: () => void = () => undefined;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      act();
      next(null, chunk);
    },
  });
  const file = await withSftp(place.addresses, server, { signal, patience: SILENCE }, async (client, acted) => {
    act = acted;
    const { size } = await inWords(client.stat(path), `${host} does not give ${path}`);
    log.info(`Taking ${path} from ${host}`);
    client.get(path, through).catch((error: unknown) => through.destroy(error instanceof Error ? error : new Error(String(error))));
    return receiveFile(context, through, { total: size, from: host });
  }).finally(() => through.destroy());
  return importFile(context, file, { ...values, fileName: path.split('/').pop() ?? path, databaseId: task.databaseId });
}

/** Milliseconds without a byte from an SFTP server. */
const SILENCE = 60_000;
