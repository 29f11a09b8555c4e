import type { FocusEvent, ReactNode } from 'react';
import { useView } from './appState.ts';
import { useColleagues, usePresence } from './colleagues.ts';
import classes from './Field.module.css';
import { texts } from './texts.ts';

/** By what a field is known to colleagues on the same page. */
export function fieldKey(field: string | readonly string[] | undefined, label: string, of?: string): string {
  const key = field === undefined ? label : [field].flat().join(' ');
  return (of === undefined ? key : `${of}/${key}`).slice(0, 200);
}

/** Handlers of a field: colleagues see that it has the focus. */
export function useShownFocus(key: string): { readonly onFocus: () => void; readonly onBlur: (event: FocusEvent) => void } {
  const presence = usePresence();
  return {
    onFocus: () => presence.focus({ field: key }),
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) presence.focus({ field: undefined });
    },
  };
}

/** Who else is in a field of the page in view. */
export function EditedBy({ field }: { field: string }): ReactNode {
  const path = useView((view) => view.location.path);
  const names = useColleagues((colleagues) =>
    colleagues
      .filter(({ places }) => places.some((place) => place.field === field && place.path === path))
      .map(({ name, colour }) => `${colour}${name}`)
      .join('\n'),
  );
  if (names === '') return null;
  return (
    <span className={classes['editors']}>
      {names.split('\n').map((one) => (
        <span key={one} role="status" className={classes['editedBy']} data-person={one[0]}>
          {texts.isEditingThis({ name: one.slice(1) })}
        </span>
      ))}
    </span>
  );
}
