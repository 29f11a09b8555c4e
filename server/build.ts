import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Build } from '../src/domain/build.ts';

/** Which build this is: `folder` is that of the running server, `root` that of package.json. What runs from its sources has its version alone. */
export function readBuild(folder: string, root: string): Build {
  const written = join(folder, 'build.json');
  if (existsSync(written)) return Build.parse(JSON.parse(readFileSync(written, 'utf8')));
  const path = join(root, 'package.json');
  const { version } = existsSync(path) ? z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path, 'utf8'))) : { version: '0' };
  return { version, commit: null, date: null };
}
