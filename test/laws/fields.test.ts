/** Each field of a form ends where its user put it, on the client and on the server; an older answer brings nothing back. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { editStopField } from '../../src/commands/stops/stopEdits.ts';
import { editCatalogue } from '../../src/domain/edits/catalogue.ts';
import { RECORD_KINDS } from '../../src/domain/model/records.ts';
import { NO_DOCUMENTS } from '../../src/projections/heldDocuments.ts';
import type { AppState } from '../../src/projections/state.ts';
import { documentOf, foldDocument, heldDocument } from '../../src/projections/documents.ts';
import { produce } from 'immer';
import { chanceOf } from './chance.ts';
import { editWorld } from './editWorld.ts';
import type { EditRow } from './editRow.ts';
import { EDITS } from './editTable.ts';
import { answerAll, preparedKernel } from './world.ts';

function product() {
  const server = editWorld.connect(chanceOf(1));
  const kernel = preparedKernel(editWorld, server);
  const stop = (id: string): Readonly<Record<string, unknown>> | undefined => documentOf(kernel.snapshot().view, 1, 'Stop', id);
  return { kernel, server, stop };
}

type Contents = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Every document that is held, by kind and id. */
function contents(state: AppState): Contents {
  const { tables } = state.versions['1']?.docs ?? NO_DOCUMENTS;
  const held = Object.entries(tables).flatMap(([kind, { buckets }]) =>
    buckets.flatMap((bucket) => Object.entries(bucket).map(([id, { doc }]) => [`${kind} ${id}`, doc] as const)),
  );
  return Object.fromEntries(held.filter(([, doc]) => doc !== null)) as Contents;
}

function withChanges(before: Contents, changed: EditRow[2]): Contents {
  const after = Object.entries(changed).map(([key, doc]) => [key, doc && { ...before[key], ...doc }] as const);
  return Object.fromEntries([...Object.entries(before), ...after].filter(([key, doc]) => doc !== null && changed[key] !== null)) as Contents;
}

describe.each(EDITS.map(([type, payload, changed]) => ({ type, payload, changed, said: JSON.stringify(payload) })))(
  '$type $said',
  ({ type, payload, changed }) => {
    test('changes these documents and no others, before the answer and after it; undo brings back what was there', () => {
      const { kernel, server } = product();
      const before = contents(kernel.snapshot().base);
      const after = withChanges(before, changed);
      kernel.dispatch({ type, payload: { versionId: 1, ...payload } });
      expect(contents(kernel.snapshot().view)).toEqual(after);
      answerAll(server);
      expect(contents(kernel.snapshot().base)).toEqual(after);
      expect(kernel.snapshot().view).toBe(kernel.snapshot().base);
      kernel.undo('version/1');
      answerAll(server);
      expect(contents(kernel.snapshot().base)).toEqual(before);
      kernel.redo('version/1');
      answerAll(server);
      expect(contents(kernel.snapshot().base)).toEqual(after);
    });
  },
);

test('the table has every edit, and every field of those that change one field', () => {
  const told = new Set(EDITS.map(([type, { kind, field }]) => [type, ...[kind, field].filter((part) => typeof part === 'string')].join(' ')));
  const wanted = editCatalogue.flatMap(({ type, payload: { shape } }) => {
    if (type === 'record.editField')
      return Object.values(RECORD_KINDS).flatMap(({ kind, fields }) => fields.map(({ key }) => `${type} ${kind} ${key}`));
    const fields =
      type === 'stop.editFieldOfMany'
        ? undefined
        : z.object({ def: z.object({ entries: z.record(z.string(), z.string()) }) }).safeParse(shape['field']).data?.def.entries;
    return fields ? Object.values(fields).map((field) => `${type} ${field}`) : [type];
  });
  const names = new Set([...told].map((name) => name.split(' ')[0]));
  expect(wanted.filter((name) => !told.has(name) && (name.includes(' ') || !names.has(name)))).toEqual([]);
});

test('an older answer changes nothing, and a newer one counts', () => {
  const { kernel, server } = product();
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'name', value: 'Newest' }));
  answerAll(server);
  const { base } = kernel.snapshot();
  const held = heldDocument(base, 1, 'Stop', 'S1');
  if (!held?.doc) throw new Error('S1 is not held');
  const told = (rev: number, Name: string) =>
    produce(base, (draft) => foldDocument(draft, 1, { Kind: 'Stop', Id: 'S1', Rev: rev, Doc: { ...held.doc, Name }, Fields: ['Name'] }));
  expect(documentOf(told(held.rev - 1, 'Older'), 1, 'Stop', 'S1')?.Name).toBe('Newest');
  expect(documentOf(told(held.rev + 1, 'Later'), 1, 'Stop', 'S1')?.Name).toBe('Later');
});

test('a value that its field cannot take is refused with the sentence, and nothing is sent', () => {
  const { kernel, server, stop } = product();
  const before = stop('S1');
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'url', value: 'nonsense' }));
  expect(server.waiting).toEqual([]);
  expect(stop('S1')).toEqual(before);
  expect(kernel.snapshot().errors).toMatchObject([{ kind: 'refused', messages: ['Enter a full address starting with http:// or https://'] }]);
});

test('a second edit of a stop is sent with the revision that the first one made', () => {
  const { kernel, server, stop } = product();
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'zoneId', value: 'Z7' }));
  kernel.dispatch(editStopField({ versionId: 1, stopId: 'S1', field: 'stopCode', value: 'C8' }));
  answerAll(server);
  expect(kernel.log().records.filter(({ type }) => type.endsWith('.failed'))).toEqual([]);
  expect(stop('S1')).toMatchObject({ ZoneId: 'Z7', StopCode: 'C8' });
});
