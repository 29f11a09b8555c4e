/** The report in a file, for the commands of a terminal; where there is none to be read, why not is said and the answer is undefined. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { decodeDmplog } from '../src/kernel/dmplog.ts';
import type { Report } from '../src/kernel/reportLog.ts';
import { LOG_SCHEMA } from '../src/machines/definitions.ts';

const Coded = z.object({ code: z.string() });

/** What codes of the file system mean for a file that a person named. */
const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EISDIR: 'It is a folder.',
  EACCES: 'You may not read it.',
  ERR_STRING_TOO_LONG: 'It is larger than 512 MB.',
  ERR_FS_FILE_TOO_LARGE: 'It is larger than 2 GB.',
};

/** Reads a problem report. */
export function readReport(path: string): Report | undefined {
  const text = read(path);
  if (text === undefined) return undefined;
  if (text.startsWith('{"dmptrace":')) {
    console.error(`${path}: This file is a trace of several tabs. Open it at /replay.`);
    return undefined;
  }
  const report = decodeDmplog(text, LOG_SCHEMA);
  if (report.ok) return report;
  console.error(`${path}: ${report.message}`);
  return undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { data } = Coded.safeParse(error);
    console.error(`${path} cannot be read: ${WHY[data?.code ?? ''] ?? (error instanceof Error ? error.message : String(error))}`);
    return undefined;
  }
}
