/** Enter on a row leads into the first field of its details, which may not be loaded yet. */
let wanted: { readonly id: string; readonly at: number } | undefined;

/** A wish that is older than this number of milliseconds is dropped: the user is doing something else. */
const PATIENCE = 5000;

/** Puts the focus on the first field of the details of this id, as soon as they are there. A later wish replaces an earlier one. */
export function wantFirstField(id: string): void {
  wanted = { id, at: performance.now() };
  // the rows' choice is drawn first: the fields on the screen now may be those of another thing
  setTimeout(focusFirstField, 0);
}

/** Follows the wish if its details show fields now. Called by the details when their fields appear. */
export function focusFirstField(): void {
  if (wanted === undefined || performance.now() - wanted.at > PATIENCE) return;
  const fields = document.querySelector(`[data-details-of="${CSS.escape(wanted.id)}"] [data-details-fields]`);
  const control = fields?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [role="textbox"], button, a[href]');
  const field = fields?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [role="textbox"]') ?? control;
  if (!field) return;
  wanted = undefined;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
