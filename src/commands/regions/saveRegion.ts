/** What the region wizard sends. A refusal with fields is shown beside them; any other goes to the list of errors. */
import { castDraft, type Draft } from 'immer';
import { z } from 'zod';
import { saveNotificationRules } from '../../contract/notifications.ts';
import * as contract from '../../contract/regions.ts';
import { request } from '../../contract/route.ts';
import { Bounds } from '../../domain/coordinate.ts';
import { rulesAfterSave, SentRule } from '../../domain/notificationRules.ts';
import { NamedDatabase, NewRegionBody, RegionGeneral } from '../../domain/regions.ts';
import type { Region } from '../../domain/versions.ts';
import type { CallError } from '../../kernel/command.ts';
import { formOf } from '../../projections/regionWizard.ts';
import type { AppState } from '../../projections/state.ts';
import { defineCommand } from '../define.ts';
import { loadDatabases } from '../databases/loadDatabases.ts';
import { loadedRules } from './loadNotificationRules.ts';
import { loadRegions } from './loadRegions.ts';

const GENERAL: RegionGeneral = { Name: 'North', CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR' };
const BOX: Bounds = { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } };

/** Makes a region with its databases. */
export const createRegion = defineCommand('region.create', {
  write: true,
  policy: 'queue',
  payload: NewRegionBody,
  samples: () => [{ Key: 'north', ...GENERAL, Bounds: BOX, Databases: [{ Id: 'nbus', Name: 'Buses' }] }],
  label: ({ Name }) => `Create region ${Name}`,
  call: (body) => request(contract.createRegion, { body }),
  reply: contract.createRegion.reply,
  answered: (base, p, { Region }) => fold(base, p, Region),
  failed: refused,
  quiet: hasFields,
  next: () => [loadRegions({}), loadDatabases({})],
  inverse: 'none',
  keep: 'all',
});

const Stored = z.object({ region: z.string(), rev: z.int().min(0) });

/** Stores the general data of a region. */
export const saveRegionGeneral = defineCommand('region.saveGeneral', {
  write: true,
  policy: 'queue',
  payload: Stored.extend({ general: RegionGeneral }),
  samples: () => [{ region: 'north', rev: 0, general: GENERAL }],
  label: ({ general }) => `Save general data of ${general.Name}`,
  lane: savingLane,
  call: ({ region, rev, general }) => request(contract.updateRegionGeneral, { params: { region }, body: general }, rev),
  reply: contract.updateRegionGeneral.reply,
  answered: (base, p, { Region }) => fold(base, p, Region),
  failed: refused,
  quiet: hasFields,
  next: () => [loadRegions({}), loadDatabases({})],
  inverse: 'none',
  keep: 'all',
});

/** Stores the bounds of a region. */
export const saveRegionBounds = defineCommand('region.saveBounds', {
  write: true,
  policy: 'queue',
  payload: Stored.extend({ bounds: Bounds }),
  samples: () => [{ region: 'north', rev: 0, bounds: BOX }],
  label: ({ region }) => `Save bounds of ${region}`,
  lane: savingLane,
  call: ({ region, rev, bounds }) => request(contract.updateRegionBounds, { params: { region }, body: { Bounds: bounds } }, rev),
  reply: contract.updateRegionBounds.reply,
  answered: (base, p, { Region }) => fold(base, p, Region),
  failed: refused,
  quiet: hasFields,
  inverse: 'none',
  keep: 'all',
});

/** Stores the databases of a region. */
export const saveRegionDatabases = defineCommand('region.saveDatabases', {
  write: true,
  policy: 'queue',
  payload: Stored.extend({ databases: z.array(NamedDatabase) }),
  samples: () => [{ region: 'north', rev: 0, databases: [{ Id: 'nbus', Name: 'Buses' }] }],
  label: ({ region }) => `Save databases of ${region}`,
  lane: savingLane,
  call: ({ region, rev, databases }) => request(contract.updateRegionDatabases, { params: { region }, body: { Databases: databases } }, rev),
  reply: contract.updateRegionDatabases.reply,
  answered: (base, p, { Region }) => fold(base, p, Region),
  failed: refused,
  quiet: hasFields,
  next: () => [loadRegions({}), loadDatabases({})],
  inverse: 'none',
  keep: 'all',
});

/** Stores the notification rules of a region, in the place of those it has. */
export const saveRules = defineCommand('region.saveNotifications', {
  write: true,
  policy: 'queue',
  payload: Stored.extend({ rules: z.array(SentRule) }),
  samples: () => [{ region: 'north', rev: 0, rules: [] }],
  label: ({ region }) => `Save notifications of ${region}`,
  lane: savingLane,
  call: ({ region, rev, rules }) => request(saveNotificationRules, { query: { region }, body: rules }, rev),
  reply: saveNotificationRules.reply,
  answered: (base, p, reply) => {
    const wizard = base.regionWizard;
    if (!isStillOpen(base, p)) return;
    const value = loadedRules(reply);
    const at = wizard.rules.findIndex(({ id }) => id === wizard.expanded);
    Object.assign(wizard, {
      loadedRules: castDraft({ status: 'succeeded', value, messages: [] }),
      rules: castDraft(rulesAfterSave(wizard.rules, p.rules, value.rules)),
      rulesFailure: null,
      // a new one has another id now
      expanded: value.rules[at]?.id ?? null,
    });
  },
  failed: (base, p, { fields: _fields, ...error }) => {
    refused(base, p, error);
    if (isStillOpen(base, p)) base.regionWizard.rulesFailure = [...error.messages];
  },
  inverse: 'none',
  keep: 'all',
});

function savingLane({ region }: { readonly region: string }): string {
  return `region/${region}`;
}

/** What was sent: a region that is made, or a part of one that is there. */
type Sent = { readonly Key: string } | { readonly region: string };

/** Whether the wizard still holds what was sent: it may have been closed meanwhile, and opened for another region. */
function isStillOpen({ regionWizard: { form, loaded } }: Draft<AppState>, sent: Sent): boolean {
  return form !== null && (loaded.value?.Key ?? form.Key) === ('Key' in sent ? sent.Key : sent.region);
}

function fold(base: Draft<AppState>, sent: Sent, region: Region): void {
  if (!isStillOpen(base, sent)) return;
  Object.assign(base.regionWizard, {
    loaded: castDraft({ status: 'succeeded', value: region, messages: [] }),
    form: castDraft(formOf(region)),
    errors: [],
    outdated: false,
  });
}

function refused(base: Draft<AppState>, sent: Sent, { status, fields }: CallError): void {
  if (!isStillOpen(base, sent)) return;
  if (fields !== undefined) base.regionWizard.errors = castDraft([...fields]);
  if (status === 412) base.regionWizard.outdated = true;
}

function hasFields({ fields }: CallError): boolean {
  return fields !== undefined;
}
