import { castDraft } from 'immer';
import { z } from 'zod';
import { listNotificationRules } from '../../contract/notifications.ts';
import { type ReplyOf, request } from '../../contract/route.ts';
import { editedRule, rulesTypedOver } from '../../domain/notificationRules.ts';
import type { LoadedRules } from '../../projections/regionWizard.ts';
import { defineLoad } from '../defineLoad.ts';

/** Loads the notification rules of the region that the wizard is open on. What was typed meanwhile stays. */
export const loadNotificationRules = defineLoad('region.loadNotifications', {
  payload: z.object({ region: z.string() }),
  samples: () => [{ region: 'demo' }],
  label: ({ region }) => `Load the notifications of ${region}`,
  slot: (state) => (state.regionWizard.form === null ? undefined : state.regionWizard.loadedRules),
  call: ({ region }) => request(listNotificationRules, { query: { region } }),
  reply: listNotificationRules.reply,
  value: (reply) => loadedRules(reply),
  answered: (base, _p, reply, before) => {
    const now = loadedRules(reply).rules;
    const rules = before === null ? now : rulesTypedOver(base.regionWizard.rules, before.rules, now);
    Object.assign(base.regionWizard, { rules: castDraft(rules) });
    if (!rules.some(({ id }) => id === base.regionWizard.expanded)) base.regionWizard.expanded = null;
  },
});

/** An answer as the wizard holds it. */
export function loadedRules({ notifications, defaultEmail, permissions, rev }: ReplyOf<typeof listNotificationRules>): LoadedRules {
  return { rules: notifications.map(editedRule), defaultEmail, readOnly: permissions.readOnly, rev };
}
