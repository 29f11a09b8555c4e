/** The region wizard without a screen: what it searches, keeps, refuses and asks for. */
import { describe, expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import * as notifications from '../../contract/notifications.ts';
import * as regions from '../../contract/regions.ts';
import { NotificationRule, ruleErrors, newRule, sentRules } from '../../domain/notificationRules.ts';
import { NewRegionBody } from '../../domain/regions.ts';
import { NO_WIZARD } from '../../projections/regionWizard.ts';
import { addRegionDatabase, editRegionField, refuseErrors, revertRegion } from './editRegion.ts';
import { addRule, closeRulesFailure, editRule } from './editNotificationRules.ts';
import { loadRegions } from './loadRegions.ts';
import { openCreateRegion, openEditRegion } from './openRegionWizard.ts';
import { closeRegionWizard, confirmRegionSave, goToRegionStep, saveRegionStep, submitRegion } from './wizardSteps.ts';

const GENERAL = { Name: 'Utrecht', CountryCode: 'NL', LanguageCode: 'nl', Timezone: 'Europe/Amsterdam', Currency: 'EUR' };
const REGION = {
  Key: 'north',
  ...GENERAL,
  Bounds: { NorthEast: { Lat: 53, Lng: 6 }, SouthWest: { Lat: 52, Lng: 4 } },
  Databases: [],
  Permissions: { ReadOnly: false },
  Rev: 0,
};
const RULES = { notifications: [], defaultEmail: 'mia@x.org', permissions: { readOnly: false }, rev: 0 };

function creating() {
  const product = openProduct('/data');
  product.kernel.dispatch(openCreateRegion({}));
  product.call('listRegionOptions').answer({ Countries: [{ Id: 'NL', Name: 'Netherlands' }], Timezones: [], Languages: [], Currencies: [] });
  for (const [field, to] of Object.entries({ Key: 'UTRECHT', ...GENERAL })) product.kernel.dispatch(editRegionField({ field, to }));
  return {
    ...product,
    wizard: () => product.kernel.snapshot().view.regionWizard,
    go: (step: 'general' | 'bounds' | 'databases' | 'notifications') => product.kernel.dispatch(goToRegionStep({ step })),
  };
}
function editing() {
  const product = openProduct('/data');
  product.kernel.dispatch(openEditRegion({ region: 'north' }));
  product.call('listRegionOptions').answer({ Countries: [], Timezones: [], Languages: [], Currencies: [] });
  product.call('readRegion').answer({ Region: REGION });
  product.call('listNotificationRules').answer(RULES);
  return { ...product, wizard: () => product.kernel.snapshot().view.regionWizard };
}
const stepOf = (kernel: ReturnType<typeof openProduct>['kernel']): unknown =>
  Reflect.get(kernel.workflow('regionWizard').getSnapshot().context as object, 'step');
const searches = ({ calls }: Pick<ReturnType<typeof openProduct>, 'calls'>): unknown[] =>
  calls.filter(({ call }) => call.call === 'searchLocations').map(({ call }) => (call.input as { query: { name: string } }).query.name);

test('what is typed into a known region while it is still being read stays; untouched fields have the loaded values', () => {
  const product = openProduct('/data');
  product.kernel.dispatch(loadRegions({}));
  product.call('listRegions').answer({ Regions: [REGION] });
  product.kernel.dispatch(openEditRegion({ region: 'north' }));
  product.kernel.dispatch(editRegionField({ field: 'Name', to: 'Utrecht and around' }));
  product.call('readRegion').answer({ Region: { ...REGION, Name: 'Utrecht province', Currency: 'CHF', Rev: 3 } });
  expect(product.kernel.snapshot().view.regionWizard.form).toMatchObject({ Name: 'Utrecht and around', Currency: 'CHF', CountryCode: 'NL' });
});

test('that versions with errors are not published is sent where it is chosen, and absent from form and call where it is not', () => {
  const { kernel, call, wizard } = editing();
  kernel.dispatch(refuseErrors({ to: true }));
  kernel.dispatch(refuseErrors({ to: false }));
  expect(wizard().form).not.toHaveProperty('RefusesErrors');
  kernel.dispatch(refuseErrors({ to: true }));
  kernel.dispatch(saveRegionStep({}));
  kernel.dispatch(confirmRegionSave({}));
  const saved = call('updateRegionGeneral');
  expect(saved.call.input).toMatchObject({ body: { ...GENERAL, RefusesErrors: true } });
  saved.answer({ Region: { ...REGION, RefusesErrors: true, Rev: 1 } });
  call('readRegion').answer({ Region: { ...REGION, RefusesErrors: true, Rev: 1 } });
  expect(wizard().form).toMatchObject({ RefusesErrors: true });
  kernel.dispatch(refuseErrors({ to: false }));
  kernel.dispatch(saveRegionStep({}));
  kernel.dispatch(confirmRegionSave({}));
  expect(call('updateRegionGeneral').call.input).toEqual({ params: { region: 'north' }, body: GENERAL });
});

test.each(['answer', 'refusal'])('the %s to what was saved of a region leaves a new one alone that is typed meanwhile', (what) => {
  const { kernel, call, wizard } = editing();
  kernel.dispatch(goToRegionStep({ step: 'bounds' }));
  kernel.dispatch(editRegionField({ field: 'Bounds/NorthEast', to: '54,7' }));
  kernel.dispatch(saveRegionStep({}));
  kernel.dispatch(closeRegionWizard({}));
  kernel.dispatch(openCreateRegion({}));
  kernel.dispatch(editRegionField({ field: 'Key', to: 'south' }));
  kernel.dispatch(editRegionField({ field: 'Name', to: 'South' }));
  if (what === 'answer') call('updateRegionBounds').answer({ Region: REGION });
  else call('updateRegionBounds').fail({ status: 400, messages: [], fields: [{ Field: 'Bounds', Message: 'No box' }] });
  expect(wizard()).toMatchObject({ form: { Key: 'south', Name: 'South' }, loaded: { status: 'idle' }, errors: [] });
});

describe('a new region', () => {
  test('its place is looked for by country label and name when Bounds is first gone to, and the box is put round the first hit [R149]', () => {
    const product = creating();
    product.go('bounds');
    expect(searches(product)).toEqual(['Netherlands Utrecht']);
    product.call('searchLocations').answer({ Locations: [{ Name: 'Utrecht', Coordinate: { Lat: 52.09, Lng: 5.12 } }] });
    expect(product.wizard().form?.corners).toEqual({ northEast: '52.39,6.02', southWest: '51.79,4.22' });
  });

  test('its place is not looked for again, and never in edit mode [R152]', () => {
    const product = creating();
    product.go('bounds');
    product.go('general');
    product.go('bounds');
    expect(searches(product)).toHaveLength(1);
    const edited = editing();
    edited.kernel.dispatch(goToRegionStep({ step: 'bounds' }));
    expect(stepOf(edited.kernel)).toBe('bounds');
    expect(searches(edited)).toEqual([]);
  });

  test('key and database ids are kept in small letters as they are typed [R158]', () => {
    const product = creating();
    product.kernel.dispatch(addRegionDatabase({ id: 'UBus', name: '' }));
    expect(product.wizard().form).toMatchObject({ Key: 'utrecht', databases: [{ Id: 'ubus' }] });
  });

  test('has no Notifications step before it is made [R162]', () => {
    const product = creating();
    product.go('notifications');
    expect(stepOf(product.kernel)).toBe('general');
  });

  test('closing the wizard forgets everything [R157]', () => {
    const product = creating();
    product.kernel.dispatch(closeRegionWizard({}));
    expect(product.wizard()).toEqual(NO_WIZARD);
    product.kernel.dispatch(openCreateRegion({}));
    expect(product.wizard().form).toMatchObject({ Key: '', Name: '' });
  });

  test('a list of faults in the answer goes to the fields [R330]', () => {
    const product = creating();
    product.go('bounds');
    product.call('searchLocations').answer({ Locations: [] });
    product.kernel.dispatch(submitRegion({}));
    product.call('createRegion').fail({ status: 400, messages: ['Key. Taken'], fields: [{ Field: 'Key', Message: 'Taken' }] });
    expect(product.wizard().errors).toEqual([{ Field: 'Key', Message: 'Taken' }]);
    expect(product.kernel.snapshot().errors).toEqual([]);
  });

  test('any other failure goes to the list of errors [R331]', () => {
    const product = creating();
    product.kernel.dispatch(submitRegion({}));
    product.call('createRegion').fail({ status: 500, messages: ['Something went wrong.'] });
    expect(product.wizard().errors).toEqual([]);
    expect(product.kernel.snapshot().errors.map(({ messages }) => messages)).toEqual([['Something went wrong.']]);
  });
});

describe('a region that somebody else changes at the same time', () => {
  test('is not overwritten; Revert reads what it is now, and then it can be changed', () => {
    const product = editing();
    const reads = (): number => product.calls.filter(({ call }) => call.call === 'readRegion').length;
    product.kernel.dispatch(editRegionField({ field: 'Name', to: 'Mine' }));
    product.kernel.dispatch(revertRegion({}));
    expect(reads()).toBe(1);
    product.kernel.dispatch(editRegionField({ field: 'Name', to: 'Mine' }));
    product.kernel.dispatch(saveRegionStep({}));
    product.kernel.dispatch(confirmRegionSave({}));
    product.call('updateRegionGeneral').fail({ status: 412, messages: ['Somebody else has changed this region since.'] });
    expect(product.wizard().form?.Name).toBe('Mine');
    product.kernel.dispatch(revertRegion({}));
    product.call('readRegion').answer({ Region: { ...REGION, Name: 'Theirs', Rev: 1 } });
    expect(product.wizard().form?.Name).toBe('Theirs');
    product.kernel.dispatch(editRegionField({ field: 'Name', to: 'Mine' }));
    product.kernel.dispatch(saveRegionStep({}));
    product.kernel.dispatch(confirmRegionSave({}));
    expect(product.call('updateRegionGeneral').call.ifMatch).toBe(1);
  });
});

describe('notifications of a region', () => {
  test('saving them stores the whole list, and reads it again [R155]', () => {
    const product = editing();
    product.kernel.dispatch(goToRegionStep({ step: 'notifications' }));
    product.kernel.dispatch(addRule({ at: 1 }));
    product.kernel.dispatch(editRule({ id: 'added-1', changes: { name: 'Failures' } }));
    const reads = (): number => product.calls.filter(({ call }) => call.call === 'listNotificationRules').length;
    const before = reads();
    product.kernel.dispatch(saveRegionStep({}));
    expect(product.call('saveNotificationRules').call.input).toMatchObject({ body: [{ name: 'Failures', recipients: ['mia@x.org'], dbIds: null }] });
    product.call('saveNotificationRules').answer(RULES);
    expect(reads()).toBe(before + 1);
  });

  test('what is typed while they are saved, and while they are read again, stays', () => {
    const product = editing();
    const stored = (...names: readonly string[]) => ({
      ...RULES,
      notifications: names.map((name, at) => ({ ...sentRules([newRule(1, 'mia@x.org')])[0], id: `r${at}`, name })),
    });
    const names = (): readonly string[] => product.wizard().rules.map(({ id, name }) => `${id} ${name}`);
    product.kernel.dispatch(goToRegionStep({ step: 'notifications' }));
    product.kernel.dispatch(addRule({ at: 1 }));
    product.kernel.dispatch(editRule({ id: 'added-1', changes: { name: 'Failures' } }));
    product.kernel.dispatch(saveRegionStep({}));
    product.kernel.dispatch(editRule({ id: 'added-1', changes: { name: 'Failures of Utrecht' } }));
    product.kernel.dispatch(addRule({ at: 2 }));
    product.call('saveNotificationRules').answer(stored('Failures'));
    expect(names()).toEqual(['r0 Failures of Utrecht', 'added-2 ']);
    product.kernel.dispatch(editRule({ id: 'added-2', changes: { name: 'Ends' } }));
    product.call('listNotificationRules').answer(stored('Failures', 'Of somebody else'));
    expect(names()).toEqual(['r0 Failures of Utrecht', 'r1 Of somebody else', 'added-2 Ends']);
    product.kernel.dispatch(revertRegion({}));
    expect(names()).toEqual(['r0 Failures', 'r1 Of somebody else']);
  });

  test('a failure to save stands in a bar that can be closed [R068]', () => {
    const product = editing();
    product.kernel.dispatch(goToRegionStep({ step: 'notifications' }));
    product.kernel.dispatch(addRule({ at: 1 }));
    product.kernel.dispatch(editRule({ id: 'added-1', changes: { name: 'Failures' } }));
    product.kernel.dispatch(saveRegionStep({}));
    product.call('saveNotificationRules').fail({ status: 500, messages: ['No'] });
    expect(product.wizard().rulesFailure).toEqual(['No']);
    product.kernel.dispatch(closeRulesFailure({}));
    expect(product.wizard().rulesFailure).toBeNull();
  });

  const messageOf = (recipients: readonly string[]): string | undefined => {
    const rule = { ...newRule(1, ''), name: 'Failures', recipients: [...recipients] };
    return ruleErrors(rule, [rule]).recipients;
  };
  const people = (count: number): string[] => Array.from({ length: count }, (_, i) => `p${i}@x.org`);
  test('have at least one recipient [R229]', () => {
    expect(messageOf([])).toBe('At least one recipient is required');
    expect(messageOf(people(1))).toBeUndefined();
  });
  test('have at most 20 recipients [R230]', () => {
    expect(messageOf(people(20))).toBeUndefined();
    expect(messageOf(people(21))).toBe('Notification recipients cannot exceed 20 emails');
  });
  test('have valid addresses only [R231]', () => {
    expect(messageOf(['mia@x.org', 'nobody'])).toBe("Some recipient's email is invalid");
  });

  test('have these fields, and seven conditions [R113 R067]', () => {
    expect(Object.keys(NotificationRule.shape).toSorted()).toEqual(['conditions', 'dbIds', 'enabled', 'id', 'name', 'recipients']);
    expect(newRule(1, '')).toHaveProperty('wholeRegion', true);
    expect(Object.keys(newRule(1, '').conditions)).toHaveLength(7);
  });
});

describe('the calls about regions', () => {
  test('bounds are read under /storage/ui, as NorthEastBounds and SouthWestBounds [H274]', () => {
    expect([regions.readBounds.method, regions.readBounds.path]).toEqual(['GET', '/storage/ui/bounds/:region']);
    expect(Object.keys(regions.readBounds.reply.shape)).toEqual(['NorthEastBounds', 'SouthWestBounds']);
  });
  test('accessible regions are read under /scheduler/ui [H305]', () => {
    expect([regions.listAccessibleRegions.method, regions.listAccessibleRegions.path]).toEqual(['GET', '/scheduler/ui/regions/accessible']);
  });
  test('the live token is read under /scheduler/ui [H282]', () => {
    expect([notifications.readLiveToken.method, notifications.readLiveToken.path]).toEqual(['GET', '/scheduler/ui/notifications/token']);
  });
  test('a region is sent with its key, general data, bounds and databases, and what it refuses', () => {
    expect(Object.keys(NewRegionBody.shape).toSorted()).toEqual([
      'Bounds',
      'CountryCode',
      'Currency',
      'Databases',
      'Key',
      'LanguageCode',
      'Name',
      'RefusesErrors',
      'Timezone',
    ]);
    // callers that do not know of it leave it out
    expect(NewRegionBody.shape.RefusesErrors.safeParse(undefined).success).toBe(true);
  });
});
