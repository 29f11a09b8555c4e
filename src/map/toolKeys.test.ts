import { expect, test } from 'vitest';
import { hearToolKeys, type KeyPress } from './toolKeys.ts';

type SyncPosition = (event: KeyPress) => void;

/** A page with a button on it, and the keys that a tool has received. `stopsAt` is the key that the button keeps to itself. */
function pageWith({ tooltip = false, byKeyboard = false, field = false, stopsAt = '' }) {
  const [early, late] = [new Set<SyncPosition>(), new Set<SyncPosition>()];
  const received: string[] = [];
  const matches = (selector: string): boolean => {
    if (field) return selector.startsWith('input');
    if (!selector.startsWith(':is(button')) return false;
    return (!selector.includes('[aria-describedby]') || tooltip) && (!selector.endsWith(':focus-visible') || byKeyboard);
  };
  const target = Object.assign(new EventTarget(), { isContentEditable: false, matches });
  const listeners = (isEarly?: boolean): Set<SyncPosition> => (isEarly === true ? early : late);
  const end = hearToolKeys(
    {
      addEventListener: (_type, listener, isEarly) => void listeners(isEarly).add(listener),
      removeEventListener: (_type, listener, isEarly) => void listeners(isEarly).delete(listener),
    },
    (code) => received.push(code) > 0,
  );
  const press = (code: string, defaultPrevented = false): boolean => {
    const event = { code, target, defaultPrevented, preventDefault: () => void (event.defaultPrevented = true) };
    for (const listener of early) listener(event);
    if (code !== stopsAt) for (const listener of late) listener(event);
    return event.defaultPrevented;
  };
  return { received, press, end };
}

test('Escape puts the tool down while the button that took it up shows its tooltip and keeps the key', () => {
  const { received, press } = pageWith({ tooltip: true, stopsAt: 'Escape' });
  expect(press('Escape')).toBe(true);
  expect(received).toEqual(['Escape']);
});

test('Escape is received once if the button lets it pass', () => {
  const { received, press } = pageWith({ tooltip: true });
  press('Escape');
  expect(received).toEqual(['Escape']);
  press('Escape');
  expect(received).toEqual(['Escape', 'Escape']);
});

test('Escape puts the tool down also where a list did something of its own at it; any other key was for the list', () => {
  const { received, press } = pageWith({});
  press('Escape', true);
  press('Enter', true);
  expect(received).toEqual(['Escape']);
});

test('a text keeps all keys but Escape', () => {
  const { received, press } = pageWith({ field: true });
  for (const code of ['Enter', 'Backspace', 'KeyA', 'Escape']) press(code);
  expect(received).toEqual(['Escape']);
});

test('a button that was reached by the keyboard keeps Enter; one that was clicked does not', () => {
  const reached = pageWith({ byKeyboard: true });
  expect(reached.press('Enter')).toBe(false);
  expect(reached.received).toEqual([]);
  const clicked = pageWith({});
  clicked.press('Enter');
  expect(clicked.received).toEqual(['Enter']);
});

test('after the end no key is received', () => {
  const { received, press, end } = pageWith({ tooltip: true });
  end();
  press('Escape');
  press('Enter');
  expect(received).toEqual([]);
});
