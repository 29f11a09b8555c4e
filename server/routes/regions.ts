import * as notifications from '../../src/contract/notifications.ts';
import * as contract from '../../src/contract/regions.ts';
import * as profile from '../../src/contract/validationProfile.ts';
import type { Geocoder } from '../geo/gazetteer.ts';
import { regionOptions } from '../geo/regionOptions.ts';
import * as rules from '../services/notificationRules.ts';
import * as service from '../services/regions.ts';
import * as profiles from '../services/validationProfile.ts';
import { ReadyJson, registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the calls about regions, their databases and their notification rules. */
export function registerRegions(context: RouteContext, geocoder: Geocoder, mails: rules.MailPlaces): void {
  const { db } = context.engine;
  registerRead(context, contract.listRegions, (_call, caller) => service.listRegions(db, caller));
  registerRead(context, contract.listAccessibleRegions, (_call, caller) => service.listAccessibleRegions(db, caller));
  registerRead(context, contract.listRegionOptions, () => Promise.resolve(regionOptions()));
  registerRead(context, contract.readRegion, ({ params }, caller) => service.readRegion(db, caller, params.region));
  registerRead(context, contract.readBounds, ({ params }) => service.readBounds(db, params.region));
  registerRead(context, contract.listDatabases, async (_call, caller) => new ReadyJson(await service.listDatabases(db, caller)));
  registerRead(context, contract.searchLocations, async ({ query }) => ({ Locations: [...(await geocoder.search(query.name))] }));
  registerWrite(context, contract.createRegion, ({ body }, write) => service.createRegion(write, body));
  registerWrite(context, contract.updateRegionGeneral, ({ params, body }, write, rev) =>
    service.updateRegionGeneral(write, params.region, rev, body),
  );
  registerWrite(context, contract.updateRegionBounds, ({ params, body }, write, rev) =>
    service.updateRegionBounds(write, params.region, rev, body.Bounds),
  );
  registerWrite(context, contract.updateRegionDatabases, ({ params, body }, write, rev) =>
    service.updateRegionDatabases(write, params.region, rev, body.Databases),
  );
  registerRead(context, profile.readValidationProfile, ({ params }, caller) => profiles.readValidationProfile(db, caller, params.region));
  registerWrite(context, profile.changeProfileRule, ({ params, body }, write, rev) =>
    profiles.changeProfileRule(write, params.region, params.ruleId, rev, body),
  );
  registerWrite(context, profile.resetProfileRule, ({ params }, write, rev) => profiles.resetProfileRule(write, params.region, params.ruleId, rev));
  registerRead(context, notifications.listNotificationRules, ({ query }, caller) => rules.listNotificationRulesOf(db, caller, query.region));
  registerRead(context, notifications.listSentNotices, ({ query }, caller) => rules.listSentNoticesOf(db, caller, query.region));
  registerRead(context, notifications.readSentMail, ({ params, query }, caller) =>
    rules.readSentMailOf(db, caller, query.region, params.mailId, mails),
  );
  registerWrite(context, notifications.saveNotificationRules, ({ query, body }, write, rev) =>
    rules.saveNotificationRules(write, query.region, rev, body),
  );
}
