import { expect, test } from 'vitest';
import type { Change } from '../../domain/changes.ts';
import { commentTree } from './commentTree.ts';

const change = (ChangeId: number, Type: string, Name: string): Change => ({
  ChangeId,
  SetId: 1,
  Type,
  EntityId: Name,
  Name,
  DbVersionId: 1,
  CreatedBy: 'anna@demo.example',
  Message: '',
  Date: '2026-01-01T00:00:00.000Z',
  Active: true,
  Deleted: false,
  Before: null,
  After: null,
});
const comment = { Id: 5, Message: 'Please check', Timestamp: '2026-01-01T00:00:00.000Z', CausedBy: 'bo@demo.example', Changes: [1, 2, 9] };

test('the tree holds comments, groups keyed by name, and changes [H047 H136]', () => {
  const changes = [change(1, 'Stop', 'Harbour'), change(2, 'Fare', 'Single')];
  const tree = commentTree([comment], changes, [change(3, 'Stop', 'Quay')], '');
  expect(tree.map(({ title, groups }) => [title, groups.map(({ name, changes: of }) => [name, of.map(({ Name }) => Name)])])).toEqual([
    ['Changes', [['Stop', ['Quay']]]],
    [
      'Please check',
      [
        ['Stop', ['Harbour']],
        ['Fare', ['Single']],
      ],
    ],
  ]);
  expect(commentTree([comment], changes, [], 'harb').flatMap(({ groups }) => groups.map(({ name }) => name))).toEqual(['Stop']);
  expect(commentTree([comment], changes, [], 'nothing')).toEqual([]);
});
