/** Compares the pages of all lines of a GTFS zip with its files, as an independent reader reads both. */
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readIndex, readLine } from '../../server/feed/book/bookFile.ts';
import { writeBook } from '../../server/feed/book/writeBook.ts';
import { linePage } from '../../server/services/timetables/pages.ts';
import { tongueOf } from '../../server/services/timetables/words.ts';
import { differences, tripsOfFeed, tripsOfPage } from './timetableReader.ts';

/** Differences, and how many trips were compared, each on a date. */
export async function compareTimetables(path: string): Promise<{ differences: string[]; lines: number; trips: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'timetables-'));
  try {
    const file = await open(await writeBook(path, folder, 9e9, 20_000, new AbortController().signal));
    try {
      const index = await readIndex(file);
      const feed = tripsOfFeed(await readFile(path));
      const found: string[] = [];
      let trips = 0;
      for (const listed of index.lines) {
        const line = await readLine(file, listed);
        const page = { title: 'Feed', index, tongue: tongueOf('en', index.timezone, undefined), isEmbedded: false, kept: '' };
        const ofFeed = feed.get(line.id) ?? new Map<string, Map<string, number>>();
        feed.delete(line.id);
        for (const dates of ofFeed.values()) for (const count of dates.values()) trips += count;
        for (const one of differences(ofFeed, tripsOfPage(linePage(line, page, true).html, line.from, line.until))) found.push(`${line.id}: ${one}`);
      }
      for (const [line, ofFeed] of feed) if (ofFeed.size > 0) found.push(`${line}: has no page`);
      return { differences: found, lines: index.lines.length, trips };
    } finally {
      await file.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
