/** Cases of a rule that somebody sets aside without the screen, and takes back. */
import type { Page } from '@playwright/test';
import { urlOf } from '../../src/contract/route.ts';
import { ignoreRule, readValidationRule, unignoreRule } from '../../src/contract/validation.ts';
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
  const listed = await fetch(site + urlOf(readValidationRule, input), { headers: headers() });
  const open = readValidationRule.reply.parse(await listed.json()).Cases.find(({ Ignored }) => !Ignored);
  if (!open) throw new Error(`Every case of rule ${ruleId} has been set aside`);
  const body = JSON.stringify({ IgnoredValidations: [{ StopId: open.Id }] });
  const send = async (route: typeof ignoreRule): Promise<void> => {
    const answer = await fetch(site + urlOf(route, input), { method: route.method, headers: headers(), body });
    if (!answer.ok) throw new Error(`${route.summary} ${answer.status} ${await answer.text()}`);
  };
  await send(ignoreRule);
  return () => send(unignoreRule);
}
