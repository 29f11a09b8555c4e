/** What is changed in the notification rules of a region. Nothing is stored before it is saved. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { areRulesValid, EditedRule, newRule, RULES_LIMIT, withScope } from '../../domain/notificationRules.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { defineCommand } from '../define.ts';

/** Adds a rule and opens its editor. `at` is the moment, in milliseconds. */
export const addRule = defineCommand('region.addNotification', {
  payload: z.object({ at: z.int().min(0) }),
  samples: () => [{ at: 1700000000000 }],
  label: () => 'Create notification',
  decide: (view) => {
    const { rules, loadedRules } = view.regionWizard;
    if (loadedRules.value?.readOnly !== false) return { code: 'read_only', message: READ_ONLY };
    if (rules.length >= RULES_LIMIT) return { code: 'limit', message: `A region has at most ${RULES_LIMIT} notifications` };
    return areRulesValid(rules) ? undefined : { code: 'invalid', message: 'Fix already existing notifications to add new one' };
  },
  apply: (base, { at }) => {
    const wizard = base.regionWizard;
    const taken = new Set(wizard.rules.map(({ id }) => id));
    let moment = at;
    while (taken.has(`added-${moment}`)) moment += 1;
    const rule = newRule(moment, wizard.loadedRules.value?.defaultEmail ?? '');
    wizard.rules.push(castDraft(rule));
    wizard.expanded = rule.id;
  },
  inverse: 'none',
  keep: 'all',
});

/** Changes a rule: its name, switch, recipients, triggers, or which databases it is for. */
export const editRule = defineCommand('region.editNotification', {
  payload: z.object({
    id: z.string(),
    changes: EditedRule.pick({ name: true, enabled: true, recipients: true, conditions: true, dbIds: true }).partial(),
  }),
  samples: () => [
    { id: '1', changes: { name: 'Failures' } },
    { id: '1', changes: { enabled: false, recipients: ['mia@x.org'] } },
  ],
  label: ({ changes }) => `Change ${Object.keys(changes).join(', ')} of a notification`,
  apply: (base, { id, changes }) => {
    const rule = base.regionWizard.rules.find((one) => one.id === id);
    if (rule) Object.assign(rule, changes);
  },
  inverse: 'none',
  keep: 'all',
});

/** Has a rule be for the whole region, or for chosen databases: all of them to begin with. */
export const scopeRule = defineCommand('region.scopeNotification', {
  payload: z.object({ id: z.string(), wholeRegion: z.boolean() }),
  samples: () => [
    { id: '1', wholeRegion: true },
    { id: '1', wholeRegion: false },
  ],
  label: ({ wholeRegion }) => (wholeRegion ? 'Notify of the whole region' : 'Notify of chosen databases'),
  apply: (base, { id, wholeRegion }) => {
    const { rules, form } = base.regionWizard;
    const databases = (form?.databases ?? []).filter(({ added }) => !added).map(({ Id }) => Id);
    base.regionWizard.rules = rules.map((rule) => (rule.id === id ? castDraft(withScope(rule, wholeRegion, databases)) : rule));
  },
  inverse: 'none',
  keep: 'all',
});

/** Takes a rule out of the list. */
export const deleteRule = defineCommand('region.deleteNotification', {
  payload: z.object({ id: z.string() }),
  samples: () => [{ id: '1' }],
  label: () => 'Delete a notification',
  decide: (view) => (view.regionWizard.loadedRules.value?.readOnly === false ? undefined : { code: 'read_only', message: READ_ONLY }),
  apply: (base, { id }) => {
    const wizard = base.regionWizard;
    wizard.rules = wizard.rules.filter((rule) => rule.id !== id);
    if (wizard.expanded === id) wizard.expanded = null;
  },
  inverse: 'none',
  keep: 'all',
});

/** Opens the editor of one rule, and closes that of any other; null closes all. */
export const expandRule = defineCommand('region.expandNotification', {
  payload: z.object({ id: z.string().nullable() }),
  samples: () => [{ id: '1' }, { id: null }],
  label: () => 'Open a notification',
  apply: (base, { id }) => {
    base.regionWizard.expanded = id;
  },
  inverse: 'none',
  keep: 'all',
});

/** Closes the bar that says that saving has failed. */
export const closeRulesFailure = defineCommand('region.closeNotificationFailure', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the message',
  apply: (base) => {
    base.regionWizard.rulesFailure = null;
  },
  inverse: 'none',
  keep: 'all',
});
