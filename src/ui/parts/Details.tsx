import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { focusFirstField } from './detailsFocus.ts';
import { useDock } from './DetailsDock.tsx';
import { DetailsSteps } from './DetailsSteps.tsx';
import classes from './Details.module.css';
import { texts } from './texts.ts';
import { said } from '../language/language.ts';

interface DetailsProps {
  /** Id of the thing shown; the focus wish of a row and the way back to it go by it. */
  readonly of: string;
  /** What kind of thing it is, in lower case: "stop". */
  readonly kind: string;
  readonly title: string;
  /** A line under the title: type, state. */
  readonly subtitle?: ReactNode;
  /** Buttons at the foot, which never scrolls away. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** Usually `LoadStates` around a `DetailsBody`. */
  readonly children: ReactNode;
}

/**
 * All about one thing, docked to the right edge of the map. A page renders it anywhere; it is drawn in the dock of the
 * frame, and the map's camera leaves room for it. Escape closes it from anywhere and leads back to the list.
 */
export function Details({ of, kind, title, subtitle, actions, onClose, children }: DetailsProps): ReactNode {
  const dock = useDock();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(() => {
    const hadFocus = panel.current?.contains(document.activeElement) === true || document.activeElement === document.body;
    onClose();
    if (hadFocus) document.querySelector<HTMLElement>('main [role="grid"]')?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // what lies over the page (a menu, the undo list) is left by its own Escape
      if (event.key !== 'Escape' || (event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]') !== null)) return;
      // after every other listener: a field, a tool of the map or a menu takes its Escape first
      setTimeout(() => {
        if (!event.defaultPrevented && document.querySelector('[aria-modal="true"], [data-map-tool-busy]') === null) close();
      }, 0);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!dock) return null;
  const word = said(kind);
  return createPortal(
    <aside ref={panel} className={classes['details']} aria-labelledby={titleId} data-details-of={of}>
      <header className={classes['head']}>
        <div className={classes['titles']}>
          <h2 id={titleId} className={classes['title']} title={title}>
            <span className="dmp-sr-only">{`${word.charAt(0).toUpperCase()}${word.slice(1)} `}</span>
            {title}
          </h2>
          {subtitle !== undefined && subtitle !== '' && <div className={classes['subtitle']}>{subtitle}</div>}
        </div>
        <DetailsSteps of={of} />
        <ActionIcon aria-label={texts.close} title={texts.closeTheKindEsc({ kind: word })} onClick={onClose}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['body']}>{children}</div>
      {actions !== undefined && <footer className={classes['foot']}>{actions}</footer>}
    </aside>,
    dock,
  );
}

interface DetailsBodyProps {
  /** What is to be known before anything else: a warning, a hint. */
  readonly notice?: ReactNode;
  /** What uses it: badges of lines, in a row that wraps. Left out where nothing does. */
  readonly uses?: ReactNode;
  readonly fields: ReactNode;
  /** Lists of what belongs to it (`FoldList`). */
  readonly relations?: ReactNode;
  /** Nobody edits here: empty fields are folded away until they are requested. */
  readonly collapseEmpty?: boolean;
}

/** The parts of details in their order: notice, uses, fields, relations. */
export function DetailsBody({ notice, uses, fields, relations, collapseEmpty = false }: DetailsBodyProps): ReactNode {
  const [all, setAll] = useState(false);
  useEffect(focusFirstField, []);
  return (
    <>
      {notice}
      {uses !== undefined && <div className={classes['uses']}>{uses}</div>}
      <div className={classes['fields']} data-details-fields data-collapsed={collapseEmpty && !all ? '' : undefined}>
        {fields}
        {collapseEmpty && (
          <UnstyledButton className={classes['more']} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? texts.hideEmptyFields : texts.showEmptyFields}
          </UnstyledButton>
        )}
      </div>
      {relations !== undefined && relations !== false && <div className={classes['relations']}>{relations}</div>}
    </>
  );
}
