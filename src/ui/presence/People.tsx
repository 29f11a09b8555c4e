/** Colleagues in the same database: avatars in the strip, and the list that they open. */
import { Button, Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { startFollowing } from '../../commands/shell/followSteps.ts';
import { placeOf } from '../../domain/locations.ts';
import type { Colleague } from '../../domain/presence.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { everybody, useColleagues, usePresence } from '../parts/colleagues.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { Popover } from '../parts/Popover.tsx';
import { viewOf, VIEWS } from '../shell/views.ts';
import classes from './presence.module.css';
import { texts } from './texts.ts';

/** Avatars that are shown side by side; of more people the number is. */
const MOST_AVATARS = 4;

/** The others, where there are any: for somebody alone nothing is there. */
export function People(): ReactNode {
  const colleagues = useColleagues(everybody);
  return colleagues.length === 0 ? null : <PeopleHere colleagues={colleagues} />;
}

/** Made anew once somebody is there again: the list does not open by itself. */
function PeopleHere({ colleagues }: { colleagues: readonly Colleague[] }): ReactNode {
  const [opened, setOpened] = useState(false);
  const path = useView((view) => view.location.path);
  const lines = colleagues.map((one) => texts.onPage({ name: one.name, page: pageOf(one.place.path, path) }));
  return (
    <Popover opened={opened} onChange={setOpened} position="top-end" width={360}>
      <Popover.Target>
        <Tooltip label={<span className={classes['lines']}>{lines.slice(0, 12).join('\n')}</span>} disabled={opened}>
          <UnstyledButton
            className={classes['people']}
            aria-label={texts.peopleHere({ count: colleagues.length, names: lines.slice(0, 12).join('; ') })}
            aria-expanded={opened}
            aria-haspopup="dialog"
            onClick={() => setOpened(!opened)}
          >
            {colleagues.slice(0, MOST_AVATARS).map((one) => (
              <Avatar key={one.person} of={one} />
            ))}
            {colleagues.length > MOST_AVATARS && <span className={classes['more']} data-text={`+${colleagues.length - MOST_AVATARS}`} aria-hidden />}
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={texts.colleagues}>
        <ul className={classes['list']}>
          {colleagues.map((one) => (
            <Person key={one.person} of={one} onDone={() => setOpened(false)} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A person's initials; the name is always beside it, or in what it is part of. */
export function Avatar({ of: { initials, colour } }: { of: Colleague }): ReactNode {
  return <span className={classes['avatar']} data-person={colour} data-text={initials} aria-hidden />;
}

function Person({ of, onDone }: { of: Colleague; onDone: () => void }): ReactNode {
  const { person, name, place, places } = of;
  const path = useView((view) => view.location.path);
  const presence = usePresence();
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const others = places.length - 1;
  return (
    <li className={classes['person']}>
      <Avatar of={of} />
      <span className={classes['words']}>
        <span className={classes['name']}>{name}</span>
        <span className={classes['page']}>
          {pageOf(place.path, path)}
          {others > 0 && ` · ${texts.severalPlaces({ places: others })}`}
        </span>
      </span>
      {place.path !== path && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={texts.goToPageOf({ name })}
          onClick={() => {
            onDone();
            open(place.path);
          }}
        >
          {texts.goToPage}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="light"
        aria-label={texts.followName({ name })}
        onClick={() => {
          onDone();
          presence.follow(person);
          dispatch(startFollowing({}));
        }}
      >
        {texts.follow}
      </Button>
    </li>
  );
}

/** What a page is called, as it is seen from another. */
function pageOf(path: string, from: string): string {
  if (path === from) return texts.samePage;
  const [place, own] = [placeOf(path), placeOf(from)];
  if (place.section === 'changes') return texts.changes;
  if (place.section === 'comparer') return texts.comparer;
  if (place.section !== 'data' || place.versionId === undefined) return texts.database;
  const view = viewOf(place.page);
  const page = said(VIEWS.find(({ id }) => id === view)?.title ?? place.page ?? '');
  const isOther = own.section !== 'data' || own.versionId !== place.versionId;
  return isOther ? texts.otherVersion({ page, version: place.versionId }) : page;
}
