/** The commit of the sources in that folder: ten digits, with a plus sign where files differ from it; null without git. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export function commitOf(root) {
  const head = git(root, 'rev-parse', '--short=10', 'HEAD');
  const changed = head !== null && git(root, 'status', '--porcelain', '--untracked-files=no') !== '';
  return changed ? `${head}+` : head;
}

/** What git answers; null where there is none, or where these sources lie in the repository of something else. */
function git(root, ...words) {
  if (!existsSync(join(root, '.git'))) return null;
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
