import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { scheduleName } from '../../domain/schedules.ts';
import type { ScheduleDetails, TrackDetails } from '../../domain/scheduleDetails.ts';
import { calendarInterval, exceptionsByDate } from '../../projections/calendarText.ts';
import { type PrintedDays, printedTimetable } from '../../projections/printedTimetable.ts';
import { scheduleDetails } from '../../projections/scheduleParts.ts';
import { stopName } from '../../projections/stops.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { ScheduleBadge } from '../schedules/ScheduleBadge.tsx';
import { usePlace } from '../parts/usePlace.ts';
import { inSentence } from '../language/language.ts';
import { shownException } from '../parts/shownDays.ts';
import { useSheetDays } from './useSheetDays.ts';
import classes from './print.module.css';
import { texts } from './texts.ts';

/** The timetable of a track as passengers know it, for the screen and for paper. */
export function PrintPage({ details }: { details: TrackDetails }): ReactNode {
  const { Track: track, Timetables: timetables } = details;
  const { versionId = 0 } = usePlace();
  const schedule = useView((view) => scheduleDetails(view, versionId, track.ScheduleId)?.Schedule);
  const [days] = useSheetDays();
  const printed = useMemo(
    () => printedTimetable(track, days === 127 ? timetables : timetables.filter(({ Days }) => (Days & days) !== 0)),
    [track, timetables, days],
  );
  if (printed.length === 0) return <Empty title={texts.nothingToPrint} hint={texts.nothingToPrintHint} />;
  return (
    <div className={classes['page']}>
      <div className={classes['tools']}>
        <WhyButton label={texts.print} icon={IconPrinter} onClick={() => window.print()} />
        <span className={classes['quiet']}>{texts.printHint}</span>
      </div>
      <article className={`${classes['paper']} dmp-data-colour`} aria-label={texts.printedTimetable}>
        {schedule && <Title schedule={schedule} track={track} />}
        {printed.map((of) => (
          <DaysTables key={of.days} of={of} versionId={versionId} />
        ))}
        {schedule && schedule.Calendar.Exceptions.length > 0 && (
          <p className={classes['notes']}>
            {exceptionsByDate(schedule.Calendar)
              .map((one) => `${one.Date}: ${inSentence(shownException(one))}`)
              .join(' · ')}
          </p>
        )}
      </article>
    </div>
  );
}

function Title({ schedule, track }: { schedule: ScheduleDetails['Schedule']; track: TrackDetails['Track'] }): ReactNode {
  return (
    <header className={classes['title']}>
      <ScheduleBadge name={scheduleName(schedule)} color={schedule.Color} textColor={schedule.TextColor} />
      <h2>{track.Name || schedule.LongName || track.Id}</h2>
      <span>{texts.validCalendar({ calendar: calendarInterval(schedule.Calendar) })}</span>
    </header>
  );
}

function DaysTables({ of, versionId }: { of: PrintedDays; versionId: number }): ReactNode {
  return (
    <section aria-label={of.days}>
      <h3 className={classes['days']}>{of.days}</h3>
      {of.tables.map((table, page) => (
        <table key={page} className={classes['table']}>
          <caption className="dmp-sr-only">{texts.printPage({ days: of.days, page: page + 1, tables: of.tables.length })}</caption>
          <tbody>
            {table.columns.some(({ every }) => every !== '') && (
              <tr className={classes['every']}>
                <td />
                {table.columns.map(({ every }, at) => (
                  <td key={at}>{every}</td>
                ))}
              </tr>
            )}
            {table.stops.map(({ position, stopId }, row) => (
              <tr key={position}>
                <th scope="row">
                  <PrintedStop stopId={stopId} versionId={versionId} />
                </th>
                {table.columns.map(({ cells }, at) => (
                  <td key={at}>{cells[row]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      {of.signs.length > 0 && <p className={classes['notes']}>{of.signs.join(' · ')}</p>}
    </section>
  );
}

function PrintedStop({ stopId, versionId }: { stopId: string; versionId: number }): ReactNode {
  return useView((view) => stopName(view, versionId, stopId));
}
