/** The bar of somebody who follows a colleague; it takes the page along. */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { followTo, stopFollowing } from '../../commands/shell/followSteps.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { useColleagues, usePresence } from '../parts/colleagues.ts';
import { Avatar } from './People.tsx';
import classes from './presence.module.css';
import { texts } from './texts.ts';

export function FollowBar(): ReactNode {
  const presence = usePresence();
  const isFollowing = useWorkflow('follow', ({ value }) => value === 'following');
  useEffect(() => {
    if (!isFollowing) presence.follow(undefined);
  }, [presence, isFollowing]);
  return isFollowing ? <Following /> : null;
}

function Following(): ReactNode {
  const dispatch = useDispatch();
  const path = useView((view) => view.location.path);
  const present = useColleagues((colleagues, followed) => colleagues.find(({ person }) => person === followed));
  const [last, setLast] = useState(present);
  if (present && present !== last) setLast(present);
  const colleague = present ?? last;
  const to = present?.place.path;
  const isKnown = last !== undefined;

  useEffect(() => {
    if (to !== undefined) {
      if (to !== path) dispatch(followTo({ path: to }));
      return undefined;
    }
    const timer = setTimeout(() => dispatch(stopFollowing({})), isKnown ? AWAY : 0);
    return () => clearTimeout(timer);
    // where the user goes is for the machine to judge
    // eslint-disable-next-line react/exhaustive-deps
  }, [to, isKnown, dispatch]);
  useEffect(() => {
    const act = (event: Event): void => {
      if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      // it ends this alone: details stay open
      if (isEscape) event.stopPropagation();
      if (isEscape || !(event.target instanceof Element && event.target.closest('[data-follow]'))) dispatch(stopFollowing({}));
    };
    window.addEventListener('pointerdown', act, true);
    window.addEventListener('keydown', act, true);
    return () => {
      window.removeEventListener('pointerdown', act, true);
      window.removeEventListener('keydown', act, true);
    };
  }, [dispatch]);

  return (
    <div className={classes['following']} role="status" data-follow data-person={colleague?.colour}>
      {colleague && <Avatar of={colleague} />}
      <strong>{colleague ? texts.following({ name: colleague.name }) : texts.followingSomebody}</strong>
      <span className={classes['hint']}>{texts.followingHint}</span>
      <Button size="compact-xs" variant="default" onClick={() => dispatch(stopFollowing({}))}>
        {texts.stop}
      </Button>
    </div>
  );
}

/** Milliseconds that somebody may be away who loads the page afresh, or whose connection is renewed. */
const AWAY = 10_000;

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);
