/** The forms that keep what is typed into them (`projections/typedForms.ts`), with every control of each and the field that it writes. */
import type { ReactNode } from 'react';
import type { FakeScreen } from '../paths/fakeParts.ts';
import { loadRegions } from '../../src/commands/regions/loadRegions.ts';
import { loadCalendars } from '../../src/commands/calendars/loadCalendars.ts';
import { loadHolidays } from '../../src/commands/calendars/loadHolidays.ts';
import { openAttach, openRebase, openComments } from '../../src/commands/changes/changeDialogSteps.ts';
import { loadTrackSuggestions } from '../../src/commands/changes/loadChanges.ts';
import { openSessionNote } from '../../src/commands/exclusions/sessionNoteSteps.ts';
import { askCreateFare } from '../../src/commands/fares/fareFormSteps.ts';
import { openCreateRegion } from '../../src/commands/regions/openRegionWizard.ts';
import { askCreateSchedule } from '../../src/commands/schedules/scheduleFormSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { openStation } from '../../src/commands/stations/stationSteps.ts';
import { offerStop, startCreateStop } from '../../src/commands/stops/createStopSteps.ts';
import { loadStops } from '../../src/commands/stops/loadStops.ts';
import { askClone } from '../../src/commands/versions/lifecycleSteps.ts';
import * as forms from '../../src/projections/typedForms.ts';
import { TokenWindow } from '../../src/ui/account/ApiTokens.tsx';
import { CreateAgency } from '../../src/ui/agencies/CreateAgency.tsx';
import { CalendarParts } from '../../src/ui/calendars/CalendarParts.tsx';
import { DayTypeModal } from '../../src/ui/calendars/DayTypeModal.tsx';
import { Followers } from '../../src/ui/calendars/Followers.tsx';
import { PeriodModal } from '../../src/ui/calendars/PeriodModal.tsx';
import { HolidaysModal } from '../../src/ui/calendars/HolidaysModal.tsx';
import { OwnHoliday } from '../../src/ui/calendars/OwnHoliday.tsx';
import { AttachModal } from '../../src/ui/changes/AttachModal.tsx';
import { CommentModal } from '../../src/ui/changes/CommentModal.tsx';
import { RebaseModal } from '../../src/ui/changes/RebaseModal.tsx';
import { SessionNote } from '../../src/ui/exclusions/SessionNote.tsx';
import { LocationForm } from '../../src/ui/exports/LocationForm.tsx';
import { NotesText } from '../../src/ui/comparer/ReleaseNotes.tsx';
import { CreateFare } from '../../src/ui/fares/CreateFare.tsx';
import { RecordForm } from '../../src/ui/records/RecordForm.tsx';
import { DatabasesStep } from '../../src/ui/regions/DatabasesStep.tsx';
import { BulkBar } from '../../src/ui/schedules/BulkBar.tsx';
import { ScheduleFormModal } from '../../src/ui/schedules/ScheduleFormModal.tsx';
import { TrackList } from '../../src/ui/schedules/TrackList.tsx';
import { StationPanel } from '../../src/ui/stations/StationPanel.tsx';
import { CreateStopPopup } from '../../src/ui/stops/CreateStopPopup.tsx';
import { StopsBulk } from '../../src/ui/stops/StopsBulk.tsx';
import { StopTools } from '../../src/ui/stops/StopTools.tsx';
import { SecretField } from '../../src/ui/tasks/SecretField.tsx';
import { AddTrackStop } from '../../src/ui/tracks/AddTrackStop.tsx';
import { CreateTransferPopup } from '../../src/ui/transfers/CreateTransferPopup.tsx';
import { CreateTranslation } from '../../src/ui/translations/CreateTranslation.tsx';
import { TranslationSheetPage } from '../../src/ui/translations/TranslationSheetPage.tsx';
import { VersionQuestion } from '../../src/ui/versions/VersionQuestion.tsx';
import { expect } from 'vitest';
import { asks, type Form, nothing, sample } from './typedForm.ts';
import { FORMS_OF_RECORDS } from './typedFormsOfRecords.tsx';
import { FORMS_OF_REGIONS } from './typedFormsOfRegions.tsx';
import { FORMS_OF_TIMETABLES } from './typedFormsOfTimetables.tsx';
import { change, comment, stopRow } from './typedFormAnswers.ts';

const having = (some: object): unknown => expect.objectContaining(some);
const noTexts = { text: () => '', options: () => undefined, icon: () => undefined } as never;
const record = (source: object | undefined): ReactNode => (
  <RecordForm kind="Level" versionId={1} of={{ source: source as never }} fieldTexts={noTexts} onClose={nothing} />
);
const track = { Track: sample('Track', 'L1/a-b'), Timetables: [sample('Timetable', 'L1/a-b/1')] };
const tracks = (): ReactNode => <TrackList details={{ Schedule: sample('Schedule', 'L1'), Tracks: [track] }} chosen={undefined} />;
const chosen = [{ Id: 'L1', FromDate: '2027-01-01', ToDate: '2027-12-31' }] as never;
const bulkBar = (): ReactNode => <BulkBar versionId={1} chosen={chosen} allCount={1} onAll={nothing} onNone={nothing} />;
const calendar = sample('NetworkCalendar', 'NC1');
const calendars = { calendars: [calendar], dayTypes: [], schedules: [], trips: new Map() };
const termCalendar = { Id: 'NC2', Name: 'School', Dates: [], Periods: [{ Name: 'Term', From: '2026-09-01', To: '2026-12-18' }] };
const SPAN = { first: '2026-01-01', last: '2026-12-31' };
const HOLIDAYS = ['Country', 'Region', 'From year', 'To year'];
const OWN = ['A holiday of your own', 'When', 'Day', 'Month'];
const stopsBulk = (): ReactNode => <StopsBulk versionId={1} selected={['S1']} listed={['S1']} />;
const stopTools = (): ReactNode => <StopTools versionId={1} />;
const station = (): ReactNode => <StationPanel extent={undefined} />;
const word = { label: 'Password', description: undefined, error: undefined };
/** The station S9 is open, without levels. */
function openStationS9({ kernel, answer }: FakeScreen): void {
  kernel.dispatch(loadStops({ versionId: 1 }));
  answer('listStops', () => ({ Rev: 0, Stops: [stopRow] }));
  kernel.dispatch(openStation({ versionId: 1, stationId: 'S9', levelId: null }));
}

const PLACE = { CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR', Bounds: null };
const aRegion = (Key: string, Name: string): object => ({ ...PLACE, Key, Name, Databases: [], Permissions: { ReadOnly: false } });

/** Every one of them. */
export const FORMS: readonly Form[] = [
  {
    form: forms.newAgency,
    draw: () => <CreateAgency versionId={1} onCreated={nothing} onClose={nothing} />,
    rows: [
      ['Id', 'CITY', 'id'],
      ['Name', 'City trams', 'name'],
    ],
  },
  {
    form: forms.newApiToken,
    open: ({ kernel, answer }) => {
      answer('listApiTokens', () => ({ tokens: [] }));
      kernel.dispatch(loadRegions({}));
      answer('listRegions', () => ({ Regions: [aRegion('one', 'One'), aRegion('two', 'Two')] }));
    },
    draw: () => <TokenWindow />,
    rows: [
      ['What it is for', 'Nightly import', 'label'],
      ['Publish', true, 'scopes', ['edit', 'publish']],
      ['Run pipelines and exports', true, 'scopes', ['edit', 'publish', 'run']],
      ['Edit', false, 'scopes', ['publish', 'run']],
      ['Two', true, 'regions', ['two']],
      ['One', true, 'regions', ['two', 'one']],
      ['Valid for days', '30', 'days'],
    ],
    others: ['Read', 'Create token'],
  },
  {
    form: forms.newFare,
    open: ({ kernel }) => void kernel.dispatch(askCreateFare({ versionId: 1 })),
    draw: () => <CreateFare />,
    rows: [
      ['Id', 'DAY', 'fareId'],
      ['Description', 'Day ticket', 'description'],
      ['Price', '8.90', 'price'],
      ['Currency', 'USD', 'currency'],
    ],
  },
  {
    form: forms.newStop,
    open: ({ kernel }) => {
      kernel.dispatch(startCreateStop({ versionId: 1 }));
      kernel.dispatch(offerStop({ versionId: 1, at: { Lat: 52, Lng: 5 }, stopId: 'S-1' }));
    },
    draw: () => <CreateStopPopup />,
    rows: [
      ['Name', 'Harbour', 'name'],
      ['Zone id', 'Z1', 'zone'],
      ['Parent id', 'P1', 'parent'],
      ['Stop id', 'S-9', 'id'],
      // another type may have another parent, or none
      ['Type', '1', 'type', 1, { parent: null }],
    ],
  },
  {
    form: forms.newSchedule,
    open: ({ kernel }) => void kernel.dispatch(askCreateSchedule({ versionId: 1 })),
    draw: () => <ScheduleFormModal />,
    rows: [
      ['Schedule id', 'L9', 'id'],
      ['Name', 'Line nine', 'name'],
      ['First day', '2027-02-01', 'fromDate'],
      ['Last day', '2027-02-28', 'toDate'],
    ],
  },
  {
    form: forms.newTransfer,
    draw: () => <CreateTransferPopup />,
    rows: [
      ['Type', '2', 'type', 2],
      ['Duration (seconds)', '240', 'duration'],
    ],
  },
  {
    form: forms.newTranslation,
    draw: () => <CreateTranslation versionId={1} onClose={nothing} />,
    rows: [
      ['Field', 'stops.stop_name', 'place'],
      ['Text', 'Market', 'FieldValue'],
      ['Record id', 'S1', 'RecordId'],
      ['Language', 'de', 'LanguageName'],
      ['Translation', 'Markt', 'Translation'],
    ],
  },
  {
    form: forms.newRecord,
    draw: () => record(undefined),
    rows: [
      ['Id', 'LV9', 'id'],
      ['Index', '-1', 'fields', { Index: '-1' }],
      ['Name', 'Mezzanine', 'fields', { Index: '-1', Name: 'Mezzanine' }],
    ],
  },
  {
    form: forms.clonedRecord,
    draw: () => record({ Id: 'LV1', Index: 2, Name: 'Hall' }),
    rows: [
      ['Id', 'LV9', 'id'],
      ['Index', '3', 'fields', { Index: '3', Name: 'Hall' }],
      ['Name', 'Upper hall', 'fields', { Index: '3', Name: 'Upper hall' }],
    ],
  },
  {
    form: forms.sessionNote,
    open: ({ kernel }) => void kernel.dispatch(openSessionNote({ versionId: 1, sessionId: 4, note: 'Old' })),
    draw: () => <SessionNote />,
    rows: [['Note', 'Checked by phone', 'note']],
  },
  {
    form: forms.copyOfVersion,
    open: ({ kernel }) => void kernel.dispatch(askClone({ databaseId: 'demo', versionId: 1 })),
    draw: () => <VersionQuestion />,
    rows: [['Version Name', 'v1, Sundays', 'name']],
  },
  {
    form: forms.newComment,
    open: ({ kernel, answer }) => {
      kernel.dispatch(openPlace({ path: '/changes/demo', search: '' }));
      kernel.dispatch(openComments({ databaseId: 'demo' }));
      answer('listComments', () => ({ Sets: [], Changes: [change], Comments: [comment], More: false }));
    },
    draw: () => <CommentModal databaseId="demo" sets={[]} />,
    rows: [
      ['Search changes', 'Market', 'search'],
      ['Comment', 'Please check', 'message'],
      ['Market (mia@x.org, 2026-01-01 00:00 UTC)', true, 'checked', [7]],
    ],
    others: ['Stop'],
  },
  {
    form: forms.attachedTrack,
    open: ({ kernel, answer }) => {
      kernel.dispatch(openAttach({ versionId: 1, changeIds: [7] }));
      kernel.dispatch(loadTrackSuggestions({ versionId: 1, changeId: 7 }));
      answer('suggestTracks', () => ({ Tracks: ['a-b', 'b-a'].map((TrackId) => ({ ScheduleId: 'L1', TrackId, Name: '', Stops: 2, Likeness: 1 })) }));
    },
    draw: () => <AttachModal />,
    rows: [['Track of the draft', 'b-a', 'trackId']],
  },
  {
    form: forms.rebaseForm,
    open: ({ kernel }) => void kernel.dispatch(openRebase({ databaseId: 'demo' })),
    draw: () => <RebaseModal />,
    rows: [['Name of the new draft', 'Corrected', 'name']],
    others: ['Corrections of', 'onto'],
  },
  {
    form: forms.trackQuestion,
    draw: tracks,
    rows: [
      ['Make return track', undefined, 'asking', 'return', { trackId: 'a-b' }],
      ['Clone', undefined, 'asking', 'clone', { trackId: 'a-b' }],
      ['Copy to another schedule', undefined, 'asking', 'copy', { trackId: 'a-b' }],
      ['Move to another schedule', undefined, 'asking', 'move', { trackId: 'a-b' }],
      ['Delete', undefined, 'asking', 'delete', { trackId: 'a-b' }],
    ],
    others: ['Schedule id', 'Track id', 'With 1 timetable'],
  },
  {
    form: forms.otherTrack,
    open: asks(forms.trackQuestion, 'copy', { trackId: 'a-b' }),
    draw: tracks,
    rows: [
      ['Schedule id', 'L2', 'schedule'],
      ['Track id', 'a-c', 'id'],
      ['With 1 timetable', false, 'along'],
    ],
  },
  {
    form: forms.schedulesQuestion,
    draw: bulkBar,
    rows: [
      ['Change a field', undefined, 'asking', 'field'],
      ['Change validity', undefined, 'asking', 'dates'],
    ],
    others: ['Field', 'Value', 'First day', 'Last day'],
  },
  {
    form: forms.fieldOfSchedules,
    open: asks(forms.schedulesQuestion, 'field'),
    draw: bulkBar,
    rows: [
      ['Value', 'Harbour', 'text'],
      // the value of another field is none of this one
      ['Field', 'LongName', 'field', 'LongName', { text: '' }],
    ],
  },
  {
    form: forms.datesOfSchedules,
    open: asks(forms.schedulesQuestion, 'dates'),
    draw: bulkBar,
    rows: [
      ['First day', '2027-02-01', 'from'],
      ['Last day', '2027-11-30', 'to'],
    ],
  },
  {
    form: forms.exceptionOfSchedules,
    open: asks(forms.schedulesQuestion, 'exception'),
    draw: bulkBar,
    rows: [
      ['First day', '2027-12-25', 'from'],
      ['Last day (optional)', '2027-12-26', 'to'],
      ['Runs', 'sun', 'runsAs'],
    ],
  },
  {
    form: forms.calendarOfSchedules,
    open: (screen) => {
      asks(forms.schedulesQuestion, 'calendar')(screen);
      screen.kernel.dispatch(loadCalendars({ versionId: 1 }));
      screen.answer('readCalendars', () => ({
        Calendars: [calendar],
        DayTypes: [],
        Schedules: [],
        Trips: [],
        Revs: { Calendars: {}, DayTypes: {}, Schedules: {} },
      }));
    },
    draw: bulkBar,
    rows: [
      ['Calendar', 'NC1', 'calendarId'],
      ['Remove exceptions that the calendar does not have', true, 'own', 'replace'],
    ],
  },
  {
    form: forms.calendarQuestion,
    draw: () => <Followers versionId={1} all={calendars} calendar={calendar} />,
    rows: [['Delete calendar', undefined, 'asking', 'delete']],
  },
  {
    form: forms.calendarPartQuestion,
    draw: () => <CalendarParts versionId={1} all={{ ...calendars, dayTypes: [sample('DayType', 'DT1')] }} shown={termCalendar} span={SPAN} />,
    rows: [
      ['Add holidays', undefined, 'asking', 'holidays', { of: null }],
      ['Add period', undefined, 'asking', 'period', { of: null }],
      ['Change Term', undefined, 'asking', 'period', { of: '2026-09-01 Term' }],
      ['Add day type', undefined, 'asking', 'dayType', { of: null }],
      ['Change Sunday', undefined, 'asking', 'dayType', { of: 'DT1' }],
      ['Delete Sunday', undefined, 'asking', 'deleteDayType', { of: 'DT1' }],
    ],
    others: ['Name', 'First day', 'Last day', 'Runs as', 'Colour', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', ...HOLIDAYS, ...OWN],
  },
  {
    form: forms.holidaysToAdd,
    open: ({ kernel, answer }) => {
      kernel.dispatch(loadHolidays({ versionId: 1, country: '', state: '', timezone: '', from: 2026, to: 2026, language: 'en' }));
      answer('listHolidays', () => ({
        Country: 'NL',
        State: '',
        Countries: [{ Id: 'NL', Name: 'Netherlands' }],
        States: [],
        Holidays: [{ Date: '2026-12-25', Name: 'Christmas Day', Type: 'public', Rule: 'NL: 12-25' }],
      }));
    },
    draw: () => <HolidaysModal versionId={1} all={calendars} calendar={termCalendar} span={SPAN} onClose={nothing} />,
    rows: [
      ['From year', 2025, 'from'],
      ['To year', 2027, 'to'],
      ['Country', 'NL', 'country', 'NL', { state: '' }],
      ['Region', 'BY', 'state', 'BY', { country: 'NL' }],
      ['2026-12-25 Christmas Day', false, 'ticked', { '2026-12-25': false }],
      ['2026-12-25 runs as', 'sat', 'runs', { '2026-12-25': 'sat' }],
      ['Add to the list', undefined, 'own', [{ name: '', rule: { kind: 'fixed', month: 1, day: 1 } }]],
    ],
    others: ['2027-01-01 ', '2027-01-01 runs as', ...OWN],
  },
  {
    form: forms.ownHoliday,
    draw: () => <OwnHoliday onAdd={nothing} />,
    rows: [
      ['A holiday of your own', 'Local fair', 'name'],
      ['Day', 12, 'day'],
      ['Month', '5', 'month', 5],
      ['When', 'weekday', 'kind'],
      ['Which one', '3', 'nth', 3],
      ['Weekday', '1', 'weekday', 1],
      ['When', 'easter', 'kind'],
      ['Days from Easter', 60, 'offset'],
    ],
  },
  {
    form: forms.dayTypeValues,
    draw: () => <DayTypeModal versionId={1} all={calendars} dayType={undefined} onClose={nothing} />,
    rows: [
      ['Name', 'School days', 'name'],
      ['Colour', '0055AA', 'color'],
      ['Mon', true, 'runAs', 65],
      ['Sun', false, 'runAs', 1],
    ],
    others: ['Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  },
  {
    form: forms.periodValues,
    draw: () => <PeriodModal versionId={1} calendar={calendar} dayTypes={[sample('DayType', 'DT1')]} period={undefined} onClose={nothing} />,
    rows: [
      ['Name', 'School term', 'name'],
      ['First day', '2026-09-01', 'from'],
      ['Last day', '2026-12-18', 'to'],
      ['Sat', false, 'days', 95],
      ['Runs as', 'type DT1', 'runsAs'],
    ],
    others: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sun'],
  },
  { form: forms.stopsQuestion, draw: stopsBulk, rows: [['Change a field', undefined, 'asking', 'field']], others: ['Field', 'Value'] },
  {
    form: forms.fieldOfStops,
    open: asks(forms.stopsQuestion, 'field'),
    draw: stopsBulk,
    rows: [
      ['Value', 'Z9', 'text'],
      ['Field', 'wheelchairBoarding', 'field', 'wheelchairBoarding', { text: '' }],
      ['Value', '2', 'text'],
    ],
  },
  {
    form: forms.stopToolsQuestion,
    draw: stopTools,
    rows: [
      ['Find stops that coincide', undefined, 'asking', 'coinciding'],
      ['Paste stops', undefined, 'asking', 'paste'],
    ],
    others: ['Table', 'Stops of one type that stand within'],
  },
  { form: forms.pastedStops, open: asks(forms.stopToolsQuestion, 'paste'), draw: stopTools, rows: [['Table', 'Mill Lane, 48.1, 9.8', 'text']] },
  {
    form: forms.coincidence,
    open: asks(forms.stopToolsQuestion, 'coinciding'),
    draw: stopTools,
    rows: [['Stops of one type that stand within', '25', 'metres', 25]],
  },
  {
    form: forms.addedStop,
    draw: () => <AddTrackStop track={sample('Track', 'L1/a-b')} fill="interpolated" />,
    rows: [['Stop', 'S2', 'stopId']],
    others: ['As stop'],
  },
  ...FORMS_OF_REGIONS,
  ...FORMS_OF_TIMETABLES,
  { form: forms.stationQuestion, open: openStationS9, draw: station, rows: [['Add level', undefined, 'asking', 'level']], others: ['Index', 'Name'] },
  {
    form: forms.newLevel,
    open: (screen) => {
      openStationS9(screen);
      asks(forms.stationQuestion, 'level')(screen);
    },
    draw: station,
    rows: [
      ['Index', -1, 'index'],
      ['Name', 'Mezzanine', 'name'],
    ],
  },
  ...FORMS_OF_RECORDS,
  {
    form: forms.newDatabase,
    open: ({ kernel }) => void kernel.dispatch(openCreateRegion({})),
    draw: () => <DatabasesStep />,
    rows: [
      ['Database id', 'north', 'id'],
      ['Database name', 'North', 'name'],
    ],
  },
  {
    form: forms.releaseNotes,
    draw: () => <NotesText lines={[{ Id: '5', Name: '5', LongName: '', Notes: [{ Kind: 'lineGone' }] }]} name="notes" />,
    rows: [
      ['Changes to list', 'low', 'least'],
      ['Text', '## Line 5', 'text'],
      ['Discard edits', undefined, 'text', null],
    ],
  },
  {
    form: forms.deliveryLocation,
    draw: () => <LocationForm location={undefined} />,
    rows: [
      ['Region', 'demo', 'region'],
      ['Location name', 'Partner', 'name'],
      ['Folder', 'out', 'values', having({ path: 'out' })],
      ['Kind', 'http', 'kind'],
      ['Address', 'https://feeds.example', 'values', having({ path: 'out', url: 'https://feeds.example' })],
      ['Kind', 's3', 'kind'],
      ['Address of the service', 'https://s3.example', 'values', having({ endpoint: 'https://s3.example' })],
      ['Region of the bucket', 'eu-west-1', 'values', having({ region: 'eu-west-1' })],
      ['Bucket', 'feeds', 'values', having({ bucket: 'feeds' })],
      ['Prefix', 'nightly', 'values', having({ prefix: 'nightly' })],
      ['Access key ID', 'AK', 'values', having({ accessKeyId: 'AK' })],
      ['Kind', 'sftp', 'kind'],
      ['Host', 'sftp.example', 'values', having({ host: 'sftp.example' })],
      ['Port', 2222, 'values', having({ port: 2222 })],
      ['User', 'feeds', 'values', having({ username: 'feeds' })],
      ['Folder', 'in', 'values', having({ path: 'in' })],
      ['Host key', 'SHA256:abc', 'values', having({ bucket: 'feeds', hostKey: 'SHA256:abc' })],
    ],
    // credentials stay in the component
    others: ['Private key'],
  },
  {
    form: forms.newSecret,
    draw: () => <SecretField words={word} name="" server="https://feeds.example.org" onChoose={nothing} />,
    rows: [
      ['New secret', undefined, 'of', 'Password', { name: '' }],
      ['Name of the secret', 'SFTP', 'name'],
      ['Close', undefined, 'of', null, { name: '' }],
    ],
    others: ['Password'],
  },
  {
    form: forms.addedLanguage,
    draw: () => <TranslationSheetPage versionId={1} translations={[]} />,
    rows: [['Language to add', 'de', 'code']],
    others: ['Search texts', 'Field', 'Missing in'],
  },
];
