/** What is changed in the notification rules of a region. Nothing is stored before it is saved. */
import { castDraft } from 'immer';
import { z } from 'zod';
import { areRulesValid, EditedRule, newRule, RULES_LIMIT, withScope } from '../../domain/notificationRules.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Adds a rule and opens its editor. `at` is the moment, in milliseconds. */
export const addRule = defineStep('region.addNotification', 'Create notification', {
  payload: z.object({ at: z.int().min(0) }),
  samples: [{ at: 1700000000000 }],
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
});

/** Changes a rule: its name, switch, recipients, triggers, or which databases it is for. */
export const editRule = defineStep('region.editNotification', ({ changes }) => `Change ${Object.keys(changes).join(', ')} of a notification`, {
  payload: z.object({
    id: z.string(),
    changes: EditedRule.pick({ name: true, enabled: true, recipients: true, conditions: true, dbIds: true }).partial(),
  }),
  samples: [
    { id: '1', changes: { name: 'Failures' } },
    { id: '1', changes: { enabled: false, recipients: ['mia@x.org'] } },
  ],
  apply: (base, { id, changes }) => {
    const rule = base.regionWizard.rules.find((one) => one.id === id);
    if (rule) Object.assign(rule, changes);
  },
});

/** Has a rule be for the whole region, or for chosen databases: all of them to begin with. */
export const scopeRule = defineStep(
  'region.scopeNotification',
  ({ wholeRegion }) => (wholeRegion ? 'Notify of the whole region' : 'Notify of chosen databases'),
  {
    payload: z.object({ id: z.string(), wholeRegion: z.boolean() }),
    samples: [
      { id: '1', wholeRegion: true },
      { id: '1', wholeRegion: false },
    ],
    apply: (base, { id, wholeRegion }) => {
      const { rules, form } = base.regionWizard;
      const databases = (form?.databases ?? []).filter(({ added }) => !added).map(({ Id }) => Id);
      base.regionWizard.rules = rules.map((rule) => (rule.id === id ? castDraft(withScope(rule, wholeRegion, databases)) : rule));
    },
  },
);

/** Takes a rule out of the list. */
export const deleteRule = defineStep('region.deleteNotification', 'Delete a notification', {
  payload: z.object({ id: z.string() }),
  samples: [{ id: '1' }],
  decide: (view) => (view.regionWizard.loadedRules.value?.readOnly === false ? undefined : { code: 'read_only', message: READ_ONLY }),
  apply: (base, { id }) => {
    const wizard = base.regionWizard;
    wizard.rules = wizard.rules.filter((rule) => rule.id !== id);
    if (wizard.expanded === id) wizard.expanded = null;
  },
});

/** Opens the editor of one rule, and closes that of any other; null closes all. */
export const expandRule = defineStep('region.expandNotification', 'Open a notification', {
  payload: z.object({ id: z.string().nullable() }),
  samples: [{ id: '1' }, { id: null }],
  apply: (base, { id }) => {
    base.regionWizard.expanded = id;
  },
});

/** Closes the bar that says that saving has failed. */
export const closeRulesFailure = defineStep('region.closeNotificationFailure', 'Close the message', {
  apply: (base) => {
    base.regionWizard.rulesFailure = null;
  },
});
