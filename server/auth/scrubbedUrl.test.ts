import { expect, it } from 'vitest';
import { scrubbedUrl } from './scrubbedUrl.ts';

it.each([
  ['/live?id=abc&access_token=eyJ.a.b', '/live?id=abc&access_token=-'],
  ['/callback?code=xyz&state=123&iss=http%3A%2F%2Flocalhost', '/callback?code=-&state=-&iss=http%3A%2F%2Flocalhost'],
  ['/oidc/session/end?id_token_hint=eyJ.a.b#x', '/oidc/session/end?id_token_hint=-#x'],
  ['/storage/ui/reports?find=z%C3%BCrich&before=7', '/storage/ui/reports?find=-&before=7'],
  ['/storage/ui/stops?q=code=1', '/storage/ui/stops?q=code=1'],
])('a log shows %s without what opens a door or is searched for in reports', (url, shown) => {
  expect(scrubbedUrl(url)).toBe(shown);
});
