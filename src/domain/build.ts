/** Builds of the product by version, commit and date, and which of them a problem report was recorded by. */
import { z } from 'zod';

/** Which build this is. The build writes it as build.json beside the built server (tools/build.mjs); `/version` answers it. */
export const Build = z.object({
  /** Of package.json. */
  version: z.string(),
  /** Ten digits of the commit, with a plus sign where files differed from it; null: built without git, or not built at all. */
  commit: z.string().nullable(),
  /** When it was built; null: it runs from its sources. */
  date: z.string().nullable(),
});
export type Build = z.infer<typeof Build>;

/** In one line: for the log of the server, the user menu and the header of a problem report. */
export function textOfBuild({ version, commit, date }: Build): string {
  if (date === null) return `${version} (from its sources)`;
  return `${version} (${commit ?? 'without git'}, ${date.slice(0, 16).replace('T', ' ')} UTC)`;
}

/** Version and commit of a build that wrote that line; builds before there were commits wrote their version alone. */
function readText(text: string): { readonly version: string; readonly commit: string | null } {
  const [, version = text, commit = null] = /^(\S+) \(([\da-f]{7,40}\+?),/.exec(text) ?? /^(\S+)/.exec(text) ?? [];
  return { version, commit };
}

/** Where a report was recorded by another build than the one that replays it, or where that cannot be known. */
export interface OtherBuild {
  /** `0.1.0 at 48d38d0abc`; several where the session went on after an upgrade. */
  readonly recorded: string;
  /** Whether the commit of each is known. */
  readonly known: boolean;
  readonly here: string;
  /** What brings the sources back to the last build that recorded; null where its commit is not known. */
  readonly checkout: string | null;
}

/** Compares the builds that recorded, by their lines, with the one that replays. Undefined where they are one and the same commit. */
export function otherBuild(recorded: readonly string[], here: Build | undefined): OtherBuild | undefined {
  const builds = [...new Set(recorded)].map(readText);
  const known = builds.every(({ commit }) => commit !== null);
  // A plus sign stands for changes that no commit holds: two such builds may differ.
  if (known && builds.every(({ commit }) => commit === here?.commit && !commit?.endsWith('+'))) return undefined;
  const commit = builds.at(-1)?.commit?.replace('+', '');
  return {
    recorded: [...new Set(builds.map(named))].join(', '),
    known,
    here: here === undefined ? '?' : named(here),
    checkout: commit === undefined ? null : `git checkout ${commit}`,
  };
}

function named({ version, commit }: Pick<Build, 'version' | 'commit'>): string {
  return commit === null ? version : `${version} at ${commit}`;
}
