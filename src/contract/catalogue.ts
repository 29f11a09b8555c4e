/** Every call of the product by name. */
import * as account from './account.ts';
import * as agencies from './agencies.ts';
import * as apiTokens from './apiTokens.ts';
import * as changes from './changes.ts';
import * as comparer from './comparer.ts';
import * as edits from './edits.ts';
import * as exportsOfRegions from './exports.ts';
import * as fares from './fares.ts';
import * as journeys from './journeys.ts';
import * as logs from './logs.ts';
import * as notifications from './notifications.ts';
import * as pipelines from './pipelines.ts';
import * as news from './news.ts';
import * as network from './network.ts';
import * as holidays from './holidays.ts';
import * as networkCalendars from './networkCalendars.ts';
import * as pathways from './pathways.ts';
import * as previews from './previews.ts';
import * as problemReports from './problemReports.ts';
import * as publicFeeds from './publicFeeds.ts';
import * as realtime from './realtime.ts';
import * as records from './records.ts';
import * as regions from './regions.ts';
import * as reviewLinks from './reviewLinks.ts';
import * as savedSearches from './savedSearches.ts';
import * as reviews from './reviews.ts';
import type { Route } from './route.ts';
import * as routing from './routing.ts';
import * as schedules from './schedules.ts';
import * as serviceDay from './serviceDay.ts';
import * as serviceAlerts from './serviceAlerts.ts';
import * as serviceFigures from './serviceFigures.ts';
import * as stops from './stops.ts';
import * as takeOver from './takeOver.ts';
import * as tasks from './tasks.ts';
import * as transfers from './transfers.ts';
import * as translations from './translations.ts';
import * as upload from './upload.ts';
import * as validation from './validation.ts';
import * as validationProfile from './validationProfile.ts';
import * as versions from './versions.ts';
import * as versionTexts from './versionTexts.ts';
import * as webhooks from './webhooks.ts';

/** All declared routes, in the order the API page lists them. */
export const routeCatalogue: readonly Route[] = [
  account,
  apiTokens,
  regions,
  versions,
  upload,
  schedules,
  fares,
  stops,
  network,
  holidays,
  networkCalendars,
  journeys,
  serviceFigures,
  serviceDay,
  transfers,
  pathways,
  edits,
  previews,
  routing,
  realtime,
  translations,
  versionTexts,
  agencies,
  records,
  tasks,
  pipelines,
  exportsOfRegions,
  publicFeeds,
  serviceAlerts,
  logs,
  comparer,
  changes,
  takeOver,
  reviews,
  reviewLinks,
  savedSearches,
  validation,
  validationProfile,
  notifications,
  webhooks,
  news,
  problemReports,
].flatMap((area) => Object.values<unknown>(area).flat().filter(isRoute));

/** A route by its name. Throws on a name that no route has: the log of a newer build. */
export function routeNamed(name: string): Route {
  const route = byName.get(name);
  if (!route) throw new Error(`No such call: ${name}`);
  return route;
}

const byName = new Map(routeCatalogue.map((route) => [route.name, route]));

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'access' in value;
}
