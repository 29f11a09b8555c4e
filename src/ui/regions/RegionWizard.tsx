import { Button } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addRule } from '../../commands/regions/editNotificationRules.ts';
import { revertRegion } from '../../commands/regions/editRegion.ts';
import {
  cancelRegionSave,
  closeRegionWizard,
  confirmRegionSave,
  goToRegionStep,
  leaveRegionWizard,
  saveRegionStep,
  submitRegion,
} from '../../commands/regions/wizardSteps.ts';
import { areRulesValid, RULES_LIMIT } from '../../domain/notificationRules.ts';
import { REGION_STEPS, type RegionStep } from '../../domain/regions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { hasServerErrors, isRegionReadOnly, isStepChanged, stepWhy, submitWhy } from '../../projections/regionWizard.ts';
import { useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { BoundsStep } from './BoundsStep.tsx';
import { DatabasesStep } from './DatabasesStep.tsx';
import { GeneralStep } from './GeneralStep.tsx';
import { NotificationsStep } from './NotificationsStep.tsx';
import classes from './regions.module.css';
import { useWizard, useWizardState } from './useRegionWizard.ts';
import { texts } from './texts.ts';

const TITLES: Readonly<Record<RegionStep, string>> = {
  get general() {
    return texts.general;
  },
  get bounds() {
    return texts.bounds;
  },
  get databases() {
    return texts.databases;
  },
  get notifications() {
    return texts.notificationsTitle;
  },
};

/** The wizard of a region: making one, or changing it step by step. Nothing while it is closed. */
export function RegionWizard(): ReactNode {
  const dispatch = useDispatch();
  const state = useWizardState();
  const mode = useWizard('mode');
  const step = useWizard('step');
  const name = useView((view) => view.regionWizard.loaded.value?.Name ?? '');
  const readOnly = useView(isRegionReadOnly);
  const title = mode === 'CREATE_REGION_MODAL' ? texts.createANewRegion : name;
  return (
    <>
      <Modal
        opened={state !== 'closed'}
        onClose={() => dispatch(leaveRegionWizard({}))}
        title={title}
        size={790}
        closeOnClickOutside={false}
        closeOnEscape={state !== 'confirming' && state !== 'discarding'}
        withinPortal={false}
        lockScroll={false}
        data-testid={mode}
      >
        {state !== 'closed' && (
          <>
            <Steps present={step} />
            <div className={classes['step']} key={step}>
              {STEPS[step]}
            </div>
            {!readOnly && <Footer />}
          </>
        )}
      </Modal>
      <SaveQuestion />
      <DiscardQuestion />
    </>
  );
}

const STEPS: Readonly<Record<RegionStep, ReactNode>> = {
  general: <GeneralStep />,
  bounds: <BoundsStep />,
  databases: <DatabasesStep />,
  notifications: <NotificationsStep />,
};

function Steps({ present }: { present: RegionStep }): ReactNode {
  return (
    <nav className={classes['steps']} aria-label={texts.stepsOfTheRegion}>
      {REGION_STEPS.map((step) => (
        <span key={step} {...(step === present ? { 'aria-current': 'step' } : {})}>
          <Step step={step} present={step === present} />
        </span>
      ))}
    </nav>
  );
}

function Step({ step, present }: { step: RegionStep; present: boolean }): ReactNode {
  const dispatch = useDispatch();
  const why = useView((view) => (present ? undefined : stepWhy(view, step)));
  const wrong = useView((view) => hasServerErrors(view, step));
  return (
    <WhyButton
      label={TITLES[step]}
      {...(wrong ? { icon: IconAlertTriangle, color: 'red', hint: texts.thisStepHasErrors } : {})}
      variant={present ? 'filled' : 'subtle'}
      why={why}
      onClick={() => dispatch(goToRegionStep({ step }))}
    />
  );
}

function Footer(): ReactNode {
  const mode = useWizard('mode');
  return <div className={classes['footer']}>{mode === 'CREATE_REGION_MODAL' ? <CreateButtons /> : <EditButtons />}</div>;
}

function CreateButtons(): ReactNode {
  const dispatch = useDispatch();
  const state = useWizardState();
  const step = useWizard('step');
  const index = REGION_STEPS.indexOf(step);
  const before = REGION_STEPS[index - 1];
  const after = REGION_STEPS[index + 1];
  const beforeWhy = useView((view) => (before ? stepWhy(view, before) : undefined));
  const afterWhy = useView((view) => (after ? stepWhy(view, after) : undefined));
  const createWhy = useView((view) => submitWhy(view, step));
  const wrong = useView((view) => view.regionWizard.errors.length > 0);
  return (
    <>
      {before && <WhyButton label={texts.back} why={beforeWhy} onClick={() => dispatch(goToRegionStep({ step: before }))} />}
      {wrong && <span className={classes['wrong']}>{createWhy}</span>}
      <span className={classes['gap']} />
      {after && after !== 'notifications' && (
        <WhyButton label={texts.next} variant="default" why={afterWhy} onClick={() => dispatch(goToRegionStep({ step: after }))} />
      )}
      <WhyButton
        label={texts.createRegion}
        variant="filled"
        why={createWhy}
        loading={state === 'creating'}
        onClick={() => dispatch(submitRegion({}))}
      />
    </>
  );
}

function EditButtons(): ReactNode {
  const dispatch = useDispatch();
  const state = useWizardState();
  const step = useWizard('step');
  const saveWhy = useView((view) => submitWhy(view, step));
  const changed = useView(
    (view) => REGION_STEPS.some((one) => isStepChanged(view, one)) || view.regionWizard.errors.length > 0 || view.regionWizard.outdated,
  );
  const full = useView((view) => view.regionWizard.rules.length >= RULES_LIMIT);
  const invalid = useView((view) => !areRulesValid(view.regionWizard.rules));
  const loaded = useView((view) => view.regionWizard.loadedRules.value !== null);
  return (
    <>
      {step === 'notifications' && !full && (
        <WhyButton
          label={texts.createNotification}
          icon={IconPlus}
          why={loaded ? (invalid ? texts.fixNotificationsFirst : undefined) : texts.loadingNotifications}
          onClick={() => dispatch(addRule({ at: Date.now() }))}
        />
      )}
      {saveWhy !== undefined && saveWhy !== 'Nothing has changed' && <span className={classes['wrong']}>{saveWhy}</span>}
      <span className={classes['gap']} />
      <WhyButton label={texts.revert} why={changed ? undefined : texts.nothingHasChanged} onClick={() => dispatch(revertRegion({}))} />
      <WhyButton label={texts.saveChanges} variant="filled" why={saveWhy} loading={state === 'saving'} onClick={() => dispatch(saveRegionStep({}))} />
    </>
  );
}

/** Asks before the general data of a region is saved: it is what everybody sees of it. */
function SaveQuestion(): ReactNode {
  const dispatch = useDispatch();
  const state = useWizardState();
  const name = useView((view) => view.regionWizard.loaded.value?.Name ?? '');
  return (
    <Question
      opened={state === 'confirming'}
      title={texts.saveChanges}
      text={texts.editQuestion({ name })}
      yes={texts.save}
      onYes={() => dispatch(confirmRegionSave({}))}
    />
  );
}

/** Asks before what was typed is thrown away. */
function DiscardQuestion(): ReactNode {
  const dispatch = useDispatch();
  const state = useWizardState();
  const creating = useWizard('mode') === 'CREATE_REGION_MODAL';
  return (
    <Question
      opened={state === 'discarding'}
      title={texts.discardChanges}
      text={creating ? texts.discardNewQuestion : texts.discardQuestion}
      yes={texts.discard}
      onYes={() => dispatch(closeRegionWizard({}))}
    />
  );
}

interface QuestionProps {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly onYes: () => void;
}

function Question({ opened, title, text, yes, onYes }: QuestionProps): ReactNode {
  const dispatch = useDispatch();
  const close = (): void => void dispatch(cancelRegionSave({}));
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size="sm"
      zIndex={300}
      withinPortal={false}
      lockScroll={false}
      // the kit's own Escape would close the question with the very key that asked for it
      closeOnEscape={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <p>{text}</p>
      <div className={classes['footer']}>
        <span className={classes['gap']} />
        <Button size="xs" variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        <Button size="xs" data-autofocus onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Modal>
  );
}
