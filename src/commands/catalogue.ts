/** Table of contents: every intent of a user, and every fact that comes from outside. Each area lists its files in a catalogue of its own. */
import * as account from './account/catalogue.ts';
import * as agencies from './agencies/catalogue.ts';
import * as blocks from './blocks/catalogue.ts';
import * as calendars from './calendars/catalogue.ts';
import * as changes from './changes/catalogue.ts';
import * as comparer from './comparer/catalogue.ts';
import * as databases from './databases/catalogue.ts';
import * as exclusions from './exclusions/catalogue.ts';
import * as exports from './exports/catalogue.ts';
import * as fares from './fares/catalogue.ts';
import * as flex from './flex/catalogue.ts';
import * as journeys from './journeys/catalogue.ts';
import * as logs from './logs/catalogue.ts';
import * as map from './map/catalogue.ts';
import * as notifications from './notifications/catalogue.ts';
import * as pathways from './pathways/catalogue.ts';
import * as pipelines from './pipelines/catalogue.ts';
import * as problemReports from './problemReports/catalogue.ts';
import * as realtime from './realtime/catalogue.ts';
import * as records from './records/catalogue.ts';
import * as regions from './regions/catalogue.ts';
import * as schedules from './schedules/catalogue.ts';
import * as search from './search/catalogue.ts';
import * as settings from './settings/catalogue.ts';
import * as shell from './shell/catalogue.ts';
import * as spreadsheets from './spreadsheets/catalogue.ts';
import * as stations from './stations/catalogue.ts';
import * as stops from './stops/catalogue.ts';
import * as tasks from './tasks/catalogue.ts';
import * as texts from './texts/catalogue.ts';
import * as timetables from './timetables/catalogue.ts';
import * as tracks from './tracks/catalogue.ts';
import * as transfers from './transfers/catalogue.ts';
import * as translations from './translations/catalogue.ts';
import * as upload from './upload/catalogue.ts';
import * as validation from './validation/catalogue.ts';
import * as versions from './versions/catalogue.ts';
import { isCommand, isFact } from './define.ts';

/** In the order in which the palette offers their commands. */
const AREAS: readonly object[] = [
  shell,
  changes,
  notifications,
  problemReports,
  settings,
  account,
  databases,
  versions,
  agencies,
  records,
  flex,
  schedules,
  search,
  map,
  fares,
  translations,
  texts,
  stops,
  tracks,
  transfers,
  pathways,
  calendars,
  blocks,
  journeys,
  timetables,
  spreadsheets,
  upload,
  comparer,
  logs,
  exclusions,
  realtime,
  pipelines,
  stations,
  exports,
  tasks,
  regions,
  validation,
];
const declared: readonly unknown[] = AREAS.flatMap((area) => Object.values(area));

/** Every command. */
export const commandCatalogue = declared.filter(isCommand);

/** Every fact from outside. */
export const eventCatalogue = declared.filter(isFact);
