import { UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronRight, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FareCheckAnswer, Holds } from '../../domain/fareCheck.ts';
import { fareDescription } from '../../domain/fareDetails.ts';
import { Link } from '../parts/Link.tsx';
import { usePathTo } from '../parts/usePlace.ts';
import classes from './fares.module.css';
import { texts } from './texts.ts';

const GROUPS: readonly { readonly holds: Holds; readonly title: string }[] = [
  {
    holds: 'yes',
    get title() {
      return texts.apply;
    },
  },
  {
    holds: 'unknown',
    get title() {
      return texts.mayApply;
    },
  },
  {
    holds: 'no',
    get title() {
      return texts.doNotApply;
    },
  },
];
const PAGE = 50;

/** The fares of a check: those that apply, those of which something is not known, those that do not, each with its reasons. */
export function FareVerdicts({ reply: { Fares, Rides } }: { reply: FareCheckAnswer }): ReactNode {
  const metres = Rides.every(({ Metres }) => Metres !== null) ? Rides.reduce((sum, { Metres }) => sum + (Metres ?? 0), 0) : undefined;
  const zones = [...new Set(Rides.flatMap(({ Zones }) => Zones))];
  const facts = [
    texts.countOfStops({ stops: Rides.reduce((sum, { Stops }) => sum + Stops, 0) }),
    ...(metres === undefined ? [] : [`${(metres / 1000).toFixed(1)} km`]),
    texts.zonesOfJourney({ zones: zones.map((zone) => zone ?? texts.noZone).join(', ') }),
  ];
  return (
    <section aria-label={texts.faresOfTheJourney}>
      <p className={classes['hint']}>{texts.theJourneyFacts({ facts: facts.join(' · ') })}</p>
      {GROUPS.map(({ holds, title }) => (
        <Group key={holds} title={title} fares={Fares.filter(({ Applies }) => Applies === holds)} />
      ))}
    </section>
  );
}

type Checked = FareCheckAnswer['Fares'][number];

function Group({ title, fares }: { title: string; fares: readonly Checked[] }): ReactNode {
  const [shown, setShown] = useState(PAGE);
  if (fares.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes['sectionTitle']}>
        {title} <span className={`dmp-number ${classes['quiet']}`}>{fares.length.toLocaleString('en-GB')}</span>
      </h3>
      <ul className={classes['verdicts']}>
        {fares.slice(0, shown).map((fare) => (
          <Verdict key={fare.Id} fare={fare} />
        ))}
      </ul>
      {fares.length > shown && (
        <UnstyledButton className={classes['more']} onClick={() => setShown(shown + PAGE)}>
          {texts.showPageMore({ page: Math.min(PAGE, fares.length - shown) })}
        </UnstyledButton>
      )}
    </section>
  );
}

/** One fare with what it costs; why not stands under it, everything that was checked when it is opened. */
function Verdict({ fare }: { fare: Checked }): ReactNode {
  const [open, setOpen] = useState(false);
  const pathTo = usePathTo();
  const against = fare.Checks.filter(({ Holds: holds }) => holds !== 'yes');
  const checks = open ? fare.Checks : against;
  return (
    <li className={classes['verdict']}>
      <div className={classes['verdictHead']}>
        <UnstyledButton aria-expanded={open} aria-label={texts.checksOfFare({ fare: fareDescription(fare) })} onClick={() => setOpen(!open)}>
          <IconChevronRight size={14} aria-hidden className={classes['chevron']} data-open={open ? '' : undefined} />
        </UnstyledButton>
        <Link to={pathTo({ page: 'fares', itemId: fare.Id })} className={classes['verdictName']}>
          {fareDescription(fare)}
        </Link>
        <span className="dmp-number">
          {(fare.IsApproximatePrice === true ? texts.aboutPrice : texts.exactPrice)({ price: fare.Amount ?? fare.Price, currency: fare.Currency })}
        </span>
      </div>
      {(open || checks.length > 0) && (
        <ul className={classes['checks']}>
          {checks.length === 0 && <li>{texts.noCondition}</li>}
          {checks.map(({ Name, Holds: holds, Text }) => (
            <li key={`${Name} ${Text}`} data-holds={holds}>
              <Mark holds={holds} />
              <span>
                <span className={classes['quiet']}>{Name}</span> {Text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

export function Mark({ holds }: { holds: Holds }): ReactNode {
  if (holds === 'yes') return <IconCheck size={14} aria-label={texts.holds} />;
  return holds === 'no' ? <IconX size={14} aria-label={texts.doesNotHold} /> : <IconAlertTriangle size={14} aria-label={texts.notKnown} />;
}
