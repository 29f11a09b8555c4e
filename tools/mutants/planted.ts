/** One mistake in the sources while tests run: the text is changed as it is read, no file is written. */
import type { Plugin } from 'vite';

/** A mistake, and the checks that should see it, the cheapest first. */
export interface Mistake {
  readonly name: string;
  readonly file: string;
  /** Text that stands once in the file. */
  readonly search: string;
  readonly replace: string;
  /** `project file` or `project file -t title`. */
  readonly checks: readonly string[];
}

/** The source with the mistake; throws where its place is not found, or is found twice. */
export function planted({ name, file, search, replace }: Pick<Mistake, 'name' | 'file' | 'search' | 'replace'>, source: string): string {
  const places = source.split(search).length - 1;
  if (places !== 1) throw new Error(`${name}: its text stands ${places} times in ${file}`);
  return source.replace(search, () => replace);
}

/** Plants the mistake that DMP_PLANTED holds as JSON; nothing without it. */
export function plantedMistake(json: string | undefined): Plugin[] {
  if (json === undefined || json === '') return [];
  const mistake = JSON.parse(json) as Mistake;
  return [
    {
      name: 'dmp-planted-mistake',
      enforce: 'pre',
      transform: (source, id) => (id.split('?')[0]?.endsWith(`/${mistake.file}`) === true ? planted(mistake, source) : undefined),
    },
  ];
}
