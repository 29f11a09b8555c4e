import { describe, expect, test } from 'vitest';
import { DeliverySettings } from './deliveryLocations.ts';
import { exportFaults, type ExportForm, fileNameOf, newExportForm, timeOfDay } from './exports.ts';

const form: ExportForm = { ...newExportForm('north', 'bus'), name: 'To partners', deliveryLocation: { fileName: '{db}-{date}.zip', location: 1 } };
const rule = (id: string, agencyIds: string[], mergedAgencyId = 'CITY') => ({ id, agencyIds, mergedAgencyId, mergedAgencyName: '' });

describe('an export', () => {
  test('has a name of at most 128 characters, a database and a delivery location [H141]', () => {
    expect(exportFaults(form)).toEqual({});
    expect(exportFaults({ ...form, name: 'x'.repeat(128) })).toEqual({});
    expect(exportFaults({ ...newExportForm(), name: 'x'.repeat(129) })).toEqual({
      name: 'The Export Name field cannot exceed 128 characters',
      region: 'The Region field is required',
      DbId: 'The Database field is required',
      'deliveryLocation/location': 'The Delivery Location field is required',
    });
  });

  test.each(['../a.zip', 'a/b.zip', '.a.zip', 'a..zip', 'a.tar', '{user}.zip', ''])(
    'has a file name that stays where it is put: not %j',
    (fileName) => {
      expect(Object.keys(exportFaults({ ...form, deliveryLocation: { fileName, location: 1 } }))).toEqual(['deliveryLocation/fileName']);
    },
  );

  test('fills placeholders of its file name in', () => {
    const at = { DbId: 'bus', version: 12, moment: '2026-01-05 08:05' };
    expect(fileNameOf('{db}-{version}-{date}{time}.zip', at)).toBe('bus-12-202601050805.zip');
  });

  test('reads a time of day as it is typed: H:mm, HH:mm, Hmm, 0 to 23 hours', () => {
    expect(['4:15', '04:15', '415', '0415', '23:59', ''].map(timeOfDay)).toEqual(['04:15', '04:15', '04:15', '04:15', '23:59', '']);
    expect(['24:00', '4:60', '4:15:30', 'noon'].map(timeOfDay)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('merges an agency by one rule only', () => {
    const rules = [rule('1', ['A', 'B']), rule('2', ['B', 'C']), rule('3', [], '')];
    expect(exportFaults({ ...form, agencyMergingRules: rules })).toEqual({
      'agencyMergingRules/1/agencyIds': 'The agency B is merged by another rule already',
      'agencyMergingRules/2/agencyIds': 'Name at least one agency to merge',
      'agencyMergingRules/2/mergedAgencyId': 'The Merged Agency ID field is required',
    });
  });
});

test.each([
  [{ kind: 'folder', path: '../etc' }],
  [{ kind: 'folder', path: '/etc' }],
  [{ kind: 'folder', path: 'a/../../b' }],
  [{ kind: 'http', url: 'file:///etc/passwd' }],
  [{ kind: 'http', url: 'https://user:password@partner.example/' }],
  [{ kind: 'sftp', host: 'a b', port: 22, username: 'u', path: '', hostKey: '' }],
  [{ kind: 'sftp', host: 'partner.example', port: 22, username: 'u', path: '', hostKey: 'SHA256:short' }],
])('%j is no delivery location', (settings) => {
  expect(DeliverySettings.safeParse(settings).success).toBe(false);
});
