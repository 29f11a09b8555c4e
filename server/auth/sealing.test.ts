import { expect, it } from 'vitest';
import { seal, sealingKey, unseal } from './sealing.ts';

it('what is sealed is read with the same key and name, and with no other', () => {
  const key = sealingKey('a purpose', 'a text of the operator');
  const sealed = seal(key, 'identity-keys', 'the key');
  expect(sealed).not.toContain('the key');
  expect(unseal(key, 'identity-keys', sealed)).toBe('the key');
  expect(unseal(key, 'live-key', sealed)).toBeUndefined();
  expect(unseal(sealingKey('another purpose', 'a text of the operator'), 'identity-keys', sealed)).toBeUndefined();
  expect(unseal(key, 'identity-keys', `${sealed.slice(0, -4)}AAAA`)).toBeUndefined();
});
