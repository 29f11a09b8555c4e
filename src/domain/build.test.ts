import { expect, test } from 'vitest';
import { type Build, otherBuild, textOfBuild } from './build.ts';

const build = (version: string, commit: string | null): Build => ({ version, commit, date: '2026-11-27T01:12:30.000Z' });
const HERE = build('0.2.0', 'ab12cd34ef');

test('a report of the build that replays it says nothing', () => {
  expect(otherBuild([textOfBuild(HERE)], { ...HERE, date: '2026-12-01T00:00:00.000Z' })).toBeUndefined();
});

test('a report of another build names both and the command that brings its sources back', () => {
  expect(otherBuild([textOfBuild(build('0.1.0', '48d38d0abc'))], HERE)).toEqual({
    recorded: '0.1.0 at 48d38d0abc',
    known: true,
    here: '0.2.0 at ab12cd34ef',
    checkout: 'git checkout 48d38d0abc',
  });
});

test('a session that went on after an upgrade names every build, and brings back the last', () => {
  const old = textOfBuild(build('0.1.0', '48d38d0abc'));
  expect(otherBuild([old, old, textOfBuild(HERE)], HERE)).toMatchObject({
    recorded: '0.1.0 at 48d38d0abc, 0.2.0 at ab12cd34ef',
    checkout: 'git checkout ab12cd34ef',
  });
});

test.each(['0.1.0', '0.1.0 (without git, 2026-11-27 01:12 UTC)', '0.1.0 (from its sources)'])('a report of "%s" does not know its commit', (text) => {
  expect(otherBuild([text], HERE)).toEqual({ recorded: '0.1.0', known: false, here: '0.2.0 at ab12cd34ef', checkout: null });
});

test('builds with changes that no commit holds are never taken for the same', () => {
  const changed = build('0.2.0', 'ab12cd34ef+');
  expect(otherBuild([textOfBuild(changed)], changed)).toMatchObject({ recorded: '0.2.0 at ab12cd34ef+', checkout: 'git checkout ab12cd34ef' });
});

test('a page that does not know its own build says so', () => {
  expect(otherBuild([textOfBuild(HERE)], undefined)).toMatchObject({ known: true, here: '?' });
});
