/** Every form that keeps what is typed into it in the state. Secrets are in none: they never enter the log. */
import { z } from 'zod';
import { IMPORTANCES } from '../domain/comparer/releaseNotes.ts';
import { DELIVERY_KINDS } from '../domain/deliveryLocations.ts';
import { ALERT_CAUSES, ALERT_EFFECTS, ALERT_SEVERITIES, AlertEntity, ENTITY_KINDS } from '../domain/serviceAlerts.ts';
import { ScheduleField } from '../domain/edits/schedules.ts';
import { HolidayRule } from '../domain/holidayRules.ts';
import { Grouping } from '../domain/edits/stopGroups.ts';
import { SEARCH_MODES, TEXT_GROUPS } from '../domain/versionTexts.ts';
import { WEBHOOK_TYPES } from '../domain/webhooks.ts';
import { StopField } from '../domain/model/stop.ts';
import { defineTypedForm, type TypedForm } from './typed.ts';

/** A number that is being typed. */
const AMOUNT = z.union([z.number(), z.string()]);

export const textSearch = defineTypedForm(
  'textSearch',
  'find and replace',
  {
    find: z.string(),
    replace: z.string(),
    mode: z.enum(SEARCH_MODES),
    letters: z.enum(['any', 'same']),
    groups: z.array(z.enum(TEXT_GROUPS)),
  },
  { reopens: true },
);

export const newAgency = defineTypedForm('newAgency', 'a new agency', { id: z.string(), name: z.string(), asked: z.boolean() }, { reopens: true });

export const newApiToken = defineTypedForm('newApiToken', 'a new API token', {
  label: z.string(),
  scopes: z.array(z.string()),
  regions: z.array(z.string()).optional(),
  days: z.string(),
});

export const newFare = defineTypedForm(
  'newFare',
  'a new fare',
  { fareId: z.string(), description: z.string(), price: z.string(), currency: z.string(), asked: z.boolean() },
  { reopens: true },
);

export const newStop = defineTypedForm(
  'newStop',
  'a new stop',
  { name: z.string(), zone: z.string(), type: z.number(), parent: z.string().nullable(), id: z.string().nullable() },
  { reopens: true },
);

export const newSchedule = defineTypedForm(
  'newSchedule',
  'a new schedule',
  { id: z.string(), name: z.string(), fromDate: z.string(), toDate: z.string() },
  { reopens: true },
);

export const newTransfer = defineTypedForm('newTransfer', 'a new transfer', { type: z.number(), duration: z.string() }, { reopens: true });

export const newTranslation = defineTypedForm(
  'newTranslation',
  'a new translation',
  {
    place: z.string(),
    LanguageName: z.string(),
    FieldValue: z.string(),
    RecordId: z.string(),
    Translation: z.string(),
    asked: z.boolean(),
  },
  { reopens: true },
);

export const addedLanguage = defineTypedForm('addedLanguage', 'a language of translations', { code: z.string() });

const RECORD = { id: z.string(), fields: z.record(z.string(), z.string()), refusal: z.string().nullable(), asked: z.boolean() };

export const newRecord = defineTypedForm('newRecord', 'a new record', RECORD, { reopens: true });

/** Which record is cloned. */
export const recordToClone = defineTypedForm('recordToClone', 'the record that is copied', { id: z.string().nullable() });

/** Whether leg rules are shown as a matrix. */
export const fareMatrixView = defineTypedForm(
  'fareMatrixView',
  'leg rules as a matrix, flexible trips as sheets',
  { open: z.boolean() },
  { reopens: true },
);

/** The network whose rules are in the matrix, and the product of new ones. */
export const fareMatrixChoice = defineTypedForm(
  'fareMatrixChoice',
  'the matrix of fare areas',
  { network: z.string().nullable(), product: z.string() },
  { reopens: true },
);

export const clonedRecord = defineTypedForm('clonedRecord', 'the copy of a record', RECORD);

export const releaseNotes = defineTypedForm(
  'releaseNotes',
  'release notes',
  { least: z.enum(IMPORTANCES), text: z.string().nullable() },
  { reopens: true },
);

export const reviewRequest = defineTypedForm('reviewRequest', 'a request or decision in a review', {
  reviewers: z.array(z.string()),
  message: z.string(),
});

export const reviewMessage = defineTypedForm('reviewMessage', 'a comment in a review', { message: z.string() });

export const newReviewLink = defineTypedForm('newReviewLink', 'a new review link', { label: z.string(), days: z.string(), comments: z.boolean() });

export const newSavedSearch = defineTypedForm('newSavedSearch', 'a new saved search', { name: z.string() });

export const newComment = defineTypedForm('newComment', 'a comment', { search: z.string(), message: z.string(), checked: z.array(z.number()) });

export const copyOfVersion = defineTypedForm('copyOfVersion', 'the copy of a version', { name: z.string(), refused: z.string().nullable() });

export const sessionNote = defineTypedForm('sessionNote', 'the note of a session', { note: z.string() });

/** Recorded logs know the form by its old id. */
export const rebaseForm = defineTypedForm('carriedOn', 'a draft of corrections', { name: z.string() });

export const attachedTrack = defineTypedForm('attachedTrack', 'the track to attach to', { trackId: z.string().nullable() });

const asking = <const Q extends readonly [string, ...string[]]>(...questions: Q) => ({ asking: z.enum(questions).nullable() });

export const trackQuestion = defineTypedForm('trackQuestion', 'a question about a track', {
  ...asking('clone', 'return', 'copy', 'move', 'delete'),
  /** The track that it is about: each has its own menu. */
  trackId: z.string(),
});

export const otherTrack = defineTypedForm('otherTrack', 'the copy of a track', { id: z.string(), along: z.boolean(), schedule: z.string() });

export const schedulesQuestion = defineTypedForm(
  'schedulesQuestion',
  'a question about schedules',
  asking('field', 'dates', 'exception', 'calendar'),
);

export const fieldOfSchedules = defineTypedForm('fieldOfSchedules', 'a field of several schedules', {
  field: ScheduleField,
  text: z.string(),
});

export const datesOfSchedules = defineTypedForm('datesOfSchedules', 'the validity of several schedules', { from: z.string(), to: z.string() });

export const exceptionOfSchedules = defineTypedForm('exceptionOfSchedules', 'an exception of several schedules', {
  from: z.string(),
  to: z.string(),
  runsAs: z.string(),
});

export const calendarQuestion = defineTypedForm('calendarQuestion', 'a question about a calendar', asking('delete'));

export const calendarPartQuestion = defineTypedForm('calendarPartQuestion', 'a part of a calendar', {
  ...asking('dayType', 'deleteDayType', 'period', 'holidays'),
  /** The day type or the period that it is about; null for a new one. */
  of: z.string().nullable(),
});

export const dayTypeValues = defineTypedForm('dayTypeValues', 'a day type', { name: z.string(), color: z.string(), runAs: z.number() });

export const periodValues = defineTypedForm('periodValues', 'a period of a calendar', {
  name: z.string(),
  from: z.string(),
  to: z.string(),
  days: z.number(),
  runsAs: z.string(),
});

export const holidaysToAdd = defineTypedForm('holidaysToAdd', 'holidays of a calendar', {
  country: z.string(),
  state: z.string(),
  from: AMOUNT,
  to: AMOUNT,
  /** By date: those that are not as offered. */
  ticked: z.record(z.string(), z.boolean()),
  runs: z.record(z.string(), z.string()),
  /** By rules of one's own. */
  own: z.array(z.object({ name: z.string(), rule: HolidayRule })),
});

export const ownHoliday = defineTypedForm('ownHoliday', 'a holiday of one’s own', {
  name: z.string(),
  kind: z.enum(['fixed', 'weekday', 'easter']),
  month: z.number(),
  day: AMOUNT,
  nth: z.number(),
  weekday: z.number(),
  offset: AMOUNT,
});

export const calendarOfSchedules = defineTypedForm('calendarOfSchedules', 'the calendar that several schedules follow', {
  calendarId: z.string(),
  own: z.enum(['keep', 'replace']),
});

export const stopsQuestion = defineTypedForm('stopsQuestion', 'a question about stops', asking('field'));

export const fieldOfStops = defineTypedForm('fieldOfStops', 'a field of several stops', {
  field: z.enum([...StopField.options, ...Grouping.options]),
  text: z.string(),
});

export const recordsQuestion = defineTypedForm('recordsQuestion', 'a question about several records', asking('field'));

export const fieldOfRecords = defineTypedForm('fieldOfRecords', 'a field of several records', { field: z.string(), text: z.string() });

export const stopToolsQuestion = defineTypedForm('stopToolsQuestion', 'a tool for stops', asking('paste', 'coinciding'));

export const pastedStops = defineTypedForm('pastedStops', 'a table of stops', { text: z.string() });

export const coincidence = defineTypedForm('coincidence', 'stops that coincide', { metres: z.number() });

export const addedStop = defineTypedForm('addedStop', 'a stop of a track', { stopId: z.string().nullable() });

export const timetableQuestion = defineTypedForm('timetableQuestion', 'a question about a timetable', asking('clone', 'delete', 'departures'));

export const newTimetableQuestion = defineTypedForm('newTimetableQuestion', 'a new timetable', asking('create'));

export const tidyQuestion = defineTypedForm('tidyQuestion', 'a question about tidying', asking('tidy'));

export const tidySeconds = defineTypedForm('tidySeconds', 'how much joined times may differ', { within: z.union([z.number(), z.string()]) });

export const timetableDays = defineTypedForm('timetableDays', 'the days of a timetable', { days: z.number() });

export const writtenDepartures = defineTypedForm('writtenDepartures', 'the departures of a timetable', { text: z.string() });

export const sheetQuestion = defineTypedForm('sheetQuestion', 'a question about a sheet', asking('series', 'duplicate', 'departure', 'shift'));

export const departureSeries = defineTypedForm('departureSeries', 'a series of departures', {
  from: z.string(),
  to: z.string(),
  every: AMOUNT,
  days: z.number(),
  speed: AMOUNT,
});

export const shiftBy = defineTypedForm('shiftBy', 'minutes to shift by', { by: z.string() });

export const duplicates = defineTypedForm('duplicates', 'duplicates of departures', { times: AMOUNT, headway: AMOUNT });

export const stationQuestion = defineTypedForm('stationQuestion', 'a question about a station', asking('level'));

export const newLevel = defineTypedForm('newLevel', 'a new level', { index: AMOUNT, name: z.string() });

export const newDatabase = defineTypedForm('newDatabase', 'a new database', { id: z.string(), name: z.string(), touched: z.boolean() });

/** Without the credentials: those are in no record. */
export const deliveryLocation = defineTypedForm('deliveryLocation', 'a delivery location', {
  region: z.string().nullable(),
  name: z.string(),
  kind: z.enum(DELIVERY_KINDS),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  tried: z.boolean(),
});

/** A webhook without its address and secret, which are in no record. */
export const webhook = defineTypedForm('webhook', 'a webhook', {
  name: z.string(),
  types: z.array(z.enum(WEBHOOK_TYPES)),
  allDatabases: z.boolean(),
  databases: z.array(z.string()),
  enabled: z.boolean(),
  tried: z.boolean(),
});

/** A rule as the profile of a region changes it. */
export const profileRule = defineTypedForm('profileRule', 'a rule of the validation profile', {
  severity: z.enum(['Error', 'Warning', 'Off']),
  threshold: AMOUNT,
  reason: z.string(),
  tried: z.boolean(),
});

/** Why a release that the gate holds back is served. */
export const releaseApproval = defineTypedForm('releaseApproval', 'the approval of a release', { reason: z.string(), tried: z.boolean() });

/** A service alert. `chosen`: what it is about, and what that is called; `line`: of the trips that are looked for. */
export const serviceAlert = defineTypedForm('serviceAlert', 'a service alert', {
  cause: z.enum(ALERT_CAUSES),
  effect: z.enum(ALERT_EFFECTS),
  severity: z.enum(ALERT_SEVERITIES),
  texts: z.array(
    z.object({
      language: z.string(),
      header: z.string(),
      description: z.string(),
      url: z.string(),
      ttsHeader: z.string(),
      ttsDescription: z.string(),
    }),
  ),
  periods: z.array(z.object({ fromDate: z.string(), fromTime: z.string(), untilDate: z.string(), untilTime: z.string() })),
  chosen: z.array(z.object({ entity: AlertEntity, label: z.string() })),
  kind: z.enum(ENTITY_KINDS),
  search: z.string(),
  line: z.string(),
  lineName: z.string(),
  template: z.string(),
  templateName: z.string(),
  tried: z.boolean(),
});
export type TypedAlert = typeof serviceAlert extends TypedForm<infer T> ? T : never;

/** What is published, and a feed whose details are changed. `feed`: 0 is a new one. */
export const publicFeed = defineTypedForm('publicFeed', 'a public feed', {
  feed: z.number(),
  slug: z.string(),
  license: z.string(),
  contact: z.string(),
  later: z.boolean(),
  date: z.string(),
  time: z.string(),
  notes: z.string(),
  gateTrip: z.boolean(),
  gateStop: z.boolean(),
  gateRoute: z.boolean(),
  gateAgency: z.boolean(),
  gateErrors: z.string(),
  gateDays: z.string(),
  tried: z.boolean(),
});

/** The name alone: the secret is in no record. `of` is the parameter that it is for. */
export const newSecret = defineTypedForm('newSecret', 'a new secret', { of: z.string().nullable(), name: z.string() });

/** The question of the page of journeys before it is asked; then it stands in the address. */
export const journeyQuestion = defineTypedForm('journeyQuestion', 'a question about journeys', {
  from: z.string(),
  to: z.string(),
  date: z.string(),
  time: z.string(),
  minutes: z.string(),
  since: z.string(),
  asked: z.boolean(),
});

/** All of them. */
export const TYPED_FORMS: readonly TypedForm<unknown>[] = [
  addedLanguage,
  addedStop,
  attachedTrack,
  rebaseForm,
  clonedRecord,
  calendarOfSchedules,
  calendarPartQuestion,
  calendarQuestion,
  coincidence,
  copyOfVersion,
  datesOfSchedules,
  dayTypeValues,
  textSearch,
  deliveryLocation,
  departureSeries,
  shiftBy,
  duplicates,
  exceptionOfSchedules,
  fareMatrixChoice,
  fareMatrixView,
  fieldOfRecords,
  fieldOfSchedules,
  fieldOfStops,
  holidaysToAdd,
  journeyQuestion,
  newAgency,
  newApiToken,
  newComment,
  reviewRequest,
  reviewMessage,
  newReviewLink,
  newSavedSearch,
  recordsQuestion,
  releaseNotes,
  newDatabase,
  newFare,
  newLevel,
  newRecord,
  newSchedule,
  newSecret,
  newStop,
  newTimetableQuestion,
  newTransfer,
  newTranslation,
  otherTrack,
  ownHoliday,
  pastedStops,
  periodValues,
  profileRule,
  webhook,
  publicFeed,
  releaseApproval,
  recordToClone,
  serviceAlert,
  schedulesQuestion,
  sessionNote,
  sheetQuestion,
  stationQuestion,
  stopToolsQuestion,
  stopsQuestion,
  tidyQuestion,
  tidySeconds,
  timetableDays,
  timetableQuestion,
  trackQuestion,
  writtenDepartures,
];

/** The form of that name. */
export function typedForm(name: string): TypedForm<unknown> | undefined {
  return TYPED_FORMS.find((form) => form.name === name);
}
