/** Files of a feed that the model has no documents for: kept whole, and written out again. */
import { depotsOf, GARAGES_FILE } from '../garages.ts';
import type { FeedNotes } from '../notes.ts';
import type { FeedSink } from './sink.ts';
import type { OnBytes } from './table.ts';
import { refusalOfEntry, type FeedFile } from './zip.ts';

/** Files that are kept verbatim are read whole; larger ones are reported and left out. */
export const RAW_FILE_LIMIT = 32 * 2 ** 20;

/** Keeps the files that nothing has read, verbatim. Answers their names. Garages of TODS become depots besides. */
export async function keepRawFiles(files: readonly FeedFile[], sink: FeedSink, notes: FeedNotes, onBytes: OnBytes): Promise<string[]> {
  const names: string[] = [];
  for (const file of files) {
    if (file.size > RAW_FILE_LIMIT) {
      notes.add(
        'error',
        file.name,
        null,
        'file too large',
        `The file is not read by DMP and too large to keep (${Math.round(file.size / 1e6)} MB); it is left out`,
        { result: 'refused' },
      );
      continue;
    }
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of await file.open()) {
        if (Buffer.isBuffer(chunk)) chunks.push(chunk);
        await onBytes(Buffer.isBuffer(chunk) ? chunk.length : 0);
      }
    } catch (error) {
      throw refusalOfEntry(file.name, error);
    }
    const bytes = Buffer.concat(chunks);
    await sink.addRawFile(file.name, bytes);
    if (file.name.toLowerCase() === GARAGES_FILE) for (const depot of depotsOf(bytes)) await sink.add('Depot', depot);
    const rows = /\.txt$/i.test(file.name) ? Math.max(0, linesOf(bytes) - 1) : 0;
    notes.read(file.name, rows);
    names.push(file.name);
    notes.add('info', file.name, null, 'file kept', 'DMP has no page for this file; it is kept and exported again', {
      result: 'kept',
      rows,
    });
  }
  return names;
}

/** Lines of a text that are not blank. */
function linesOf(bytes: Buffer): number {
  let lines = 0;
  let blank = true;
  for (const byte of bytes) {
    if (byte !== 10 && byte !== 13) blank = false;
    else if (!blank) {
      lines++;
      blank = true;
    }
  }
  return blank ? lines : lines + 1;
}
