/** German: the texts of all areas in one chunk that is loaded when German is chosen. */
import { german as account } from '../account/texts.de.ts';
import { german as agencies } from '../agencies/texts.de.ts';
import { german as blocks } from '../blocks/texts.de.ts';
import { german as calendars } from '../calendars/texts.de.ts';
import { german as journeys } from '../journeys/texts.de.ts';
import { german as driven } from '../driven/texts.de.ts';
import { german as changes } from '../changes/texts.de.ts';
import { german as comparer } from '../comparer/texts.de.ts';
import { german as databases } from '../databases/texts.de.ts';
import { german as exclusions } from '../exclusions/texts.de.ts';
import { german as takeOver } from '../takeOver/texts.de.ts';
import { german as findReplace } from '../findReplace/texts.de.ts';
import { german as alerts } from '../alerts/texts.de.ts';
import { german as exports } from '../exports/texts.de.ts';
import { german as fares } from '../fares/texts.de.ts';
import { german as logs } from '../logs/texts.de.ts';
import { german as map } from '../map/texts.de.ts';
import { german as notifications } from '../notifications/texts.de.ts';
import { german as parts } from '../parts/texts.de.ts';
import { german as pathways } from '../pathways/texts.de.ts';
import { german as pipelines } from '../pipelines/texts.de.ts';
import { german as realtime } from '../realtime/texts.de.ts';
import { german as records } from '../records/texts.de.ts';
import { german as regions } from '../regions/texts.de.ts';
import { german as replay } from '../replay/texts.de.ts';
import { german as reviewLinks } from '../reviewLinks/texts.de.ts';
import { german as schedules } from '../schedules/texts.de.ts';
import { german as search } from '../search/texts.de.ts';
import { german as service } from '../service/texts.de.ts';
import { german as shell } from '../shell/texts.de.ts';
import { german as spreadsheets } from '../spreadsheets/texts.de.ts';
import { german as stations } from '../stations/texts.de.ts';
import { german as stops } from '../stops/texts.de.ts';
import { german as tasks } from '../tasks/texts.de.ts';
import { german as timetables } from '../timetables/texts.de.ts';
import { german as tracks } from '../tracks/texts.de.ts';
import { german as transfers } from '../transfers/texts.de.ts';
import { german as translations } from '../translations/texts.de.ts';
import { german as upload } from '../upload/texts.de.ts';
import { german as validation } from '../validation/texts.de.ts';
import { german as versions } from '../versions/texts.de.ts';
import { german as presence } from '../presence/texts.de.ts';
import { german as problemReports } from '../problemReports/texts.de.ts';
import { german as webhooks } from '../webhooks/texts.de.ts';
import type { Translations } from './language.ts';
import { fields } from './fields.de.ts';
import { ruleWords } from './rules.de.ts';
import { taskWords } from './tasks.de.ts';
import { words } from './words.de.ts';

export const german: Translations = {
  texts: {
    account,
    agencies,
    findReplace,
    takeOver,
    alerts,
    blocks,
    calendars,
    changes,
    comparer,
    databases,
    exclusions,
    exports,
    fares,
    driven,
    journeys,
    logs,
    map,
    notifications,
    parts,
    pathways,
    pipelines,
    realtime,
    records,
    regions,
    replay,
    reviewLinks,
    schedules,
    search,
    service,
    shell,
    spreadsheets,
    stations,
    stops,
    tasks,
    timetables,
    tracks,
    transfers,
    translations,
    upload,
    validation,
    versions,
    problemReports,
    webhooks,
    presence,
  },
  words: { ...words, ...ruleWords, ...taskWords },
  fields,
};
