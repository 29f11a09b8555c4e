/** What the acts of a version's life have in common. */
import type { Draft } from 'immer';
import { z } from 'zod';
import { dataPath, placeOf } from '../../domain/locations.ts';
import { queryValues } from '../../domain/queryText.ts';
import { type Version, type VersionAct, VersionId } from '../../domain/versions.ts';
import type { CallError, CommandAction, CommandInput, Refusal } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { ACT_WORDS, beginAct, failAct, nameOfVersion, refusalIn } from '../../projections/versionLife.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { presentPlace, presentVersion, takeVersion, versionOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { goTo } from '../shell/goTo.ts';
import { openPlace } from '../shell/openPlace.ts';

/** The version an act is about. */
export const ActOn = z.object({ databaseId: z.string(), versionId: VersionId });
export type ActOn = z.infer<typeof ActOn>;

/** What every act declares alike, reading or writing: its label, when it is refused, how it shows and where its failure goes. */
export function partsOfAct(act: VersionAct) {
  return {
    label: (p: ActOn, view: AppState): string => `${ACT_WORDS[act].title}: ${nameOfVersion(view, p.versionId)}`,
    decide: (view: AppState, p: ActOn): Refusal | undefined => {
      const version = versionOf(view, p.versionId);
      // what no list holds (yet) is for the server to judge
      const message = version && refusalIn(view, act, version);
      return message === undefined ? undefined : { code: `version.${act}`, message };
    },
    policy: 'once' as const,
    preview: (view: Draft<AppState>, p: ActOn): void => beginAct(view, p.versionId, act),
    failed: (base: Draft<AppState>, p: ActOn & { readonly name?: string }, { messages }: CallError): void => failAct(base, { ...p, act, messages }),
    inverse: 'none' as const,
    keep: 'all' as const,
    keepReply: 'all' as const,
  };
}

/** The same for an act that writes; the acts of one version wait for nobody: a second one meanwhile is refused. */
export function partsOfWrite(act: VersionAct) {
  return { ...partsOfAct(act), lane: (p: ActOn): string => `version/${p.versionId}/${act}`, write: true as const };
}

/** The button, key and palette entry of an act on the version in view. */
export function actionOfAct(act: VersionAct, icon: string, key: string): CommandAction<AppState, ActOn> {
  return {
    title: ACT_WORDS[act].title,
    icon,
    key,
    group: 'Version',
    payload: (view) => {
      const version = presentVersion(view);
      if (!version) return { why: 'Open a version first' };
      const why = refusalIn(view, act, version);
      return why === undefined ? { databaseId: version.DatabaseId, versionId: version.Id } : { why };
    },
  };
}

/** Declares the question before an act: it does nothing by itself, `machines/versionLifecycleMachine.ts` hears it and asks. */
export function defineQuestion(type: string, act: VersionAct, icon: string, key: string) {
  return defineCommand<ActOn>(type, {
    payload: ActOn,
    samples: () => [{ databaseId: 'demo', versionId: 1 }],
    label: (p, view) => `Ask before ${ACT_WORDS[act].title.toLowerCase()}: ${nameOfVersion(view, p.versionId)}`,
    action: actionOfAct(act, icon, key),
    decide: partsOfAct(act).decide,
    inverse: 'none',
    keep: 'all',
  });
}

/** Leads to the version that was made of another, at the same page and part of a schedule where one was open; who has gone elsewhere meanwhile stays there. */
export function openMade(view: AppState, { databaseId, versionId }: ActOn, made: number): readonly CommandInput[] {
  const place = placeOf(view.location.path);
  if (place.section !== 'data' || place.databaseId !== databaseId || (place.versionId ?? versionId) !== versionId) return [];
  const [show] = queryValues(view.location.search, 'show');
  return [openPlace({ path: dataPath({ ...place, versionId: made }), search: searchWith('', { show }) })];
}

/**
 * Takes a version away that was deleted. Whoever looks at it goes to the version it was made from, or to the database; its
 * address leads nowhere any more, so the way back leaves it out.
 */
export function removeVersion(base: Draft<AppState>, { databaseId, versionId }: ActOn): Version | undefined {
  const gone = takeVersion(base, databaseId, versionId);
  base.versionWork = base.versionWork.filter((one) => one.versionId !== versionId);
  base.versionFailures = base.versionFailures.filter((one) => one.versionId !== versionId);
  const here = presentPlace(base);
  if (here.databaseId !== databaseId || here.versionId !== versionId) return gone;
  const parent = gone?.ParentId == null ? undefined : versionOf(base, gone.ParentId);
  goTo(base, { path: dataPath({ databaseId, ...(parent ? { versionId: parent.Id } : {}) }), search: '' });
  return gone;
}
