import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeCatalogue } from '../../src/contract/catalogue.ts';
import type { Route } from '../../src/contract/route.ts';
import { readLiveToken, watchVersions } from '../../src/contract/notifications.ts';
import { startTestProduct, type Person, type TestProduct } from './product.ts';

let product: TestProduct;
beforeAll(async () => (product = await startTestProduct()));
afterAll(() => product.close());

/** The live routes are served by the live hub, which this product runs without; live.test.ts has them. */
const routes = routeCatalogue.filter((route) => route !== readLiveToken && route !== watchVersions);
const guarded = routes.filter((route) => route.access !== 'public');
const needRole = routes.filter((route) => route.access === 'read' || route.access === 'write');

/** A call of any route with something in every place; whether it makes sense is looked at after who calls. */
async function knock(route: Route, as: Person): Promise<{ status: number; body: Record<string, never> }> {
  const params = new Proxy({}, { get: () => '1', has: () => true }) as Record<string, string>;
  const { status, body } = await product.call(route, { params }, { as, key: null });
  return { status, body };
}

describe('who may make which call', () => {
  it.each(guarded)('$name needs somebody signed in [E189 H243 R261]', async (route) => {
    expect(await knock(route, 'nobody')).toMatchObject({ status: 401, body: { code: 'no_token' } });
  });
  it.each(guarded)('$name refuses a sign-in that has expired', async (route) => {
    expect(await knock(route, 'expired')).toMatchObject({ status: 401, body: { code: 'token_expired' } });
  });
  it.each(needRole)('$name needs a role [E026 R013 R263]', async (route) => {
    expect(await knock(route, 'norole')).toMatchObject({ status: 403, body: { code: 'no_role' } });
  });
  it.each(needRole)('$name needs a verified e-mail address [R013 R263]', async (route) => {
    expect(await knock(route, 'unverified')).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
  });
  it.each(routes.filter((route) => route.access === 'write'))('$name is closed to a read-only account [E025 E194 H246]', async (route) => {
    expect(await knock(route, 'viewer')).toMatchObject({
      status: 403,
      body: { code: 'read_only', errors: [{ message: 'You have read-only rights' }] },
    });
  });
  it.each(routes.filter((route) => route.access === 'read'))('$name is open to a read-only account', async (route) => {
    expect((await knock(route, 'viewer')).status).not.toBe(403);
  });
  it.each(routes.filter((route) => route.access === 'signedIn'))('$name tells even an account without a role who it is', async (route) => {
    expect(await knock(route, 'norole')).toMatchObject({ status: 200, body: { hasAccess: false, email: 'norole@test.example' } });
  });
  it.each(routes.filter((route) => route.access === 'public'))('$name is open to anybody', async (route) => {
    expect((await knock(route, 'nobody')).status).toBe(200);
  });
  it('every call of the contract is served', () => {
    expect(routes.filter((route) => !product.app.hasRoute({ method: route.method, url: route.path })).map(({ name }) => name)).toEqual([]);
  });
  it('an unknown call is answered as JSON', async () => {
    const answer = await product.app.inject({ url: '/storage/ui/nothing' });
    expect(answer.statusCode).toBe(404);
    expect(JSON.parse(answer.payload)).toMatchObject({ code: 'not_found' });
  });
  it('the documentation of the calls names each of them', async () => {
    const { paths } = JSON.parse((await product.app.inject({ url: '/openapi.json' })).payload) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const named = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(named.toSorted()).toEqual(routeCatalogue.map((route) => route.name).toSorted());
    expect((await product.app.inject({ url: '/api' })).payload).toContain('/storage/ui/db/version/:versionId/edit/stop/coordinates');
  });
});
