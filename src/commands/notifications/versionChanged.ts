import { VersionChanged } from '../../contract/notifications.ts';
import { personName } from '../../domain/account.ts';
import { noteAuthor } from '../../projections/changedBy.ts';
import { noteUndone } from '../../projections/versions.ts';
import { defineEvent } from '../define.ts';
import { foldEdit } from './foldEdit.ts';
import { loadOutdated } from '../changes/loadDocuments.ts';
import { linesUnderWay, shownAgain } from '../changes/readAgain.ts';
import { catchUp } from './loadEdits.ts';

/** Somebody else changed entities of a version: they appear here as they are there. */
export const versionChanged = defineEvent('live.versionChanged', {
  payload: VersionChanged,
  samples: () => [
    {
      VersionId: 1,
      Rev: 7,
      CommandId: null,
      Author: 'anna.smit@demo.example',
      Edits: [
        {
          Kind: 'Stop',
          Id: 'S1',
          Rev: 7,
          Doc: { Id: 'S1', Name: 'Harbour', Type: 0, Coordinate: { Lat: 52, Lng: 5 }, WheelchairBoarding: 0 },
          Fields: ['Name'],
        },
      ],
    },
    { VersionId: 1, Rev: 9, CommandId: 'x:1', Author: 'anna.smit@demo.example', Edits: null },
  ],
  apply: (base, message) => {
    for (const edit of message.Edits ?? []) foldEdit(base, message.VersionId, edit);
    noteAuthor(base, message.VersionId, fieldsOf(message), nameOf(message.Author));
    noteUndone(base, message.VersionId, message.Undone);
  },
  touched: fieldsOf,
  reason: (message) => `${nameOf(message.Author)} changed this`,
  next: (message, view) => {
    const data = view.versions[message.VersionId];
    if (!data) return [];
    if (message.Edits === null) return [catchUp(view, message.VersionId, data.rev)];
    const kinds = message.Edits.map(({ Kind }) => Kind);
    const { VersionId } = message;
    return [...loadOutdated(view, VersionId, message.Edits), ...shownAgain(view, VersionId, kinds), ...linesUnderWay(view, VersionId, kinds)];
  },
  keep: 'all',
});

function fieldsOf({ Edits }: VersionChanged): readonly string[] {
  return (Edits ?? []).flatMap((edit) => edit.Fields.map((field) => `${edit.Kind.toLowerCase()}/${edit.Id}/${field}`));
}

function nameOf(email: string): string {
  const { first, last } = personName(email);
  return `${first} ${last}`.trim() || email;
}
