import { describe, expect, test } from 'vitest';
import { databases, openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { openPlace } from '../shell/openPlace.ts';
import { beginEdit } from './beginEdit.ts';

const STOP_PAGE = '/data/db/demo/v/1/stops/S1';
const FILTER = '?Name=cross';

function opened() {
  const product = openProduct(STOP_PAGE, { search: FILTER });
  product.call('listDatabases').answer(databases());
  product.call('listVersions').answer({ Versions: [versionOf(1)] });
  product.call('listStops').answer({ Rev: 0, Stops: [] });
  return product;
}

describe('changing version', () => {
  test('beginning an edit opens the new version at the same place, with no search filter left [H177 H261 H198]', () => {
    const { kernel, call } = opened();
    kernel.dispatch(beginEdit({ databaseId: 'demo', versionId: 1 }));
    call('beginEdit').answer({ EditableDbVersionId: 2, Version: versionOf(2, { Editable: true, ParentId: 1 }) });
    expect(kernel.snapshot().view.location).toEqual({ path: '/data/db/demo/v/2/stops/S1', search: '' });
  });

  test('the part of a schedule that is shown stays', () => {
    const { kernel, call } = opened();
    kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules/1', search: '?show=service&Name=cross' }));
    kernel.dispatch(beginEdit({ databaseId: 'demo', versionId: 1 }));
    call('beginEdit').answer({ EditableDbVersionId: 2, Version: versionOf(2, { Editable: true, ParentId: 1 }) });
    expect(kernel.snapshot().view.location).toEqual({ path: '/data/db/demo/v/2/schedules/1', search: '?show=service' });
  });

  test('what was loaded, searched and found in the version before is let go [H199]', () => {
    const { kernel } = opened();
    expect(kernel.snapshot().view.versions[1]?.stops.status).toBe('succeeded');
    kernel.dispatch(openPlace({ path: '/data/db/demo/v/2', search: '' }));
    const { versions } = kernel.snapshot().view;
    expect(Object.keys(versions)).toEqual(['2']);
    expect(versions[2]).toMatchObject({ tripSearch: { tripIds: [], found: { status: 'idle' } }, stops: { value: null } });
  });

  test('who has gone elsewhere while the edit began stays there', () => {
    const { kernel, call } = opened();
    kernel.dispatch(beginEdit({ databaseId: 'demo', versionId: 1 }));
    kernel.dispatch(openPlace({ path: '/data/db/other', search: '' }));
    call('beginEdit').answer({ EditableDbVersionId: 2, Version: versionOf(2, { Editable: true }) });
    expect(kernel.snapshot().view.location.path).toBe('/data/db/other');
  });
});
