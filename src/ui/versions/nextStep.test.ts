import { expect, test } from 'vitest';
import type { Version } from '../../domain/versions.ts';
import { nextStep } from './nextStep.ts';

const VERSION: Version = {
  Id: 7,
  DatabaseId: 'hart',
  Version: 'Spring',
  Source: 'feed.zip',
  Author: 'mia',
  Date: '2026-11-01T00:00:00Z',
  ParentId: null,
  Editable: false,
  Published: false,
  Current: false,
  Archived: false,
  Stored: false,
  Completed: true,
  Saving: null,
  Rev: 0,
};

test.each([
  ['an empty draft', { Editable: true }, 0, true, 'Create a schedule', '/data/db/hart/v/7/schedules'],
  ['an empty version', {}, 0, true, 'Open the database', '/data/db/hart'],
  ['a draft with errors', { Editable: true }, 12, false, 'Show them', '/data/db/hart/v/7?summary=open'],
  ['a draft without errors', { Editable: true }, 0, false, 'See your changes', '/changes/hart'],
  ['a finished version with errors', {}, 1, false, 'Show them', '/data/db/hart/v/7?summary=open'],
  ['a finished version that was not checked yet', {}, undefined, false, 'Look at its findings', '/data/db/hart/v/7?summary=open'],
  ['the current version', { Published: true, Current: true }, 3, false, 'Export it', '/exports'],
] as const)('%s leads on', (_, state, errors, isEmpty, link, to) => {
  expect(nextStep({ ...VERSION, ...state }, errors, isEmpty)).toMatchObject({ link, to });
});

test('an archived version and one that was published before lead nowhere', () => {
  expect(nextStep({ ...VERSION, Archived: true }, 0, false)).toBeUndefined();
  expect(nextStep({ ...VERSION, Published: true }, 0, false)).toBeUndefined();
});
