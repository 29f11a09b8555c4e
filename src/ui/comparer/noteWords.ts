import { type Importance, importanceOf, IMPORTANCES, type LineNotes, type ReleaseNote } from '../../domain/comparer/releaseNotes.ts';
import { propertyTitle } from '../../domain/comparer/fields.ts';
import { formatServiceTime } from '../../domain/time.ts';
import { said, spokenLanguage } from '../language/language.ts';
import { shownDays } from '../parts/shownDays.ts';
import { texts } from './texts.ts';

/** The notes of at least an importance as Markdown: a heading for each line, an item for each note. Lines without such a note are left out. */
export function markdownOf(lines: readonly LineNotes[], least: Importance): string {
  return linesOf(lines, least)
    .map(({ Name, LongName, Notes }) => {
      const title = texts.noteTitle({ name: escaped([Name, LongName].filter(Boolean).join(' ')) });
      return [`## ${title}`, '', ...Notes.map((note) => `- ${capital(noteWords(note))}`), ''].join('\n');
    })
    .join('\n');
}

/** The lines with their notes of at least an importance; lines that have none are left out. */
export function linesOf(lines: readonly LineNotes[], least: Importance): readonly LineNotes[] {
  const most = IMPORTANCES.indexOf(least);
  return lines.flatMap((line) => {
    const Notes = line.Notes.filter((note) => IMPORTANCES.indexOf(importanceOf(note)) <= most);
    return Notes.length === 0 ? [] : [{ ...line, Notes }];
  });
}

/** A note in words, in the language of the screens. */
export function noteWords(note: ReleaseNote): string {
  switch (note.Kind) {
    case 'newLine':
      return texts.noteNewLine({ from: date(note.From), to: date(note.To) });
    case 'lineGone':
      return texts.noteLineGone;
    case 'newSchedule':
      return texts.noteNewSchedule({ from: date(note.From), to: date(note.To) });
    case 'scheduleGone':
      return texts.noteScheduleGone({ from: date(note.From), to: date(note.To) });
    case 'renamed':
      return texts.noteRenamed({ before: escaped(note.Before), after: escaped(note.After) });
    case 'begins':
      return texts.noteBegins({ before: date(note.Before), after: date(note.After) });
    case 'ends':
      return texts.noteEnds({ before: date(note.Before), after: date(note.After) });
    case 'dates':
      return texts.noteDates({ names: namesOf({ Names: note.Names.map(date), More: note.More }) });
    case 'newDays':
      return texts.noteNewDays({ days: shownDays(note.Days), count: note.Count });
    case 'daysGone':
      return texts.noteDaysGone({ days: shownDays(note.Days) });
    case 'moreTrips':
      return texts.noteMoreTrips({ days: shownDays(note.Days), count: note.Count, span: spanOf(note) });
    case 'fewerTrips':
      return texts.noteFewerTrips({ days: shownDays(note.Days), count: note.Count, span: spanOf(note) });
    case 'shiftedTrips':
      return texts.noteShifted({ days: shownDays(note.Days), count: note.Count, minutes: note.Minutes });
    case 'firstTrip':
      return texts.noteFirstTrip({ days: shownDays(note.Days), before: formatServiceTime(note.Before), after: formatServiceTime(note.After) });
    case 'lastTrip':
      return texts.noteLastTrip({ days: shownDays(note.Days), before: formatServiceTime(note.Before), after: formatServiceTime(note.After) });
    case 'longerTrips':
      return texts.noteLonger({ days: shownDays(note.Days), minutes: note.Minutes });
    case 'shorterTrips':
      return texts.noteShorter({ days: shownDays(note.Days), minutes: note.Minutes });
    case 'newStops':
      return texts.noteNewStops({ names: namesOf(note) });
    case 'stopsGone':
      return texts.noteStopsGone({ names: namesOf(note) });
    case 'patterns':
      return texts.notePatterns;
    case 'stopsMoved': {
      const Names = note.Stops.map(({ Name, Metres }) => texts.stopMovedBy({ name: Name, metres: Metres }));
      return texts.noteStopsMoved({ names: namesOf({ Names, More: note.More }) });
    }
    case 'stopRenamed':
      return texts.noteStopRenamed({ before: escaped(note.Before), after: escaped(note.After) });
    case 'path':
      return texts.notePath;
    case 'destinations':
      return texts.noteDestinations;
    case 'details':
      return note.Names.length === 0
        ? texts.noteTimetableDetails
        : texts.noteDetails({ names: note.Names.map((name) => said(propertyTitle(name))).join(', ') });
  }
}

function spanOf({ From, To }: { readonly From: number; readonly To: number }): string {
  return From === To
    ? texts.noteAt({ time: formatServiceTime(From) })
    : texts.noteBetween({ from: formatServiceTime(From), to: formatServiceTime(To) });
}

function namesOf({ Names, More }: { readonly Names: readonly string[]; readonly More: number }): string {
  const names = Names.map(escaped).join(', ');
  return More === 0 ? names : texts.namesAndMore({ names, more: More });
}

/** A date as riders read it: 12 December 2026. */
function date(day: string): string {
  return new Date(`${day}T00:00Z`).toLocaleDateString(spokenLanguage().locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Names are text, whatever marks of Markdown they hold. */
function escaped(name: string): string {
  return name.replaceAll(/([\\`*_[\]<>#])/g, String.raw`\$1`);
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(spokenLanguage().locale) + text.slice(1);
}
