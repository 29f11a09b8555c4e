import type { IncomingMessage } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import type { DeliverySettings } from '../../../src/domain/deliveryLocations.ts';
import { type SentFile, sendChecked } from '../../addresses.ts';
import { TaskFailed } from '../../taskFailed.ts';
import type { Delivery, DeliveryOptions, DeliveryPlace, KeptCredentials } from './deliver.ts';
import { isTaken, refusalOf } from './http.ts';
import { probeWords, withProbeFile } from './probeFile.ts';

type S3 = Extract<DeliverySettings, { kind: 's3' }>;

/** One PUT of known size and checksum into an S3-compatible bucket: the whole file or nothing. At most 5 GB. */
export const toS3: Delivery<S3> = {
  async deliver(place, settings, credentials, file, options) {
    if (file.size > MOST_BYTES) throw new TaskFailed('A bucket takes files of at most 5 GB.');
    const sent = { path: file.path, size: file.size, onProgress: (done: number) => options.onProgress(done, file.size) };
    const answer = await ask(place, settings, credentials, 'PUT', file.name, options, { file: sent, sha256: file.sha256 });
    await settle(settings, answer);
  },
  probe(place, settings, credentials, options) {
    return withProbeFile(async (file) => {
      const sent = { path: file.path, size: file.size };
      await settle(settings, await ask(place, settings, credentials, 'PUT', file.name, options, { file: sent, sha256: file.sha256 }));
      const removed = await ask(place, settings, credentials, 'DELETE', file.name, options);
      removed.destroy();
      return probeWords(settings.bucket, file, isTaken(removed));
    });
  },
};

const MOST_BYTES = 5 * 2 ** 30;
/** SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function ask(
  { addresses }: DeliveryPlace,
  { endpoint, region, bucket, prefix, accessKeyId }: S3,
  { secretAccessKey = '' }: KeptCredentials,
  method: 'PUT' | 'DELETE',
  name: string,
  { signal, patience }: DeliveryOptions,
  body?: { readonly file: SentFile; readonly sha256: string },
): Promise<IncomingMessage> {
  if (secretAccessKey === '') throw new TaskFailed('The secret access key of the bucket is not kept. Write it into the delivery location.');
  const key = [...prefix.split('/').filter(Boolean), name].map(encodeURIComponent).join('/');
  const headers: Record<string, string> = {
    'x-amz-content-sha256': body?.sha256 ?? EMPTY,
    ...(body === undefined ? {} : { 'content-length': String(body.file.size) }),
  };
  const signed = await new AwsV4Signer({
    method,
    url: `${endpoint.replace(/\/+$/, '')}/${bucket}/${key}`,
    headers,
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
  }).sign();
  const { authorization, ...rest } = Object.fromEntries(signed.headers);
  return sendChecked(signed.url, {
    method,
    headers: { ...rest, ...headers },
    authorization,
    ...(body === undefined ? {} : { body: body.file }),
    rules: addresses,
    signal,
    patience,
  });
}

async function settle({ bucket }: S3, answer: IncomingMessage): Promise<void> {
  if (isTaken(answer)) return void answer.destroy();
  let text = '';
  try {
    for await (const chunk of answer) if (text.length < 10_000) text += String(chunk);
  } catch {
    // The status says enough.
  }
  const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text)?.[1];
  throw refusalOf(`The bucket ${bucket}`, answer, code === undefined ? '' : ` ${code}`);
}
