import { Alert, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FareOption, FareStep, TripFare } from '../../domain/tripFare.ts';
import { Link } from '../parts/Link.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { useRecords } from '../records/useRecords.ts';
import { Mark } from './FareVerdicts.tsx';
import classes from './fares.module.css';
import { texts } from './texts.ts';

const SHOWN = 50;
type Rule = TripFare['Legs'][number]['Rules'][number];

/** What a journey costs by Fares v2: the ways to pay, then each leg and change with the rules that hold and those that do not. */
export function TripFareAnswer({ answer: { Legs, Transfers, Options, Unknown } }: { answer: TripFare }): ReactNode {
  const names = useNames();
  const areas = (ids: readonly string[]): string => (ids.length === 0 ? texts.noArea : ids.map((id) => names.area(id)).join(', '));
  return (
    <section aria-label={texts.costByV2}>
      <h3 className={classes['sectionTitle']}>{texts.costByV2}</h3>
      {Unknown !== undefined && (
        <Alert color="orange" variant="light" p="xs" title={texts.unknownFare}>
          {Unknown}
        </Alert>
      )}
      <ul className={classes['verdicts']}>
        {Options.map((option) => (
          <Option key={JSON.stringify(option)} option={option} />
        ))}
      </ul>
      {Legs.map((leg, at) => {
        const change = Transfers[at - 1];
        return (
          <div key={leg.Rides.join()}>
            {change && (
              <>
                <h4 className={classes['legTitle']}>{texts.transferTo({ at: at + 1 })}</h4>
                <p className={classes['hint']}>{change.Text}</p>
                <Rules page="fare-transfer-rules" rules={change.Rules} />
              </>
            )}
            <h4 className={classes['legTitle']}>{texts.legStep({ at: at + 1 })}</h4>
            <p className={classes['hint']}>
              {texts.legPlace({
                network: leg.Networks.map((id) => names.network(id)).join(', ') || texts.noNetwork,
                from: areas(leg.FromAreas),
                to: areas(leg.ToAreas),
              })}
            </p>
            {leg.JoinRules.length > 0 && <p className={classes['hint']}>{texts.joinedBy({ rules: leg.JoinRules.join(', ') })}</p>}
            <Rules page="fare-leg-rules" rules={leg.Rules} />
          </div>
        );
      })}
    </section>
  );
}

function Option({ option: { Amount, Currency, RiderCategoryId, FareMediaId, Steps, Unsure } }: { option: FareOption }): ReactNode {
  const names = useNames();
  const payer = [RiderCategoryId && names.category(RiderCategoryId), FareMediaId && names.medium(FareMediaId)].filter(Boolean).join(' · ');
  return (
    <li className={classes['verdict']}>
      <div className={classes['option']}>
        <strong className="dmp-number">
          {Amount} {Currency}
        </strong>
        <span className={classes['quiet']}>{payer || texts.forAnybody}</span>
      </div>
      <ul className={classes['steps']}>
        {Steps.map((step) => (
          <li key={`${step.Of} ${step.Leg}`}>
            <span className={classes['quiet']}>{step.Of === 'leg' ? texts.legStep({ at: step.Leg + 1 }) : texts.transferStep}</span>
            <span>{nameOfStep(step)}</span>
            <span className="dmp-number">{step.Amount}</span>
          </li>
        ))}
      </ul>
      {Unsure.map((unsure) => (
        <p key={unsure} className={classes['hint']}>
          {texts.holdsIf({ unsure })}
        </p>
      ))}
    </li>
  );
}

function nameOfStep({ Name, ProductId }: FareStep): string {
  return Name ?? ProductId ?? texts.freeTransfer;
}

/** The rules of a leg or a change: those that hold, and the others behind a button, each with what keeps it from holding. */
function Rules({ page, rules }: { page: string; rules: readonly Rule[] }): ReactNode {
  const against = rules.filter(({ Holds }) => Holds === 'no').toSorted((a, b) => objections(a) - objections(b));
  const [open, setOpen] = useState(against.length === rules.length);
  return (
    <>
      <ul className={classes['checks']}>
        {rules
          .filter(({ Holds }) => Holds !== 'no')
          .map((rule) => (
            <RuleLine key={rule.Id} page={page} rule={rule} />
          ))}
      </ul>
      {against.length > 0 && (
        <UnstyledButton className={classes['more']} aria-expanded={open} onClick={() => setOpen(!open)}>
          <IconChevronRight size={12} aria-hidden className={classes['chevron']} data-open={open ? '' : undefined} />
          {texts.rulesThatDoNotHold({ rules: against.length })}
        </UnstyledButton>
      )}
      {open && (
        <ul className={classes['checks']}>
          {against.slice(0, SHOWN).map((rule) => (
            <RuleLine key={rule.Id} page={page} rule={rule} />
          ))}
          {against.length > SHOWN && <li>{texts.andRestMore({ rest: against.length - SHOWN })}</li>}
        </ul>
      )}
    </>
  );
}

/** How much speaks against a rule: those that nearly hold are listed first. */
function objections({ Checks }: Rule): number {
  return Checks.filter(({ Holds }) => Holds === 'no').length;
}

/** A rule with what was checked: of one that does not hold only what speaks against it. */
function RuleLine({ page, rule: { Id, ProductId, Holds, Checks } }: { page: string; rule: Rule }): ReactNode {
  const pathTo = usePathTo();
  const shown = Holds === 'no' ? Checks.filter((check) => check.Holds === 'no') : Checks;
  return (
    <li data-holds={Holds}>
      <Mark holds={Holds} />
      <span>
        <Link to={pathTo({ page, itemId: Id })}>{ProductId ?? Id}</Link>{' '}
        <span className={classes['quiet']}>{shown.map(({ Name, Text }) => `${Name}: ${Text}`).join(' · ') || texts.noCondition}</span>
      </span>
    </li>
  );
}

interface Names {
  readonly area: (id: string) => string;
  readonly network: (id: string) => string;
  readonly category: (id: string) => string;
  readonly medium: (id: string) => string;
}

/** Names of what the answer speaks of; ids where there is none. */
function useNames(): Names {
  const { versionId = 0 } = usePlace();
  const of = (all: readonly { readonly Id: string; readonly Name?: string | undefined }[]) => (id: string) =>
    all.find((one) => one.Id === id)?.Name ?? id;
  return {
    area: of(useRecords(versionId, 'Area')),
    network: of(useRecords(versionId, 'FareNetwork')),
    category: of(useRecords(versionId, 'RiderCategory')),
    medium: of(useRecords(versionId, 'FareMedium')),
  };
}
