/** Cases of a rule that somebody sets aside without the screen, and takes back. */
import type { Page } from '@playwright/test';
import { urlOf } from '../../src/contract/route.ts';
import { ignoreRule, readValidationRule, unignoreRule } from '../../src/contract/validation.ts';
import { expect } from './browser.ts';
import { signInByHttp } from './signInByHttp.ts';

/**
 * Sets the first case of a rule about stops aside that is not yet, in the version at this address. Answers how it is taken back: what is
 * set aside in one version holds for those that come after it.
 */
export async function setCaseAside(page: Page, base: string, ruleId: number): Promise<() => Promise<void>> {
  const site = new URL(page.url()).origin;
  const { access_token: token } = await signInByHttp(site, 'editor');
  const input = { params: { versionId: Number(/\d+$/.exec(base)?.[0]), ruleId } };
  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() });
  let id: string | undefined;
  // a new draft is checked first
  await expect(async () => {
    const listed = await fetch(site + urlOf(readValidationRule, input), { headers: headers() });
    id = readValidationRule.reply.parse(await listed.json()).Cases.find(({ Ignored }) => !Ignored)?.Id;
    expect(id, `a case of rule ${ruleId} that is not set aside`).toBeDefined();
  }).toPass({ timeout: 60_000 });
  const body = JSON.stringify({ IgnoredValidations: [{ StopId: id }] });
  const send = async (route: typeof ignoreRule): Promise<void> => {
    const answer = await fetch(site + urlOf(route, input), { method: route.method, headers: headers(), body });
    if (!answer.ok) throw new Error(`${route.summary} ${answer.status} ${await answer.text()}`);
  };
  await send(ignoreRule);
  return () => send(unignoreRule);
}
