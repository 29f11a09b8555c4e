import { createReadStream } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { pause } from '../surroundings.ts';
import { checked, checkKey, checkName, ObjectLost, ObjectTrouble, type ObjectStore } from './objects.ts';
import { spool, type Spooled } from './spool.ts';

/** Where an S3-compatible bucket is and how it is reached. */
export interface Bucket {
  readonly bucket: string;
  /** Before every key, without a slash at either end; may be empty. */
  readonly prefix: string;
  /** Address of the service without a slash at the end; the bucket is in the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Files in a bucket. Each goes there by one PUT of known size and checksum, of at most 5 GB, so that the service keeps the
 * whole or nothing. `retryMs` is the wait before the first of three further attempts; it doubles.
 */
export function s3Objects(bucket: Bucket, spoolFolder: string, { retryMs = 500, patienceMs = 60_000 } = {}): ObjectStore {
  const place = `s3://${bucket.bucket}${bucket.prefix === '' ? '' : `/${bucket.prefix}`}`;
  const urlOf = (key: string): string => [bucket.endpoint, bucket.bucket, ...(bucket.prefix === '' ? [] : [bucket.prefix]), key].join('/');

  const attempt = async (method: 'GET' | 'PUT' | 'DELETE', key: string, file?: Spooled, signal?: AbortSignal): Promise<IncomingMessage> => {
    const { accessKeyId, secretAccessKey, region } = bucket;
    const headers: Record<string, string> = {
      'x-amz-content-sha256': file?.sha256 ?? EMPTY,
      ...(file ? { 'content-length': String(file.size) } : {}),
    };
    const signed = await new AwsV4Signer({ method, url: urlOf(key), headers, service: 's3', region, accessKeyId, secretAccessKey }).sign();
    const send = signed.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = send(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), ...headers },
      timeout: patienceMs,
      ...(signal ? { signal } : {}),
    });
    call.on('timeout', () => call.destroy(new ObjectTrouble('The object store does not answer.')));
    const answered = new Promise<IncomingMessage>((resolve, reject) => call.on('response', resolve).on('error', reject));
    // A refusal may come before all is sent: whichever ends first decides.
    if (file) await Promise.race([pipeline(createReadStream(file.path), call), answered]);
    else call.end();
    return answered;
  };

  const ask = async (method: 'GET' | 'PUT' | 'DELETE', key: string, file?: Spooled, signal?: AbortSignal): Promise<IncomingMessage> => {
    for (let tries = 1; ; tries++) {
      let trouble: Error;
      try {
        const answer = await attempt(method, key, file, signal);
        if (answer.statusCode === 200 || answer.statusCode === 204) return answer;
        const text = await textOf(answer);
        if (answer.statusCode === 404) throw new ObjectLost(key, 'missing');
        trouble = new ObjectTrouble(`The object store answers with ${answer.statusCode}${codeOf(text)}.`);
        if ((answer.statusCode ?? 0) < 500 && answer.statusCode !== 429) throw new Refused(trouble);
      } catch (error) {
        if (error instanceof ObjectLost) throw error;
        if (error instanceof Refused) throw error.cause;
        trouble = error instanceof Error ? error : new Error(String(error));
      }
      signal?.throwIfAborted();
      if (tries === 4) throw trouble;
      await pause(retryMs * 2 ** (tries - 1));
    }
  };

  return {
    place,
    async put(name, source, signal) {
      checkName(name);
      const file = await spool(spoolFolder, source, signal);
      try {
        const key = `${name}.${file.sha256}`;
        (await ask('PUT', key, file, signal)).resume();
        return key;
      } finally {
        await file.remove();
      }
    },
    async get(key) {
      checkKey(key);
      return checked(await ask('GET', key), key);
    },
    async remove(key) {
      checkKey(key);
      try {
        (await ask('DELETE', key)).resume();
      } catch (error) {
        if (!(error instanceof ObjectLost)) throw error;
      }
    },
  };
}

/** An answer that a further attempt would not change. */
class Refused extends Error {
  declare readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** SHA-256 of nothing. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) if (text.length < 10_000) text += String(chunk);
  return text;
}

/** `AccessDenied` and the like: what the service's XML says in short. */
function codeOf(text: string): string {
  const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(text)?.[1];
  return code === undefined ? '' : ` (${code})`;
}
