import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addToNetworkCalendar } from '../../commands/calendars/networkCalendarSteps.ts';
import { deleteDayType } from '../../commands/calendars/networkCalendarEdits.ts';
import { hexColour } from '../../domain/colours.ts';
import type { NetworkCalendar } from '../../domain/model/networkCalendar.ts';
import { periodKey, usesOfDayType } from '../../domain/networkCalendar.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { NetworkCalendars } from '../../projections/networkCalendars.ts';
import { editRefusal } from '../../projections/rights.ts';
import { calendarPartQuestion } from '../../projections/typedForms.ts';
import { useView } from '../parts/appState.ts';
import { Question } from '../parts/Question.tsx';
import { shownDays, shownException } from '../parts/shownDays.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { bandOf } from './bands.ts';
import { HolidaysModal } from './HolidaysModal.tsx';
import { DayTypeModal } from './DayTypeModal.tsx';
import { PeriodModal } from './PeriodModal.tsx';
import { runsWords } from './runs.ts';
import { texts } from './texts.ts';
import classes from './calendars.module.css';

interface PartsProps {
  readonly versionId: number;
  readonly all: NetworkCalendars;
  /** The calendar with what is painted and not saved. */
  readonly shown: NetworkCalendar;
  /** First and last date of the schedules. */
  readonly span: { readonly first: string; readonly last: string };
}

/** The day types of the version and the periods of a calendar. Periods are saved with what is painted, day types at once. */
export function CalendarParts({ versionId, all, shown, span }: PartsProps): ReactNode {
  const dispatch = useDispatch();
  const why = useView(editRefusal);
  const [{ asking, of }, type] = useTyped(calendarPartQuestion, { asking: null, of: null });
  const close = (): void => type({ asking: null, of: null });
  const dayType = all.dayTypes.find(({ Id }) => Id === of);
  const named = shown.Dates.filter(({ Name }) => Name !== undefined);
  const period = shown.Periods.find((one) => periodKey(one) === of);
  return (
    <div className={classes['parts']}>
      <section className={classes['part']} aria-label={texts.holidaysTitle}>
        <div className={classes['partBar']}>
          <h2 className={classes['heading']}>{texts.holidaysTitle}</h2>
          <WhyButton label={texts.addHolidays} icon={IconPlus} compact why={why} onClick={() => type({ asking: 'holidays', of: null })} />
        </div>
        {named.length === 0 && <p className={classes['none']}>{texts.noNamedDates}</p>}
        <ul className={classes['rows']}>
          {named.map((one) => (
            <li key={one.Date} title={one.Rule}>
              <span className="dmp-number">{one.Date}</span>
              <span className={classes['name']}>{one.Name}</span>
              <span className={classes['facts']}>{runsWords(one, all.dayTypes)}</span>
              <WhyButton
                label={texts.deleteName({ name: texts.dateAndName({ date: one.Date, name: one.Name ?? '' }) })}
                icon={IconTrash}
                iconOnly
                why={why}
                onClick={() => dispatch(addToNetworkCalendar({ versionId, calendarId: shown.Id, change: { clear: [one.Date] } }))}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className={classes['part']} aria-label={texts.periods}>
        <div className={classes['partBar']}>
          <h2 className={classes['heading']}>{texts.periods}</h2>
          <WhyButton label={texts.addPeriod} icon={IconPlus} compact why={why} onClick={() => type({ asking: 'period', of: null })} />
        </div>
        {shown.Periods.length === 0 && <p className={classes['none']}>{texts.noPeriods}</p>}
        <ul className={classes['rows']}>
          {shown.Periods.map((one, nth) => (
            <li key={periodKey(one)}>
              <Swatch color={bandOf(one, nth, all.dayTypes)} />
              <span className={classes['name']}>{one.Name}</span>
              <span className={classes['facts']}>
                {texts.periodFacts({
                  from: one.From,
                  to: one.To,
                  days: one.Days === undefined || one.Days === 127 ? '' : `, ${shownDays(one.Days)}`,
                  runs: runsWords(one, all.dayTypes),
                })}
              </span>
              <WhyButton
                label={texts.changeName({ name: one.Name })}
                icon={IconPencil}
                iconOnly
                why={why}
                onClick={() => type({ asking: 'period', of: periodKey(one) })}
              />
              <WhyButton
                label={texts.deleteName({ name: one.Name })}
                icon={IconTrash}
                iconOnly
                why={why}
                onClick={() => dispatch(addToNetworkCalendar({ versionId, calendarId: shown.Id, change: { clearPeriods: [periodKey(one)] } }))}
              />
            </li>
          ))}
        </ul>
      </section>
      <section className={classes['part']} aria-label={texts.dayTypes}>
        <div className={classes['partBar']}>
          <h2 className={classes['heading']}>{texts.dayTypes}</h2>
          <WhyButton label={texts.addDayType} icon={IconPlus} compact why={why} onClick={() => type({ asking: 'dayType', of: null })} />
        </div>
        {all.dayTypes.length === 0 && <p className={classes['none']}>{texts.noDayTypes}</p>}
        <ul className={classes['rows']}>
          {all.dayTypes.map((one) => (
            <li key={one.Id}>
              <Swatch color={hexColour(one.Color)} />
              <span className={classes['name']}>{one.Name}</span>
              <span className={classes['facts']}>{shownException(one)}</span>
              <WhyButton
                label={texts.changeName({ name: one.Name })}
                icon={IconPencil}
                iconOnly
                why={why}
                onClick={() => type({ asking: 'dayType', of: one.Id })}
              />
              <WhyButton
                label={texts.deleteName({ name: one.Name })}
                icon={IconTrash}
                iconOnly
                why={why}
                onClick={() => type({ asking: 'deleteDayType', of: one.Id })}
              />
            </li>
          ))}
        </ul>
      </section>
      {asking === 'holidays' && <HolidaysModal versionId={versionId} all={all} calendar={shown} span={span} onClose={close} />}
      {asking === 'period' && (of === null || period !== undefined) && (
        <PeriodModal versionId={versionId} calendar={shown} dayTypes={all.dayTypes} period={period} onClose={close} />
      )}
      {asking === 'dayType' && (of === null || dayType !== undefined) && (
        <DayTypeModal versionId={versionId} all={all} dayType={dayType} onClose={close} />
      )}
      {asking === 'deleteDayType' && dayType !== undefined && (
        <Question
          title={texts.deleteDayType}
          yes={texts.delete}
          onClose={close}
          onYes={() => {
            const { calendars } = usesOfDayType(all.calendars, dayType.Id);
            dispatch(deleteDayType({ versionId, dayTypeId: dayType.Id, calendarIds: calendars.map(({ Id }) => Id).toSorted() }));
            close();
          }}
        >
          {deletingWords(all, dayType.Id, dayType.Name)}
        </Question>
      )}
    </div>
  );
}

function deletingWords({ calendars }: NetworkCalendars, dayTypeId: string, name: string): string {
  const { dates, periods } = usesOfDayType(calendars, dayTypeId);
  return texts.deleteDayTypeQuestion({ name, dates, periods });
}

function Swatch({ color }: { color: string | undefined }): ReactNode {
  return <span className={`${classes['swatch']} dmp-data-colour`} style={color === undefined ? undefined : { background: color }} aria-hidden />;
}
