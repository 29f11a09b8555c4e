import { request } from '../../contract/route.ts';
import { finishEdit as call } from '../../contract/versions.ts';
import { putVersion, versionOf } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';
import { lifecycleLane, presentVersionAct, VersionAct } from './lifecycle.ts';

/** Closes an editable version: nothing in it changes any more. */
export const finishEdit = defineCommand('version.finishEdit', {
  payload: VersionAct,
  samples: () => [{ databaseId: 'demo', versionId: 2 }],
  label: (p, view) => `Finish edit of ${versionOf(view, p.versionId)?.Version ?? `version ${p.versionId}`}`,
  action: {
    title: 'Finish edit',
    icon: 'check',
    key: 'Alt+KeyF',
    group: 'Version',
    payload: (view) => presentVersionAct(view, (version) => (version.Editable && version.Completed ? undefined : 'This version is not being edited')),
  },
  lane: lifecycleLane,
  policy: 'once',
  write: true,
  call: (p) => request(call, { params: p }),
  reply: call.reply,
  preview: (view, p) => {
    const version = view.versionLists[p.databaseId]?.value?.find((one) => one.Id === p.versionId);
    if (version) version.Completed = false;
  },
  answered: (base, _p, reply) => {
    putVersion(base, reply.Version);
    base.notices.push({ id: `finished-${reply.Version.Id}`, kind: 'done', text: 'Edit finished' });
  },
  inverse: 'none',
  keep: 'all',
  keepReply: 'all',
});
