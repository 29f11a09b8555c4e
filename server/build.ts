import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Which build this is. The build writes it as build.json beside the built server (tools/build.mjs). */
const Build = z.object({
  /** Of package.json. */
  version: z.string(),
  /** Ten digits of the commit, with a plus sign where files differed from it; null: built without git, or not built at all. */
  commit: z.string().nullable(),
  /** When it was built; null: it runs from its sources. */
  date: z.string().nullable(),
});
export type Build = z.infer<typeof Build>;

/** `folder` is that of the running server, `root` that of package.json: what runs from its sources has its version alone. */
export function readBuild(folder: string, root: string): Build {
  const written = join(folder, 'build.json');
  if (existsSync(written)) return Build.parse(JSON.parse(readFileSync(written, 'utf8')));
  const path = join(root, 'package.json');
  const { version } = existsSync(path) ? z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8'))) : { version: '0' };
  return { version, commit: null, date: null };
}

/** In one line: for the log of the server, the user menu and the header of a problem report. */
export function textOfBuild({ version, commit, date }: Build): string {
  if (date === null) return `${version} (from its sources)`;
  return `${version} (${commit ?? 'without git'}, ${date.slice(0, 16).replace('T', ' ')} UTC)`;
}
