import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A test that names a row of the requirements. */
export interface Citation {
  readonly id: string;
  readonly title: string;
  /** The file and line of the test, or the report it is only known from. */
  readonly where: string;
}

/** The citations in the test files under those folders of the repository. */
export function readCitations(root: string, folders: readonly string[]): Citation[] {
  return folders.flatMap((folder) => testFiles(root, folder)).flatMap((file) => citationsIn(readFileSync(join(root, file), 'utf8'), file));
}

/** The citations in the titles of one test file: what stands first in `test(`, `it(` and `describe(` and their variants. */
export function citationsIn(source: string, file: string): Citation[] {
  const title = /\b(?:test|it|describe)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?\s*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...source.matchAll(title)].flatMap((match) => {
    const line = source.slice(0, match.index).split('\n').length;
    const text = match[2] ?? '';
    return citedIds(text).map((id) => ({ id, title: text, where: `${file}:${line}` }));
  });
}

/** The ids a title names in brackets: `... [E173]`, `... [E173 R45]`. */
export function citedIds(title: string): string[] {
  return [...title.matchAll(/\[([EHR]\d+(?:[ ,]+[EHR]\d+)*)\]/g)].flatMap((match) => (match[1] ?? '').split(/[ ,]+/));
}

function testFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`);
}
