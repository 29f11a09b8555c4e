import { setImmediate } from '../../../surroundings.ts';
import { FeedNotes } from '../notes.ts';
import { readTable, type TableRow } from './table.ts';
import { type FeedZip, openFeedZip, ZIP_LIMITS } from './zip.ts';

/** The tables of a GTFS zip, read one after the other by whoever needs some of their columns. What is wrong in them is passed over. */
export interface FeedTables {
  readonly zip: FeedZip;
  /** Reads a file; nothing where the zip has none of that name. */
  table(name: string, columns: readonly string[], onRow: (row: TableRow) => void): Promise<void>;
  /** Lets other work of the process take its turn. Throws where the work was aborted. */
  turn(): Promise<void>;
}

/** Opens a zip of at most so many bytes unpacked. Throws FeedRefused where it is none, or damaged. Whoever opens it closes `zip`. */
export async function openFeedTables(path: string, unpackedLimit: number, signal: AbortSignal): Promise<FeedTables> {
  const zip = await openFeedZip(path, { ...ZIP_LIMITS, totalBytes: unpackedLimit });
  const notes = new FeedNotes(() => undefined);
  const turn = (): Promise<void> => {
    signal.throwIfAborted();
    return new Promise((resolve) => setImmediate(resolve));
  };
  return {
    zip,
    turn,
    async table(name, columns, onRow) {
      signal.throwIfAborted();
      const file = zip.files.get(name);
      if (file !== undefined) await readTable(file, { columns, required: [] }, notes, turn, onRow);
    },
  };
}
