import { Button, CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { leaveFirstSteps, nextFirstStep, previousFirstStep, startFirstSteps } from '../../commands/shell/firstStepsSteps.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { FIRST_STEPS, type FirstStep } from '../../machines/firstStepsMachine.ts';
import { useView } from '../parts/appState.ts';
import classes from './FirstSteps.module.css';
import { texts } from './texts.ts';

/** What each step says, and the page of the handbook about it. */
const STEPS: Readonly<Record<FirstStep, { readonly title: string; readonly how: string; readonly page: string }>> = {
  version: {
    get title() {
      return texts.firstVersion;
    },
    get how() {
      return texts.firstVersionHow;
    },
    page: 'first-feed.md',
  },
  time: {
    get title() {
      return texts.firstTime;
    },
    get how() {
      return texts.firstTimeHow;
    },
    page: 'timetables.md',
  },
  undo: {
    get title() {
      return texts.firstUndo;
    },
    get how() {
      return texts.firstUndoHow;
    },
    page: 'history.md',
  },
  finding: {
    get title() {
      return texts.firstFinding;
    },
    get how() {
      return texts.firstFindingHow;
    },
    page: 'validation.md',
  },
  publish: {
    get title() {
      return texts.firstPublish;
    },
    get how() {
      return texts.firstPublishHow;
    },
    page: 'versions.md',
  },
};

/** The tour: one step at a time, below everything; nothing while it is closed. */
export function FirstSteps(): ReactNode {
  const dispatch = useDispatch();
  const at = useWorkflow('firstSteps', ({ value }) => String(value));
  const number = FIRST_STEPS.findIndex((step) => step === at);
  const step = FIRST_STEPS[number];
  if (step === undefined) return null;
  const { title, how, page } = STEPS[step];
  return (
    <aside aria-label={texts.firstSteps} className={classes['bar']}>
      <span className={classes['number']}>{texts.firstStepOf({ number: number + 1, steps: FIRST_STEPS.length })}</span>
      <p className={classes['words']} aria-live="polite">
        <strong>{title}</strong> {how}{' '}
        <a href={`/help/docs/handbook/${page}`} target="_blank" rel="noopener">
          {texts.handbook}
        </a>
      </p>
      {number > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => dispatch(previousFirstStep({}))}>
          {texts.firstBack}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => dispatch(nextFirstStep({}))}>
        {number + 1 === FIRST_STEPS.length ? texts.firstEnd : texts.firstNext}
      </Button>
      <CloseButton size="sm" aria-label={texts.leaveTheFirstSteps} title={texts.leaveTheFirstSteps} onClick={() => dispatch(leaveFirstSteps({}))} />
    </aside>
  );
}

/** Offers the tour to editors who have not seen it. Gone once it is taken or declined. */
export function FirstStepsOffer(): ReactNode {
  const dispatch = useDispatch();
  const offered = useView(({ settings, session }) => settings.firstSteps === undefined && session.account?.permissions.readOnly === false);
  if (!offered) return null;
  return (
    <div className={classes['offer']}>
      <p className={classes['words']}>{texts.newHere}</p>
      <Button size="compact-sm" variant="default" onClick={() => dispatch(startFirstSteps({}))}>
        {texts.showFirstSteps}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={() => dispatch(changeSettings({ changes: { firstSteps: 'seen' } }))}>
        {texts.noThanks}
      </Button>
    </div>
  );
}
