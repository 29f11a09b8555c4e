import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';

/** Keeps large files: a folder, or an S3-compatible bucket. A file is found by its key and never changes. */
export interface ObjectStore {
  /** Where it is, for people, without secrets. */
  readonly place: string;
  /**
   * Keeps a file under a key that ends in its checksum, `<name>.<sha256>`, and answers that key. It is there whole and
   * durable, or not at all; keeping equal bytes again changes nothing. Throws the signal's reason where it is aborted.
   */
  put(name: string, source: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<string>;
  /** Opens a file; the stream fails at its end where its bytes are not those that were kept. Throws ObjectLost. */
  get(key: string): Promise<Readable>;
  /** Removes a file; nothing happens where it is gone already. */
  remove(key: string): Promise<void>;
}

/** What is wrong with the object store, in words for people. */
export class ObjectTrouble extends Error {
  override readonly name: string = 'ObjectTrouble';
}

/** A file is missing, or is not what was kept: trying again does not help. */
export class ObjectLost extends ObjectTrouble {
  override readonly name = 'ObjectLost';

  constructor(key: string, how: 'missing' | 'damaged') {
    super(how === 'missing' ? `The file ${key} is missing in the object store.` : `The file ${key} in the object store is damaged.`);
  }
}

/** Passes bytes on and fails at the end unless they are those that the key tells of. */
export function checked(source: Readable, key: string): Readable {
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(hash.digest('hex') === checksumOf(key) ? null : new ObjectLost(key, 'damaged'));
    },
  });
  source.on('error', (error) => check.destroy(error));
  check.on('close', () => source.destroy());
  return source.pipe(check);
}

/** The SHA-256 in hexadecimal digits that a key ends in. */
function checksumOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1);
}

/** Refuses names that would lead elsewhere or have to be written differently in a URL. */
export function checkName(name: string): void {
  if (!NAME.test(name)) throw new RangeError(`Not a name of a file: ${name}`);
}

/** Throws ObjectLost for a key that no file can have: people write keys by hand. */
export function checkKey(key: string): void {
  if (!NAME.test(key)) throw new ObjectLost(key, 'missing');
}

const NAME = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*(\.[A-Za-z0-9_-]+)*$/;
