import { expect, test } from 'vitest';
import { hearToolKeys, type KeyPress } from './toolKeys.ts';

type Heard = (event: KeyPress) => void;

/** A page with a button on it, and the keys that a tool has heard. `stopsAt` is the key that the button keeps to itself. */
function pageWith({ tooltip = false, byKeyboard = false, field = false, stopsAt = '' }) {
  const [early, late] = [new Set<Heard>(), new Set<Heard>()];
  const heard: string[] = [];
  const matches = (selector: string): boolean => {
    if (field) return selector.startsWith('input');
    if (!selector.startsWith(':is(button')) return false;
    return (!selector.includes('[aria-describedby]') || tooltip) && (!selector.endsWith(':focus-visible') || byKeyboard);
  };
  const target = Object.assign(new EventTarget(), { isContentEditable: false, matches });
  const listeners = (isEarly?: boolean): Set<Heard> => (isEarly === true ? early : late);
  const end = hearToolKeys(
    {
      addEventListener: (_type, listener, isEarly) => void listeners(isEarly).add(listener),
      removeEventListener: (_type, listener, isEarly) => void listeners(isEarly).delete(listener),
    },
    (code) => heard.push(code) > 0,
  );
  const press = (code: string, defaultPrevented = false): boolean => {
    const event = { code, target, defaultPrevented, preventDefault: () => void (event.defaultPrevented = true) };
    for (const listener of early) listener(event);
    if (code !== stopsAt) for (const listener of late) listener(event);
    return event.defaultPrevented;
  };
  return { heard, press, end };
}

test('Escape puts the tool down while the button that took it up shows its tooltip and keeps the key', () => {
  const { heard, press } = pageWith({ tooltip: true, stopsAt: 'Escape' });
  expect(press('Escape')).toBe(true);
  expect(heard).toEqual(['Escape']);
});

test('Escape is heard once where the button lets it pass', () => {
  const { heard, press } = pageWith({ tooltip: true });
  press('Escape');
  expect(heard).toEqual(['Escape']);
  press('Escape');
  expect(heard).toEqual(['Escape', 'Escape']);
});

test('Escape puts the tool down also where a list did something of its own at it; any other key was for the list', () => {
  const { heard, press } = pageWith({});
  press('Escape', true);
  press('Enter', true);
  expect(heard).toEqual(['Escape']);
});

test('a text keeps all keys but Escape', () => {
  const { heard, press } = pageWith({ field: true });
  for (const code of ['Enter', 'Backspace', 'KeyA', 'Escape']) press(code);
  expect(heard).toEqual(['Escape']);
});

test('a button that was reached by the keyboard keeps Enter; one that was clicked does not', () => {
  const reached = pageWith({ byKeyboard: true });
  expect(reached.press('Enter')).toBe(false);
  expect(reached.heard).toEqual([]);
  const clicked = pageWith({});
  clicked.press('Enter');
  expect(clicked.heard).toEqual(['Enter']);
});

test('once nobody listens any more nothing is heard', () => {
  const { heard, press, end } = pageWith({ tooltip: true });
  end();
  press('Escape');
  press('Enter');
  expect(heard).toEqual([]);
});
