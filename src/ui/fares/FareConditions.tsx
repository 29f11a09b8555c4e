import { ActionIcon } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { openFareCondition } from '../../commands/fares/fareConditionSteps.ts';
import { removeFareCondition } from '../../commands/fares/fareEdits.ts';
import { CONDITION_NAMES, conditionsOf, type FareCondition, PRIOR_RIDE_CONDITIONS } from '../../domain/fareConditions.ts';
import type { Fare } from '../../domain/model/fare.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { conditionDraft } from '../../projections/fareConditionDraft.ts';
import { conditionText } from '../../projections/fareWords.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { MarkSign, useFieldMark } from '../parts/FieldMarks.tsx';
import { StopName } from '../schedules/StopName.tsx';
import { inSentence, said } from '../language/language.ts';
import classes from './fares.module.css';
import { Some } from './Some.tsx';
import { TransportBadge } from './TransportBadge.tsx';
import { ZoneBadge } from './ZoneBadge.tsx';
import { texts } from './texts.ts';

/** The conditions of a fare, each to be changed or removed; those on the ride before stand apart. */
export function FareConditions({ versionId, fare, readOnly }: { versionId: number; fare: Fare; readOnly: boolean }): ReactNode {
  const present = conditionsOf(fare);
  const prior = present.filter(isPrior);
  return (
    <section className={classes['section']} aria-label={texts.conditions}>
      <h3 className={classes['sectionTitle']}>
        {texts.conditions}
        <ActionButton of={openFareCondition} label={texts.addCondition} compact />
      </h3>
      {present.length === 0 && <p className={classes['none']}>{texts.noConditions}</p>}
      <List versionId={versionId} fare={fare} conditions={present.filter((one) => !isPrior(one))} readOnly={readOnly} />
      {prior.length > 0 && <h4 className={classes['subTitle']}>{texts.priorRideConditions}</h4>}
      <List versionId={versionId} fare={fare} conditions={prior} readOnly={readOnly} />
    </section>
  );
}

function isPrior(condition: FareCondition): boolean {
  return PRIOR_RIDE_CONDITIONS.some((one) => one === condition);
}

interface ListProps {
  readonly versionId: number;
  readonly fare: Fare;
  readonly conditions: readonly FareCondition[];
  readonly readOnly: boolean;
}

function List({ versionId, fare, conditions, readOnly }: ListProps): ReactNode {
  const dispatch = useDispatch();
  if (conditions.length === 0) return null;
  return (
    <dl className={classes['conditions']}>
      {conditions.map((condition) => (
        <div key={condition} className={classes['condition']}>
          <dt>
            {said(CONDITION_NAMES[condition])} <ConditionMark condition={condition} />
          </dt>
          <dd>
            <div className={classes['value']}>
              <ConditionValue fare={fare} condition={condition} />
            </div>
            {!readOnly && (
              <span className={classes['acts']}>
                <ActionIcon
                  aria-label={texts.editCondition({ condition: inSentence(said(CONDITION_NAMES[condition])) })}
                  title={texts.edit}
                  onClick={() => dispatch(openFareCondition({ versionId, fareId: fare.Id, condition, draft: conditionDraft(fare, condition) }))}
                >
                  <IconPencil size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={texts.removeCondition({ condition: inSentence(said(CONDITION_NAMES[condition])) })}
                  title={texts.remove}
                  onClick={() => dispatch(removeFareCondition({ versionId, fareId: fare.Id, condition }))}
                >
                  <IconX size={14} aria-hidden />
                </ActionIcon>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Zones and transports of a fare are in its rules. */
function ConditionMark({ condition }: { condition: FareCondition }): ReactNode {
  const inRules = condition === 'BetweenZones' || condition === 'ContainsZones';
  return <MarkSign mark={useFieldMark(inRules ? [condition, 'Rules'] : condition)} />;
}

function ConditionValue({ fare, condition }: { fare: Fare; condition: FareCondition }): ReactNode {
  switch (condition) {
    case 'BetweenStops':
      return (
        <Some items={fare.BetweenStops ?? []}>
          {({ FromStop, ToStop }) => (
            <span className={classes['pair']}>
              <StopOrAny id={FromStop} />
              <span aria-label={texts.to}>→</span>
              <StopOrAny id={ToStop} />
            </span>
          )}
        </Some>
      );
    case 'BetweenZones':
      return (
        <Some
          items={[
            ...new Map(
              fare.Rules.filter(({ FromZone, ToZone }) => FromZone !== null || ToZone !== null).map((rule) => [
                `${rule.FromZone}\n${rule.ToZone}`,
                rule,
              ]),
            ).values(),
          ]}
        >
          {({ FromZone, ToZone }) => (
            <span className={classes['pair']}>
              <ZoneBadge id={FromZone} />
              <span aria-label={texts.to}>→</span>
              <ZoneBadge id={ToZone} />
            </span>
          )}
        </Some>
      );
    case 'ContainsZones':
      return (
        <Some items={[...new Set(fare.Rules.map(({ ContainsZone }) => ContainsZone).filter((zone) => zone !== null))]}>
          {(zone) => <ZoneBadge id={zone} />}
        </Some>
      );
    case 'ValidAfterFareGroups':
      return <Some items={fare.ValidAfterFareGroups ?? []}>{(group) => <Fragment>{group}</Fragment>}</Some>;
    case 'ValidAfterStops':
      return <Some items={fare.ValidAfterStops ?? []}>{(stopId) => <StopName stopId={stopId} />}</Some>;
    case 'ValidAfterTransports':
      return <Some items={fare.ValidAfterTransports ?? []}>{(transport) => <TransportBadge id={transport} />}</Some>;
    default:
      return conditionText(fare, condition);
  }
}

function StopOrAny({ id }: { id: string | null }): ReactNode {
  return id === null ? <span className={classes['quiet']}>{texts.any}</span> : <StopName stopId={id} />;
}
