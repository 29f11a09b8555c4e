import { beforeAll, describe, expect, it } from 'vitest';
import { routeCatalogue } from '../../src/contract/catalogue.ts';
import { runAccessMatrix, type AccessMatrix } from './accessMatrix.ts';
import { startTestProduct } from './product.ts';

let matrix: AccessMatrix;
beforeAll(async () => (matrix = await runAccessMatrix()), 300_000);

/** What is wrong in some columns, as lines. */
const faults = (...columns: readonly string[]): string[] => {
  const cells = matrix.cells.filter(({ column }) => columns.includes(column));
  expect(cells.length).toBeGreaterThan(50);
  return cells.flatMap(({ call, column, fault }) => (fault === undefined ? [] : [`${call} as ${column}: ${fault}`]));
};

describe('who may make which call', () => {
  it('is said for every route: add a line to test/server/accessTable.ts for each that is named here', () => {
    expect(matrix.unlisted).toEqual([]);
  });
  it('nobody without signing in [E189 H243 R261]', () => expect(faults('nobody')).toEqual([]));
  it('nobody with a token that is forged or has expired [R262]', () => expect(faults('forged', 'expired')).toEqual([]));
  it('nobody without a role [E026 R013 R263]', () => expect(faults('no role')).toEqual([]));
  it('nobody whose e-mail address is not verified [R013 R263]', () => expect(faults('unverified')).toEqual([]));
  it('a read-only account looks at everything and changes nothing [E025 E194 H246]', () => expect(faults('viewer')).toEqual([]));
  it('an editor may do everything, but with read-only data [E006 R003]', () => expect(faults('editor', 'read-only data')).toEqual([]));
  it('an editor without the role publishes nothing, or sees no tokens of others', () =>
    expect(faults('editor, no publishing', 'editor, no administrator', 'editor')).toEqual([]));
  it('what is not there is refused to everybody', () => expect(faults('unknown data')).toEqual([]));
  it('an account limited to a region does its work there [E195 R270]', () => expect(faults('editor of region', 'viewer of region')).toEqual([]));
  it('and what is elsewhere is not there for it [E195 H249]', () => expect(faults('... elsewhere', '... nowhere')).toEqual([]));
  it('a claim of regions that is missing or malformed shows nothing', () => expect(faults('claim missing', 'claim malformed')).toEqual([]));
  it('a program does what its token has the scope for, and nothing that only a person may', () =>
    expect(faults('program, read', 'program, edit', 'program, run', 'program, all scopes')).toEqual([]));
  it('nobody with a token that was revoked or has expired', () => expect(faults('program, expired token', 'program, revoked token')).toEqual([]));
  it('a program may no more than its person, also where rights were taken away since', () =>
    expect(faults('program of a viewer', 'program of a former editor')).toEqual([]));
  it('a program limited to a region does its work there, and what is elsewhere is not there for it', () =>
    expect(faults('program in its region', 'program elsewhere')).toEqual([]));
  it('a review link opens its own calls and nothing else, whatever is named', () =>
    expect(faults('review link', 'review link, elsewhere')).toEqual([]));
  it('a review link that is over or unknown opens nothing', () =>
    expect(
      faults('review link, revoked', 'review link, expired', 'review link, draft finished', 'review link, draft discarded', 'review link, unknown'),
    ).toEqual([]));
  it('every call of the contract is served and looked at', () => {
    const calls = new Set(matrix.cells.map(({ call }) => call));
    expect(routeCatalogue.map(({ method, path }) => `${method} ${path}`).filter((call) => !calls.has(call))).toEqual([]);
  });
});

describe('the calls', () => {
  it('are documented with the shape of what they take, and an unknown one is answered as JSON [E200]', async () => {
    const product = await startTestProduct();
    const { paths } = JSON.parse((await product.app.inject({ url: '/openapi.json' })).payload) as {
      paths: Record<string, Record<string, { operationId: string; parameters?: { name: string; required: boolean }[] }>>;
    };
    const create = paths['/storage/ui/db/version/{versionId}/edit/stop/create']?.['post'];
    expect(create?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: false }));
    const named = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(named.toSorted()).toEqual(routeCatalogue.map((route) => route.name).toSorted());
    expect((await product.app.inject({ url: '/api' })).payload).toContain('/storage/ui/db/version/:versionId/edit/stop/coordinates');
    const unknown = await product.app.inject({ url: '/storage/ui/nothing' });
    expect([unknown.statusCode, JSON.parse(unknown.payload)]).toMatchObject([404, { code: 'not_found' }]);
    await product.close();
  });
});
