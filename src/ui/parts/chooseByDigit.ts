import { writesText } from './keys.ts';

const LISTS = '[role="listbox"], [role="menu"]';
const OPTIONS = '[role="option"], [role="menuitem"]';
const DISABLED = ':disabled, [aria-disabled="true"], [data-combobox-disabled], [data-disabled="true"]';

/**
 * Chooses one of the first nine options of the open list or menu that has the focus by a digit, 1 to 9. A field that takes text keeps
 * its digits. Returns whether something was chosen.
 */
export function chooseByDigit(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (!/^[1-9]$/.test(key) || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (!(target instanceof HTMLElement) || takesText(target)) return false;
  const option = openList(target)?.querySelectorAll<HTMLElement>(OPTIONS)[Number(key) - 1];
  if (!option || option.matches(DISABLED)) return false;
  event.preventDefault();
  option.click();
  return true;
}

function takesText(target: HTMLElement): boolean {
  return writesText(target) && !(target instanceof HTMLInputElement && target.readOnly);
}

/** The list that the element stands in, or opens. */
function openList(target: HTMLElement): Element | null {
  const around = target.closest(LISTS);
  if (around) return around;
  const opened = target.getAttribute('aria-expanded') === 'true' ? document.getElementById(target.getAttribute('aria-controls') ?? '') : null;
  return opened?.matches(LISTS) ? opened : (opened?.querySelector(LISTS) ?? null);
}
