/** Opens zips as leniently as unzip: an end record may claim a comment that is not, or not wholly, in the file. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { fromRandomAccessReaderPromise, openPromise, RandomAccessReader, type Options, type ZipFile } from 'yauzl';

const OPTIONS: Options = { autoClose: false, lazyEntries: true, strictFileNames: false };

/** End of central directory record: its signature, its size in bytes without the comment, and where it tells the comment's length. */
const SIGNATURE = 0x06054b50;
const RECORD = 22;
const COMMENT_LENGTH = 20;
const LONGEST_COMMENT = 65_535;

/** Throws what yauzl throws where it is no zip. */
export async function openZip(path: string): Promise<ZipFile> {
  const cut = await cutComment(path);
  return cut === undefined ? openPromise(path, OPTIONS) : fromRandomAccessReaderPromise(new PaddedFile(path, cut.size), cut.claimed, OPTIONS);
}

/** The file's size and the one its end record claims, both in bytes, where the file ends within the comment. */
async function cutComment(path: string): Promise<{ readonly size: number; readonly claimed: number } | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, RECORD + LONGEST_COMMENT));
    await file.read(tail, 0, tail.length, size - tail.length);
    for (let at = tail.length - RECORD; at >= 0; at -= 1) {
      if (tail.readUInt32LE(at) !== SIGNATURE) continue;
      const claimed = size - tail.length + at + RECORD + tail.readUInt16LE(at + COMMENT_LENGTH);
      return claimed > size ? { size, claimed } : undefined;
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** A file that reads as zeros beyond its end. */
class PaddedFile extends RandomAccessReader {
  readonly #path: string;
  readonly #size: number;

  constructor(path: string, size: number) {
    super();
    this.#path = path;
    this.#size = size;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const held = Math.min(end, this.#size);
    const missing = Buffer.alloc(end - Math.max(start, held));
    const out = new PassThrough();
    if (start >= held) {
      out.end(missing);
      return out;
    }
    const stream = createReadStream(this.#path, { start, end: held - 1 });
    if (missing.length === 0) return stream;
    stream.on('error', (error) => out.destroy(error));
    stream.on('end', () => out.end(missing));
    return stream.pipe(out, { end: false });
  }
}
