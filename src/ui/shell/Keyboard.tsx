import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useStateNow } from '../parts/appState.ts';
import { chooseByDigit } from '../parts/chooseByDigit.ts';
import { isKey, onMac, writesText } from '../parts/keys.ts';
import { goToPart } from './landmarks.ts';
import { allActions } from './shellActions.ts';
import { useScreenActs } from './screenActs.tsx';

/** The one place where keys become actions. What is typed into a field stays there; what a list or a tool took stays taken. */
export function Keyboard(): ReactNode {
  const stateNow = useStateNow();
  const { perform } = useScreenActs();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || chooseByDigit(event)) return;
    if (event.code === 'F6' && !event.ctrlKey && !event.altKey && !event.metaKey) {
      // a window that asks something keeps the focus
      if (document.querySelector('[aria-modal="true"]') || !goToPart(event.shiftKey ? -1 : 1)) return;
      return event.preventDefault();
    }
    const action = allActions(stateNow()).find((one) => one.keys.some((key) => isKey(key, event)));
    if (!action || keepsKey(event, action.inFields === true)) return;
    if (document.querySelector('[aria-modal="true"]') && action.inFields !== true && action.overWindows !== true) return;
    // the browser's own meaning of the key (back, print, its search) would surprise even where the action is not available
    event.preventDefault();
    perform(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return null;
}

/** Whether a field keeps the key for its text: not one with Alt, and not undo where the text is what is stored. */
function keepsKey(event: KeyboardEvent, inFields: boolean): boolean {
  if (!writesText(event.target) || inFields) return false;
  if (event.altKey && !onMac()) return false;
  const field = event.target instanceof HTMLElement ? event.target : undefined;
  const stored = field?.dataset['text'] === 'same' || (field instanceof HTMLInputElement && field.readOnly);
  return !(stored && (event.ctrlKey || event.metaKey));
}
