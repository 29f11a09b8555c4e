import { describe, expect, test } from 'vitest';
import { isKey, type KeyPress, keyLabel } from './keys.ts';

const press = (code: string, more: Partial<KeyPress> = {}): KeyPress => ({
  code,
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe('keys', () => {
  test('Ctrl+Z undoes with Ctrl, and with Cmd on a Mac', () => {
    expect(isKey('Ctrl+KeyZ', press('KeyZ', { ctrlKey: true }))).toBe(true);
    expect(isKey('Ctrl+KeyZ', press('KeyZ', { metaKey: true }))).toBe(true);
    expect(isKey('Ctrl+KeyZ', press('KeyZ', { ctrlKey: true, metaKey: true }))).toBe(false);
    expect(isKey('Ctrl+KeyZ', press('KeyZ'))).toBe(false);
  });

  test('a further modifier makes another key of it', () => {
    expect(isKey('Ctrl+KeyZ', press('KeyZ', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isKey('Ctrl+Shift+KeyZ', press('KeyZ', { ctrlKey: true, shiftKey: true }))).toBe(true);
    expect(isKey('KeyM', press('KeyM', { altKey: true }))).toBe(false);
    expect(isKey('BracketLeft', press('BracketLeft'))).toBe(true);
  });

  test('the question mark is found wherever a keyboard has it', () => {
    expect(isKey('Shift+Slash', press('Slash', { shiftKey: true, key: '?' }))).toBe(true);
    expect(isKey('Shift+Slash', press('Minus', { shiftKey: true, key: '?' }))).toBe(true);
    expect(isKey('Shift+Slash', press('Slash', { key: '/' }))).toBe(false);
  });

  test('keys are shown as they are printed', () => {
    expect(keyLabel('Ctrl+Shift+KeyZ')).toBe('Ctrl+Shift+Z');
    expect(keyLabel('Ctrl+Shift+KeyZ', true)).toBe('⌘⇧Z');
    expect(keyLabel('BracketLeft')).toBe('[');
    expect(keyLabel('Shift+Slash')).toBe('?');
    expect(keyLabel('Alt+ArrowRight')).toBe('Alt+Right');
    expect(keyLabel('Digit3')).toBe('3');
  });
});
