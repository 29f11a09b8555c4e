import { describe, expect, test } from 'vitest';
import { Database, Version, versionState } from './versions.ts';

const version = Version.parse({
  Id: 1,
  DatabaseId: 'd',
  Version: 'spring',
  Source: 'feed.zip',
  Editable: false,
  Published: false,
  Current: false,
  Archived: false,
  Completed: true,
  Saving: null,
  Stored: false,
  Date: '2026-01-01T00:00:00.000Z',
  ParentId: null,
  Rev: 0,
});

describe('a version', () => {
  test('has Id, Version, Source, Editable, Published, Current, Archived, Completed and Date [E121 H131]', () => {
    const fields = ['Id', 'Version', 'Source', 'Editable', 'Published', 'Current', 'Archived', 'Completed', 'Date'] as const;
    for (const field of fields) {
      const { [field]: _gone, ...rest } = version;
      expect(Version.safeParse(rest).success, field).toBe(false);
    }
  });

  test('that is being saved shows as not completed, whatever else it is [H132]', () => {
    expect(versionState({ ...version, Completed: false, Editable: true, Current: true })).toBe('Saving');
    expect(versionState(version)).toBe('Completed');
    expect(versionState({ ...version, Editable: true })).toBe('Editable');
    expect(versionState({ ...version, Published: true })).toBe('Published');
    expect(versionState({ ...version, Published: true, Current: true })).toBe('Current');
    expect(versionState({ ...version, Archived: true, Published: true })).toBe('Archived');
  });
});

describe('a database', () => {
  test('has Id, RegionKey and Permissions.ReadOnly [H140 R125]', () => {
    const database = { Id: 'd', Name: 'D', RegionKey: 'r', RegionName: 'R', Permissions: { ReadOnly: true } };
    expect(Database.parse(database)).toEqual(database);
    for (const broken of [
      { ...database, Id: undefined },
      { ...database, RegionKey: undefined },
      { ...database, Permissions: {} },
    ]) {
      expect(Database.safeParse(broken).success).toBe(false);
    }
  });
});
