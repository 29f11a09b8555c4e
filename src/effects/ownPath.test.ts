import { describe, expect, it } from 'vitest';
import { ownPath } from './ownPath.ts';

describe('the path shown after sign-in', () => {
  it.each(['/', '/data/db/velmar/v/3/stops/S1?q=a%2Fb#x', '/replay', '/a//b', '/?next=//evil.example'])(
    '%s is of the product [E190 H244 R145]',
    (path) => {
      expect(ownPath(path, 'https://dmp.example/callback?code=1')).toBe(path);
    },
  );
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil',
    '',
    ' //evil.example',
  ])('%j is not: the front page is shown', (path) => {
    expect(ownPath(path, 'https://dmp.example/callback?code=1')).toBe('/');
  });
});
