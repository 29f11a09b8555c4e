import { expect, test } from 'vitest';
import { TRANSFER_TYPE_OPTIONS, transferTypeLabel } from './transfers.ts';
import { Transfer } from './model/transfer.ts';

test('the types are recommended, expected to wait, timed connection and restricted [E082 R132]', () => {
  expect(TRANSFER_TYPE_OPTIONS).toEqual([
    { value: '0', label: 'Recommended' },
    { value: '1', label: 'Expected to wait' },
    { value: '2', label: 'Timed connection (min transfer time)' },
    { value: '3', label: 'Restricted' },
  ]);
  expect(transferTypeLabel(9)).toBe('Unknown transfer type 9');
});

test('a transfer has an id, two stops, a type and a time in seconds [R130]', () => {
  const transfer = { Id: 'T1', StopIdFrom: 'S1', StopIdTo: 'S2', Type: 2, Time: 180 };
  expect(Transfer.parse(transfer)).toEqual(transfer);
  expect(Transfer.safeParse({ ...transfer, Time: 1.5 }).success).toBe(false);
});
