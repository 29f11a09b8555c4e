/** Presence in this tab: says where its user works, and keeps where others do. Nothing of it is a record. */
import type { PresenceChanged } from '../contract/presence.ts';
import { type Colleague, colleaguesOf, type PresenceFocus, type PresencePlace, type PresentTab } from '../domain/presence.ts';

/** Presence, for the screens and for what feeds it. */
export interface PresenceOfTab {
  /** The others in this database; the same array while nothing changed. */
  colleagues(): readonly Colleague[];
  subscribe(listener: () => void): () => void;
  /** Says what has the focus: the parts that are given, undefined for one that has it no more. */
  focus(parts: { readonly [Part in keyof PresenceFocus]: PresenceFocus[Part] | undefined }): void;
  followed(): string | undefined;
  follow(person: string | undefined): void;
  /** The page of this tab; undefined hides its user. */
  page(path: string | undefined): void;
  /** What the server says; undefined where nothing is known any more. */
  receive(message: PresenceChanged | undefined): void;
  /** The user did something. */
  active(): void;
}

/** Milliseconds between two places that are said. */
const EVERY = 250;
/** Milliseconds after which a place is said again as a sign of life, where its user has done something since. */
const REPEATED = 4 * 60_000;

export function createPresence(send: (place: PresencePlace | null) => void, now: () => number): PresenceOfTab {
  const listeners = new Set<() => void>();
  let tabs = new Map<string, PresentTab>();
  let you = '';
  let others: readonly Colleague[] = [];
  let followed: string | undefined;
  let path: string | undefined;
  let focus: PresenceFocus = {};
  let said = 'null';
  let saidAt = -EVERY;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const changed = (): void => listeners.forEach((listener) => listener());
  const say = (): void => {
    waiting = undefined;
    const place: PresencePlace | null = path === undefined ? null : { path, ...focus };
    const text = JSON.stringify(place);
    if (text === said) return;
    said = text;
    saidAt = now();
    send(place);
  };
  const soon = (): void => void (waiting ??= setTimeout(say, Math.max(0, saidAt + EVERY - now())));

  return {
    colleagues: () => others,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    focus(parts) {
      focus = Object.fromEntries(Object.entries({ ...focus, ...parts }).filter(([, value]) => value !== undefined));
      soon();
    },
    followed: () => followed,
    follow(person) {
      if (person === followed) return;
      followed = person;
      changed();
    },
    page(next) {
      if (next === path) return;
      path = next;
      soon();
    },
    receive(message) {
      if (message === undefined || message.You !== undefined) tabs = new Map();
      if (message?.You !== undefined) you = message.You;
      for (const tab of message?.Tabs ?? []) {
        tabs.delete(tab.Tab);
        if (tab.Place) tabs.set(tab.Tab, tab);
      }
      if (tabs.size === 0 && others.length === 0) return;
      others = colleaguesOf([...tabs.values()], you);
      changed();
    },
    active() {
      if (path === undefined || now() - saidAt < REPEATED) return;
      said = '';
      soon();
    },
  };
}
