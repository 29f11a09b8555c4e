import { Alert, Button, UnstyledButton } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { cancelFareCondition, chooseFareCondition, changeFareCondition, submitFareCondition } from '../../commands/fares/fareConditionSteps.ts';
import { editFareRules, setFareConditions } from '../../commands/fares/fareEdits.ts';
import { loadCompatibility } from '../../commands/fares/loadCompatibility.ts';
import type { ConditionChoice, FareConditionDraft } from '../../domain/fareConditionDraft.ts';
import { CONDITION_NAMES, conditionsOf, type FareCondition, PRIOR_RIDE_CONDITIONS, RIDE_CONDITIONS } from '../../domain/fareConditions.ts';
import type { Fare } from '../../domain/model/fare.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { conditionDraft, draftOutcome } from '../../projections/fareConditionDraft.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { useShownHere } from '../parts/useShownHere.ts';
import { ConditionInputs } from './ConditionInputs.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { inSentence, said } from '../language/language.ts';
import classes from './fares.module.css';
import { texts } from './texts.ts';

/** The editor of a condition in place of the fare's details: the map beside it stays free to pick stops from. */
export function FareConditionEditor({ fare }: { fare: Fare }): ReactNode {
  const condition = useWorkflow('fareCondition', (snapshot): ConditionChoice | null => snapshot.context.condition);
  const step = useWorkflow('fareCondition', (snapshot) => String(snapshot.value));
  return condition === null || step === 'choosing' ? (
    <ChooseCondition fare={fare} />
  ) : (
    <EditCondition fare={fare} condition={condition} step={step} />
  );
}

/** What may be added: the server says which conditions can be combined with the present ones, and why not. */
function ChooseCondition({ fare }: { fare: Fare }): ReactNode {
  const dispatch = useDispatch();
  const { versionId = 0 } = usePlace();
  const load = useView((view) => view.versions[versionId]?.fareWork.compatibility);
  const present = conditionsOf(fare);
  const key = present.join(' ');
  useEffect(() => {
    dispatch(loadCompatibility({ versionId, conditions: key === '' ? [] : (key.split(' ') as FareCondition[]) }));
  }, [dispatch, versionId, key]);
  return (
    <section aria-label={texts.addCondition}>
      <h3 className={classes['sectionTitle']}>{texts.addCondition}</h3>
      <LoadStates load={load} what={texts.conditionsThatFit} retry={loadCompatibility({ versionId, conditions: [...present] })} skeleton={9}>
        {(verdicts) => {
          const offer = (conditions: readonly FareCondition[]): ReactNode => (
            <ul className={classes['offers']}>
              {conditions.map((condition) => {
                const verdict = verdicts.find((one) => one.Condition === condition);
                const why = present.includes(condition)
                  ? texts.conditionPresent
                  : verdict?.Compatible === false
                    ? texts.notBesideOther({
                        other: inSentence(said(CONDITION_NAMES[verdict.With ?? condition])),
                        reason: said(verdict.Reason ?? ''),
                      })
                    : undefined;
                return (
                  <li key={condition}>
                    <UnstyledButton
                      className={classes['offer']}
                      aria-disabled={why === undefined ? undefined : true}
                      onClick={() => {
                        if (why !== undefined) return;
                        dispatch(chooseFareCondition({ condition }));
                        dispatch(changeFareCondition({ draft: conditionDraft(fare, condition) }));
                      }}
                    >
                      {said(CONDITION_NAMES[condition])}
                      {why !== undefined && <span className={classes['why']}>{why}</span>}
                    </UnstyledButton>
                  </li>
                );
              })}
            </ul>
          );
          return (
            <>
              {offer(RIDE_CONDITIONS)}
              <h4 className={classes['subTitle']}>{texts.priorRideConditions}</h4>
              {offer(PRIOR_RIDE_CONDITIONS)}
            </>
          );
        }}
      </LoadStates>
      <div className={classes['buttons']}>
        <Button variant="default" size="xs" onClick={() => dispatch(cancelFareCondition({}))}>
          {texts.cancel}
        </Button>
      </div>
    </section>
  );
}

function EditCondition({ fare, condition, step }: { fare: Fare; condition: ConditionChoice; step: string }): ReactNode {
  const dispatch = useDispatch();
  const draft = useWorkflow('fareCondition', (snapshot): FareConditionDraft => snapshot.context.draft);
  const messages = useWorkflow('fareCondition', (snapshot): readonly string[] => snapshot.context.messages);
  useShownHere(messages, setFareConditions, editFareRules);
  const outcome = draftOutcome(fare, condition, draft);
  const faults = Object.values(outcome.faults);
  const asked = messages.length > 0;
  const atField = asked && faults.length > 0;
  const title = condition === 'Transports' ? texts.transports : said(CONDITION_NAMES[condition]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { conditions, rules } = outcome;
    if (conditions) dispatch(submitFareCondition({ conditions }));
    else if (rules) dispatch(submitFareCondition({ rules }));
    else dispatch(submitFareCondition({ faults }));
  };
  return (
    <form onSubmit={submit} noValidate aria-label={title} className={classes['editor']}>
      <h3 className={classes['sectionTitle']}>{title}</h3>
      <ConditionInputs
        fare={fare}
        condition={condition}
        draft={draft}
        faults={atField ? outcome.faults : {}}
        onChange={(change) => dispatch(changeFareCondition({ draft: change }))}
      />
      {asked && !atField && (
        <Alert color="red" variant="light" p="xs" role="alert">
          {messages.join(' ')}
        </Alert>
      )}
      {step === 'picking' && (
        <p className={classes['hint']} role="status">
          {texts.pickingHint}
        </p>
      )}
      <div className={classes['buttons']}>
        {condition !== 'Transports' && (
          <Button variant="subtle" size="xs" disabled={step !== 'filling'} onClick={() => dispatch(chooseFareCondition({ condition: null }))}>
            {texts.anotherCondition}
          </Button>
        )}
        <Button variant="default" size="xs" onClick={() => dispatch(cancelFareCondition({}))}>
          {texts.cancel}
        </Button>
        <StillWaiting on={step === 'saving'} />
        <Button type="submit" size="xs" loading={step === 'saving'} disabled={step === 'picking'}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
