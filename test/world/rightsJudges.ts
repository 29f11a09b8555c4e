/** What has to be true of accounts that may not everything: nothing reaches them that they may not see, and nothing that they did is kept. */
import { z } from 'zod';
import type { Heard } from './network.ts';
import { OTHERS, subjectOf } from './people.ts';
import type { World } from './world.ts';

const Made = z.object({ rev: z.int(), subject: z.string(), call: z.string() });

export async function judgeRights({ database, network }: World): Promise<readonly string[]> {
  const subjects = OTHERS.map(subjectOf);
  const made = z.array(Made).parse(await database.peek('select rev, subject, call from changeset order by rev'));
  return [
    ...made
      .filter(({ subject }) => subjects.includes(subject))
      .map(({ rev, subject, call }) => `Change set ${rev} (${call}) is of ${subject}, who may not edit`),
    ...network.heard.flatMap((one) => [...refused(one), ...unseen(one)]),
  ];
}

/** An edit that an account may not make is refused: 403 for whom may only look, 403 or 404 for whom the version is not there. */
function refused({ tab, what, status }: Heard): readonly string[] {
  if (!EDIT.test(what)) return [];
  // 401: the token was refused before anything was asked
  const allowed = tab.endsWith('rita') ? [401, 403] : [401, 403, 404];
  return allowed.includes(status) ? [] : [`${tab} was answered ${status} to ${what}`];
}

const EDIT = /^(POST|PUT|PATCH|DELETE) [/]storage[/]ui[/]db[/]version[/]/;

/** Nothing of the region reaches somebody who does not see it. */
function unseen({ tab, what, status, text }: Heard): readonly string[] {
  if (!tab.endsWith('zoe') || status >= 400) return [];
  const found = OF_THE_REGION.find((word) => text.includes(word));
  return found === undefined ? [] : [`${tab} got "${found}" by ${what}: ${text.slice(0, 200)}`];
}

/** What only those see who see the region: its name, its databases, what is in the version, and messages about it. */
const OF_THE_REGION = ['emoland', '"demo"', '"night"', 'versionChanged', 'Stop S1', 'Halt S1', 'mia@', 'otto@'];
