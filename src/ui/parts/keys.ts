import { texts } from './texts.ts';
/** Keys as the command catalogue writes them: modifiers and an `event.code`, as in 'Ctrl+Shift+KeyZ'. Ctrl stands for Cmd on a Mac. */

/** What of a keyboard event decides which key it was. */
export interface KeyPress {
  readonly code: string;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether this press is that key, with exactly its modifiers. */
export function isKey(key: string, press: KeyPress): boolean {
  // a question mark sits elsewhere on many keyboards; what was typed decides
  if (key === 'Shift+Slash' && press.key === '?' && !press.ctrlKey && !press.metaKey && !press.altKey) return true;
  const parts = key.split('+');
  const code = parts.at(-1);
  const ctrl = press.ctrlKey || press.metaKey;
  return (
    press.code === code &&
    ctrl === parts.includes('Ctrl') &&
    !(press.ctrlKey && press.metaKey) &&
    press.altKey === parts.includes('Alt') &&
    press.shiftKey === parts.includes('Shift')
  );
}

/** The key in words: 'Ctrl+Z', or '⌘Z' on a Mac. */
export function keyLabel(key: string, mac = false): string {
  const parts = key.split('+');
  if (key === 'Shift+Slash') return '?';
  const words = parts.map((part) => (mac ? MAC_NAMES[part] : undefined) ?? NAMES[part] ?? part.replace(/^(Key|Digit)/, ''));
  return words.join(mac ? '' : '+');
}

const NAMES: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Slash: '/',
  get ArrowLeft() {
    return texts.left;
  },
  get ArrowRight() {
    return texts.right;
  },
  get ArrowUp() {
    return texts.up;
  },
  get ArrowDown() {
    return texts.down;
  },
  get Escape() {
    return texts.esc;
  },
  Backquote: '`',
  Minus: '-',
  Equal: '=',
};

const MAC_NAMES: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/** Whether typing there writes text: a key without Ctrl belongs to the field then, and so does its own undo. */
export function writesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'color'].includes(target.type);
  return target.getAttribute('role') === 'textbox' && target.getAttribute('aria-readonly') !== 'true';
}

/** Whether this is a Mac, whose modifier key is Cmd. */
export function onMac(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.userAgent);
}
