import { describe, expect, it } from 'vitest';
import { changesPath, placeOf } from '../domain/locations.ts';
import { type Version, versionState } from '../domain/versions.ts';
import * as contract from './changes.ts';

describe('the calls of the change history', () => {
  it('answer Changes, Comments and Sets [H267 E297]', () => {
    for (const { reply } of [contract.listChangesets, contract.listChanges, contract.listComments])
      expect(Object.keys(reply.shape)).toEqual(expect.arrayContaining(['Changes', 'Comments', 'Sets']));
    expect([contract.listChangesets, contract.listChanges, contract.listComments].map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /storage/ui/changesets',
      'GET /storage/ui/changes',
      'GET /storage/ui/comments',
    ]);
  });

  it('toggle changes, and undo change sets by their ids [H268 H272]', () => {
    expect([contract.toggleChanges.method, contract.toggleChanges.path]).toEqual(['POST', '/storage/ui/changes/toggle']);
    expect([contract.undoChangesets.method, contract.undoChangesets.path]).toEqual(['POST', '/storage/ui/changesets/undo']);
    expect(contract.undoChangesets.body.safeParse({ DbVersionId: 1, SetIds: [7, 9] }).success).toBe(true);
    expect(contract.undoChangesets.body.safeParse({ DbVersionId: 1, SetIds: [] }).success).toBe(false);
  });

  it('a comment needs a change and a text [H234 H235]', () => {
    const takes = (body: object): boolean => contract.addComment.body.safeParse(body).success;
    expect(takes({ Message: 'Why?', Changes: [7] })).toBe(true);
    expect(takes({ Message: 'Why?', Changes: [] })).toBe(false);
    expect(takes({ Message: '', Changes: [7] })).toBe(false);
    expect(takes({ Message: '   ', Changes: [7] })).toBe(false);
  });
});

it('the change log has the route changes/* [H028]', () => {
  expect(placeOf('/changes')).toEqual({ section: 'changes' });
  expect(placeOf('/changes/velmar')).toEqual({ section: 'changes', databaseId: 'velmar' });
  expect(changesPath('a b')).toBe('/changes/a%20b');
});

it('versions of the history are Editable, Published, Current, Archived or Saving [H189]', () => {
  const version: Version = {
    Id: 1,
    DatabaseId: 'd',
    Version: 'v',
    Source: '',
    Date: '2026-01-01T00:00:00.000Z',
    ParentId: null,
    Rev: 0,
    Editable: false,
    Published: false,
    Current: false,
    Archived: false,
    Completed: true,
    Saving: null,
    Stored: false,
  };
  expect(versionState({ ...version, Editable: true })).toBe('Editable');
  expect(versionState({ ...version, Published: true })).toBe('Published');
  expect(versionState({ ...version, Published: true, Current: true })).toBe('Current');
  expect(versionState({ ...version, Archived: true })).toBe('Archived');
  expect(versionState({ ...version, Completed: false, Saving: 'writing' })).toBe('Saving');
});
