import { describe, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { createTransferMachine, type CreateTransferEvent, durationOf } from './createTransferMachine.ts';

/** The commands that a form sends, after two stops were chosen. */
function sent(transferType: number, duration: string): readonly unknown[] {
  const events: CreateTransferEvent[] = [
    { type: 'START', versionId: 1, stopId: 'S1' },
    { type: 'PICK', stopId: 'S2', transferId: 'T9' },
    { type: 'SUBMIT', transferType, duration },
  ];
  let [snapshot] = initialTransition(createTransferMachine);
  let commands: readonly unknown[] = [];
  for (const event of events) {
    const [next, actions] = transition(createTransferMachine, snapshot, event);
    snapshot = next;
    commands = actions.flatMap((action) => (action.type === 'dispatch' && 'params' in action ? [action.params] : []));
  }
  return commands;
}

describe('the duration of a transfer', () => {
  test.each(['', ' ', '1.5', '-3', '3m', '1e3', '123456'])('%j is none: digits only [R251]', (text) => {
    expect(durationOf(text)).toBeUndefined();
    expect(sent(2, text)).toEqual([]);
  });

  test('is required for the wait type, a whole number of seconds [E172 R252]', () => {
    expect(durationOf(' 180 ')).toBe(180);
    expect(sent(2, '')).toEqual([]);
    expect(sent(2, '180')).toMatchObject([
      { type: 'transfer.create', payload: { stopFrom: 'S1', stopTo: 'S2', transferType: 2, transferTime: 180 } },
    ]);
  });

  test('is sent only where it is an integer and the type has one [E171 R253]', () => {
    for (const typed of ['', '1.5', '180']) {
      const [command] = sent(0, typed) as { payload: object }[];
      expect(command?.payload).toMatchObject({ transferType: 0 });
      expect(command?.payload).not.toHaveProperty('transferTime');
    }
  });
});
