import { request } from '../../contract/route.ts';
import { beginEdit as call } from '../../contract/versions.ts';
import { dataPath, placeOf } from '../../domain/locations.ts';
import { putVersion, versionOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { openPlace } from '../shell/openPlace.ts';
import { lifecycleLane, presentVersionAct, VersionAct } from './lifecycle.ts';

/** Makes an editable clone of a version and opens it, at the same page where one was open; the search filter of the version before goes. */
export const beginEdit = defineCommand('version.beginEdit', {
  payload: VersionAct,
  samples: () => [{ databaseId: 'demo', versionId: 1 }],
  label: (p, view) => `Begin edit of ${versionOf(view, p.versionId)?.Version ?? `version ${p.versionId}`}`,
  action: {
    title: 'Begin edit',
    icon: 'edit',
    key: 'Alt+KeyE',
    group: 'Version',
    payload: (view) =>
      presentVersionAct(view, (version) => {
        if (version.Editable) return 'This version is being edited already';
        return version.Completed && !version.Archived ? undefined : 'This version cannot be edited now';
      }),
  },
  lane: lifecycleLane,
  policy: 'once',
  write: true,
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  answered: (base, _p, reply) => {
    putVersion(base, reply.Version);
    base.notices.push({ id: `begun-${reply.EditableDbVersionId}`, kind: 'done', text: 'Editable version created' });
  },
  inverse: 'none',
  next: (p, reply, view) => {
    const place = placeOf(view.location.path);
    // Who has gone elsewhere meanwhile stays there.
    if (place.section !== 'data' || place.databaseId !== p.databaseId || (place.versionId ?? p.versionId) !== p.versionId) return [];
    return [openPlace({ path: dataPath({ ...place, versionId: reply.EditableDbVersionId }), search: '' })];
  },
  keep: 'all',
  keepReply: 'all',
});
