import { describe, expect, it } from 'vitest';
import { databases, openProduct, versionOf } from '../../../test/builders/productKernel.ts';
import { DIFF_CATEGORIES } from '../../domain/comparer/categories.ts';
import { openLists } from '../../machines/comparerNavigatorMachine.ts';
import { comparisonAt, windowTitle } from '../../projections/comparer.ts';
import { versionRemoved } from '../notifications/versionRemoved.ts';
import { openPlace } from '../shell/openPlace.ts';
import { chooseComparerDatabase, chooseComparerVersion } from './navigatorSteps.ts';

type Product = ReturnType<typeof openProduct>;
const open = (path: string): Product => {
  const product = openProduct(path);
  product.call('listDatabases').answer(databases());
  return product;
};
const listsOf = ({ kernel }: Product): readonly string[] => openLists(String(kernel.workflow('comparerNavigator').getSnapshot().value));
const pathOf = ({ kernel }: Product): string => kernel.snapshot().view.location.path;
const summary = (counts: Readonly<Record<string, number>>): object => ({
  A: 3,
  B: 8,
  Categories: DIFF_CATEGORIES.map(({ section }) => ({ Category: section, Changed: 0, Added: counts[section] ?? 0, Removed: 0 })),
  First: null,
});
const THREE = [versionOf(3), versionOf(8), versionOf(9)];

describe('a comparison', () => {
  it('cancels the one before it, whose answer changes nothing any more [H200 H201 H276]', () => {
    const product = open('/comparer/demo/3/8');
    const first = product.call('readDiff');
    product.kernel.dispatch(openPlace({ path: '/comparer/demo/3/9', search: '' }));
    expect(first.aborted()).toBe(true);
    first.answer(summary({ stops: 5 }));
    expect(product.kernel.snapshot().view.comparer).toMatchObject({ pair: '3-9', diff: { status: 'loading', value: null } });
    expect(pathOf(product)).toBe('/comparer/demo/3/9');
  });

  it('opens the first category with changes and its first page with entries [H202]', () => {
    const product = open('/comparer/demo/3/8');
    product.call('readDiff').answer(summary({ transfers: 2, feeds: 1 }));
    expect(pathOf(product)).toBe('/comparer/demo/3/8/transfers');
    expect(comparisonAt(product.kernel.snapshot().view.location)?.page).toBe('added');
  });

  it('that fails keeps status and data of the response [H203 H349]', () => {
    const product = open('/comparer/demo/3/8');
    product.call('readDiff').fail({ status: 409, messages: ['These versions are of two databases'] });
    expect(product.kernel.snapshot().view.comparer).toMatchObject({
      diff: { status: 'failed' },
      failure: { status: 409, data: ['These versions are of two databases'] },
    });
  });

  it('titles the window with the database and both versions [H123 R026]', () => {
    const product = open('/comparer/demo/3/8');
    product.call('listVersions').answer({ Versions: [versionOf(3, { Version: 'Winter' }), versionOf(8, { Version: 'Summer' })] });
    product.call('listDatabases').answer(databases());
    expect(windowTitle(product.kernel.snapshot().view)).toMatch(/^DMP \| Comparer \| \S.* Winter ⇄ Summer$/);
  });
});

describe('the navigator', () => {
  it('opens the list of what the address leaves open [H015 H016 H017]', () => {
    expect(listsOf(open('/comparer'))).toEqual(['databases']);
    expect(listsOf(open('/comparer/demo'))).toEqual(['first']);
    expect(listsOf(open('/comparer/demo/3'))).toEqual(['second']);
  });

  it('with both versions in the address compares them [H018]', () => {
    const product = open('/comparer/demo/3/8');
    expect(listsOf(product)).toEqual([]);
    expect(product.call('readDiff').call).toMatchObject({ input: { query: { a: 3, b: 8 } } });
  });

  it('choosing a database clears the versions, closes its list and opens that of first versions [H205 H206 H207]', () => {
    const product = open('/comparer/demo/3/8');
    product.kernel.dispatch(chooseComparerDatabase({ databaseId: 'other' }));
    expect(pathOf(product)).toBe('/comparer/other');
    expect(listsOf(product)).toEqual(['first']);
  });

  it('choosing a database loads its versions [H208]', () => {
    const product = open('/comparer');
    product.kernel.dispatch(chooseComparerDatabase({ databaseId: 'demo' }));
    expect(product.call('listVersions').call).toMatchObject({ input: { params: { databaseId: 'demo' } } });
  });

  it('choosing a first version closes its list, and opens that of second ones unless one is chosen [H209 H210]', () => {
    const product = open('/comparer/demo');
    product.kernel.dispatch(chooseComparerVersion({ side: 'first', versionId: 3 }));
    expect(listsOf(product)).toEqual(['second']);
    product.kernel.dispatch(chooseComparerVersion({ side: 'second', versionId: 8 }));
    expect(listsOf(product)).toEqual([]);
    product.kernel.dispatch(chooseComparerVersion({ side: 'first', versionId: 9 }));
    expect([pathOf(product), listsOf(product)]).toEqual(['/comparer/demo/9/8', []]);
  });

  it('a database that is gone is reset, and its list opens [H211]', () => {
    const product = openProduct('/comparer/gone/3');
    product.call('listDatabases').answer(databases());
    expect([pathOf(product), listsOf(product)]).toEqual(['/comparer', ['databases']]);
  });

  it('versions that are gone are reset, and their lists open [H212]', () => {
    const product = open('/comparer/demo/3/99');
    product.call('listVersions').answer({ Versions: THREE });
    expect([pathOf(product), listsOf(product)]).toEqual(['/comparer/demo/3', ['second']]);
  });

  it('a version that is removed while it is compared is reset, and its list opens [H212]', () => {
    const product = open('/comparer/demo/3/8');
    product.call('listVersions').answer({ Versions: THREE });
    product.kernel.receive(versionRemoved({ DatabaseId: 'demo', VersionId: 9 }));
    expect([pathOf(product), listsOf(product)]).toEqual(['/comparer/demo/3/8', []]);
    product.kernel.receive(versionRemoved({ DatabaseId: 'demo', VersionId: 8 }));
    expect([pathOf(product), listsOf(product)]).toEqual(['/comparer/demo/3', ['second']]);
  });
});
