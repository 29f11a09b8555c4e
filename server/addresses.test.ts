import { expect, it } from 'vitest';
import { isPrivate } from './addresses.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  // SIIT (RFC 2765), NAT64 of a network's own (RFC 8215), site-local (RFC 3879), Teredo: an address within in disguise
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  'fec0::1',
  '2001:0:7f00:1::',
  'fd00::1',
  'fe80::1',
])('%s is of this machine or of a private network', (address) => expect(isPrivate(address)).toBe(true));

it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450:4001::1'])('%s is public', (address) =>
  expect(isPrivate(address)).toBe(false),
);
