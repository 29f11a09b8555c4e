import { Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { accessProblem } from '../account/access.ts';
import { Bell } from '../notifications/Bell.tsx';
import { UserMenu } from '../account/UserMenu.tsx';
import { useView } from '../parts/appState.ts';
import { keyLabel, onMac } from '../parts/keys.ts';
import { Link } from '../parts/Link.tsx';
import classes from './Header.module.css';
import { HelpMenu } from './HelpMenu.tsx';
import { PlaceDropdowns } from './PlaceDropdowns.tsx';
import { useScreenActs } from './screenActs.tsx';
import { navigationItems } from './sections.ts';
import { texts } from './texts.ts';

/** The row at the top: product mark, navigation, place, palette, user. What needs access is not there without it; `bare`: nor before a page that stands alone. */
export function Header({ bare = false }: { bare?: boolean }): ReactNode {
  const allowed = useView((view) => !bare && view.session.account !== null && accessProblem(view.session.account) === undefined);
  const path = useView((view) => view.location.path);
  return (
    <header className={classes['header']}>
      {allowed ? (
        <Link to="/data" className={classes['mark']} aria-label={texts.dmpToTheDatabases}>
          <Mark />
        </Link>
      ) : (
        <span className={classes['mark']}>
          <Mark />
        </span>
      )}
      {allowed && (
        <>
          <nav aria-label={texts.sections} className={classes['sections']}>
            {navigationItems(path).map(({ title, to, active }) => (
              <Link key={to} to={to} className={classes['section']} data-active={active || undefined} aria-current={active ? 'page' : undefined}>
                {title}
              </Link>
            ))}
          </nav>
          <div className={classes['places']} role="group" aria-label={texts.place}>
            <PlaceDropdowns />
          </div>
        </>
      )}
      <span className={classes['gap']} />
      {allowed && <PaletteButton />}
      {allowed && <HelpMenu />}
      {allowed && <Bell />}
      <UserMenu />
    </header>
  );
}

function Mark(): ReactNode {
  return (
    <>
      <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="7" fill="var(--mantine-color-teal-9)" />
        <path d="M7 22h18M9 22V12a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v10M9 16h14" stroke="#fff" strokeWidth="2.4" fill="none" strokeLinecap="round" />
      </svg>
      <span className={classes['name']}>{texts.dmp}</span>
    </>
  );
}

function PaletteButton(): ReactNode {
  const { show } = useScreenActs();
  return (
    <UnstyledButton className={classes['palette']} onClick={() => show('palette')} aria-keyshortcuts="Control+K">
      <IconSearch size={14} aria-hidden />
      <span className={classes['paletteText']}>{texts.findAnything}</span>
      <Kbd size="xs">{keyLabel('Ctrl+KeyK', onMac())}</Kbd>
    </UnstyledButton>
  );
}
