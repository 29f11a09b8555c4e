/** The account behind a token: terms of use, the key that seals, and errors of browsers, as they are configured. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptTerms, leaveBrowser, readAccount, readConfig, readSealingKey, reportError } from '../../src/contract/account.ts';
import { startTestProduct, type TestProduct } from './product.ts';

const FAULT = { kind: 'error', message: 'TypeError: x is undefined', stack: '', place: '/data', build: 'test' } as const;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ TERMS: 'yes', MONITORING: 'yes' });
});
afterAll(() => product.close());

describe('the account', () => {
  it('accepts the terms of use once, where they are configured; others have still to [R271 E196]', async () => {
    expect((await product.call(readConfig)).body).toMatchObject({ terms: true, monitoring: true, excluding: true, transitAlignment: false });
    expect((await product.call(readAccount)).body).toMatchObject({ termsAccepted: false });
    expect((await product.call(acceptTerms)).body).toMatchObject({ termsAccepted: true });
    expect((await product.call(readAccount)).body).toMatchObject({ termsAccepted: true });
    expect((await product.call(readAccount, {}, { as: 'viewer' })).body).toMatchObject({ termsAccepted: false });
  });

  it('of the installation is told which build it runs, without a sign-in', async () => {
    const { statusCode, payload } = await product.app.inject('/version');
    expect([statusCode, JSON.parse(payload)]).toEqual([200, { version: '1.2.3', commit: 'ab12cd34ef', date: '2026-11-27T01:12:30.000Z' }]);
    expect((await product.call(readConfig)).body).toMatchObject({ build: '1.2.3 (ab12cd34ef, 2026-11-27 01:12 UTC)' });
  });

  it('may create regions only where it sees all of them and may change them', async () => {
    const create = async (as: 'editor' | 'viewer' | 'localEditor'): Promise<unknown> =>
      ((await product.call(readAccount, {}, { as })).body['permissions'] as unknown as { createRegions: boolean }).createRegions;
    expect([await create('editor'), await create('viewer'), await create('localEditor')]).toEqual([true, false, false]);
  });

  it('has one key to seal with, and nobody else has it', async () => {
    const keyOf = async (as: 'editor' | 'viewer'): Promise<string> => String((await product.call(readSealingKey, {}, { as })).body['key']);
    expect(Buffer.from(await keyOf('editor'), 'base64url')).toHaveLength(32);
    expect(await keyOf('editor')).toBe(await keyOf('editor'));
    expect(await keyOf('viewer')).not.toBe(await keyOf('editor'));
  });

  it('on log-out the browser is told to forget the answers it keeps', async () => {
    expect((await product.call(leaveBrowser, { body: {} })).headers['clear-site-data']).toBe('"cache"');
  });

  it('errors of browsers are taken, within bounds', async () => {
    expect((await product.call(reportError, { body: FAULT })).status).toBe(200);
    expect((await product.call(reportError, { body: { ...FAULT, stack: 'x'.repeat(5000) } })).status).toBe(400);
    expect((await product.call(reportError, { body: FAULT }, { as: 'nobody' })).status).toBe(401);
  });
});
