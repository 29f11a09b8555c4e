/** The event target of the key listeners: the document, or a stand-in. */
interface KeyPlace {
  addEventListener(type: 'keydown', listener: (event: KeyPress) => void, early?: boolean): void;
  removeEventListener(type: 'keydown', listener: (event: KeyPress) => void, early?: boolean): void;
}

/** What a press of a key says. */
export type KeyPress = Pick<KeyboardEvent, 'code' | 'target' | 'defaultPrevented' | 'preventDefault'>;

/** Tells the tool of the map of each key that is not for what has the focus; it returns whether it did something. Returns the end of it. */
export function hearToolKeys(place: KeyPlace, listener: (code: string) => boolean): () => void {
  let last: KeyPress | undefined;
  const pressed = (event: KeyPress): void => {
    if (event === last) return;
    last = event;
    // Escape puts the tool down also where a list or a field did something of its own at it
    if (event.defaultPrevented && event.code !== 'Escape') return;
    if (!isKept(event) && listener(event.code)) event.preventDefault();
  };
  // a button whose tooltip is open consumes the Escape that closes it: the tool listens in the capture phase
  const early = (event: KeyPress): void => {
    if (event.code === 'Escape' && isElement(event.target) && event.target.matches(':is(button, a)[aria-describedby]')) pressed(event);
  };
  // not the window: a tooltip that lies open under the pointer takes an Escape at the document, and keeps it from there on
  place.addEventListener('keydown', pressed);
  place.addEventListener('keydown', early, true);
  return () => {
    place.removeEventListener('keydown', pressed);
    place.removeEventListener('keydown', early, true);
  };
}

/** Whether the key belongs to what has the focus: a text keeps all but Escape, a button that was reached by the keyboard keeps Enter. */
function isKept({ target, code }: KeyPress): boolean {
  if (!isElement(target)) return false;
  const writes = target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]');
  return writes ? code !== 'Escape' : code === 'Enter' && target.matches(':is(button, a, [role=button], [role=option], [role=row]):focus-visible');
}

function isElement(target: EventTarget | null): target is HTMLElement {
  return target !== null && 'matches' in target;
}
