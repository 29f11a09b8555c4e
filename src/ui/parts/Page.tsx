import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  /** The heading row: a ListTitle, or an h1. */
  readonly title: ReactNode;
  /** A line above the title: where this is. */
  readonly crumbs?: ReactNode;
  /** Buttons at the right of the heading. */
  readonly actions?: ReactNode;
  /** A row under the heading: a search box. */
  readonly tools?: ReactNode;
  /** Lists scroll by themselves; anything else lets the page scroll. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page of the content pane: heading, tools, and a body that scrolls under them. */
export function Page({ title, crumbs, actions, tools, fill = false, children }: PageProps): ReactNode {
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        {crumbs !== undefined && <div className={classes['crumbs']}>{crumbs}</div>}
        <div className={classes['heading']}>
          <div className={classes['title']}>{title}</div>
          {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
        </div>
        {tools !== undefined && <div className={classes['tools']}>{tools}</div>}
      </div>
      <div className={fill ? classes['fill'] : classes['body']}>{children}</div>
    </div>
  );
}
