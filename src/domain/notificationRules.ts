/** Rules of a region about who is mailed when a pipeline or an export needs somebody. */
import { z } from 'zod';
import { isEmail } from './formats.ts';

/** What a rule may be triggered by, in the order of its editor, with the words of its switch. */
export const TRIGGERS = [
  { key: 'pipelineHasFailedOnAScheduledExecution', label: 'Pipeline has failed on a scheduled execution', initially: true },
  { key: 'pipelineHasFailedOnAManualExecution', label: 'Pipeline has failed on a manual execution', initially: false },
  { key: 'pipelineHasFailedOnPublishTask', label: 'Pipeline has failed on publish task', initially: true },
  { key: 'pipelineNeedsApprovalAfterAScheduledExecution', label: 'Pipeline needs approval after a scheduled execution', initially: true },
  { key: 'pipelineNeedsApprovalAfterAManualExecution', label: 'Pipeline needs approval after a manual execution', initially: true },
  { key: 'exportHasFailedOnAScheduledExecution', label: 'Export has failed on a scheduled execution', initially: true },
  { key: 'exportHasFailedOnAManualExecution', label: 'Export has failed on a manual execution', initially: false },
] as const;

const Conditions = z.object({
  pipelineHasFailedOnAScheduledExecution: z.boolean(),
  pipelineHasFailedOnAManualExecution: z.boolean(),
  pipelineHasFailedOnPublishTask: z.boolean(),
  pipelineNeedsApprovalAfterAScheduledExecution: z.boolean(),
  pipelineNeedsApprovalAfterAManualExecution: z.boolean(),
  exportHasFailedOnAScheduledExecution: z.boolean(),
  exportHasFailedOnAManualExecution: z.boolean(),
});

/** A rule as it is stored; `dbIds` null means the whole region. */
export const NotificationRule = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  recipients: z.array(z.string()),
  dbIds: z.array(z.string()).nullable(),
  conditions: Conditions,
});
export type NotificationRule = z.infer<typeof NotificationRule>;

/** A rule as it is sent: a new one has no id yet. */
export const SentRule = NotificationRule.partial({ id: true });
export type SentRule = z.infer<typeof SentRule>;

/** A rule in the editor. */
export const EditedRule = NotificationRule.extend({ wholeRegion: z.boolean() });
export type EditedRule = z.infer<typeof EditedRule>;

export const RULE_NAME_LIMIT = 100;
export const RECIPIENTS_LIMIT = 20;
/** With this many rules no further one is offered. */
export const RULES_LIMIT = 50;

/** A new rule: on, for the whole region, to one recipient. `at` is the moment it is added, in milliseconds. */
export function newRule(at: number, defaultEmail: string): EditedRule {
  return {
    id: `${NEW_PREFIX}${at}`,
    name: '',
    enabled: true,
    recipients: defaultEmail === '' ? [] : [defaultEmail],
    dbIds: null,
    wholeRegion: true,
    conditions: Conditions.parse(Object.fromEntries(TRIGGERS.map(({ key, initially }) => [key, initially]))),
  };
}

/** Whether a rule was added here and is not stored yet. */
export function isNewRule({ id }: { readonly id: string }): boolean {
  return id.startsWith(NEW_PREFIX);
}

const NEW_PREFIX = 'added-';

/** A stored rule as the editor holds it. */
export function editedRule(rule: NotificationRule): EditedRule {
  return { ...rule, wholeRegion: rule.dbIds === null };
}

/** Edited rules as they are sent. */
export function sentRules(rules: readonly EditedRule[]): SentRule[] {
  return rules.map(({ wholeRegion, id, ...rule }) => ({
    ...(isNewRule({ id }) ? {} : { id }),
    ...rule,
    name: rule.name.trim(),
    dbIds: wholeRegion ? null : rule.dbIds,
  }));
}

/** Whether anything differs that is stored: name, enabled, conditions, recipients, databases, or which rules there are. */
export function rulesDiffer(a: readonly EditedRule[], b: readonly EditedRule[]): boolean {
  return a.length !== b.length || a.some((rule, index) => rule.id !== b[index]?.id || comparable(rule) !== comparable(b[index]));
}

/**
 * The rules of a region that were read again: `rules`, where they were typed over what was there `before`, else what is there `now`. Those
 * that somebody else has removed are gone.
 */
export function rulesTypedOver(rules: readonly EditedRule[], before: readonly EditedRule[], now: readonly EditedRule[]): EditedRule[] {
  const find = (list: readonly EditedRule[], id: string): EditedRule | undefined => list.find((rule) => rule.id === id);
  const kept = now.flatMap((rule) => {
    const [mine, was] = [find(rules, rule.id), find(before, rule.id)];
    if (!mine) return was ? [] : [rule];
    return [was && comparable(mine) === comparable(was) ? rule : mine];
  });
  return [...kept, ...rules.filter(isNewRule)];
}

/** The rules after they were stored as `stored`: what was typed since they were sent stays. */
export function rulesAfterSave(rules: readonly EditedRule[], sent: readonly SentRule[], stored: readonly EditedRule[]): EditedRule[] {
  if (rules.length < sent.length || stored.length !== sent.length) return [...stored];
  return rules.map((rule, at) => {
    const now = stored[at];
    if (!now) return rule;
    return JSON.stringify(sentRules([rule])) === JSON.stringify([sent[at]]) ? now : { ...rule, id: now.id };
  });
}

function comparable({ name, enabled, recipients, dbIds, wholeRegion, conditions }: EditedRule): string {
  return JSON.stringify([name, enabled, recipients, wholeRegion ? null : [...(dbIds ?? [])].toSorted(), TRIGGERS.map(({ key }) => conditions[key])]);
}

/** What is wrong with a rule, by the part of its editor. */
export interface RuleErrors {
  readonly name?: string;
  readonly recipients?: string;
  readonly conditions?: string;
  readonly databases?: string;
}

/** What is wrong with a rule among all rules of its region; empty where nothing is. */
export function ruleErrors(rule: SentRule & { readonly wholeRegion?: boolean }, all: readonly SentRule[]): RuleErrors {
  const name = nameError(rule, all);
  const recipients = recipientsError(rule.recipients);
  const conditions = TRIGGERS.some(({ key }) => rule.conditions[key]) ? undefined : 'At least one trigger should be selected';
  const scoped = rule.wholeRegion === undefined ? rule.dbIds !== null : !rule.wholeRegion;
  const databases = scoped && (rule.dbIds ?? []).length === 0 ? 'At least one database should be selected' : undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(recipients === undefined ? {} : { recipients }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(databases === undefined ? {} : { databases }),
  };
}

/** Whether every rule may be stored. */
export function areRulesValid(rules: readonly EditedRule[]): boolean {
  return rules.every((rule) => Object.keys(ruleErrors(rule, rules)).length === 0);
}

function nameError(rule: SentRule, all: readonly SentRule[]): string | undefined {
  const name = rule.name.trim();
  if (name === '') return 'Notification name is required';
  if (name.length > RULE_NAME_LIMIT) return `Notification name cannot exceed ${RULE_NAME_LIMIT} characters`;
  const same = all.filter((one) => one !== rule && folded(one.name) === folded(name));
  return same.length > 0 ? 'Notification name should be unique per region' : undefined;
}

function recipientsError(recipients: readonly string[]): string | undefined {
  if (recipients.length === 0) return 'At least one recipient is required';
  if (recipients.length > RECIPIENTS_LIMIT) return `Notification recipients cannot exceed ${RECIPIENTS_LIMIT} emails`;
  return recipients.every(isEmail) ? undefined : "Some recipient's email is invalid";
}

/** The list with what was typed or pasted: split on comma or semicolon (and line ends), without what is there already. */
export function withRecipients(recipients: readonly string[], text: string): readonly string[] {
  const known = new Set(recipients.map((one) => one.toLowerCase()));
  const all = [...recipients];
  for (const part of text.split(/[,;\r\n\t]+/)) {
    const one = part.trim();
    if (one === '' || known.has(one.toLowerCase())) continue;
    known.add(one.toLowerCase());
    all.push(one);
  }
  return all;
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}

/** A rule for the whole region (its list of databases is cleared), or for chosen databases (all of them to begin with). */
export function withScope(rule: EditedRule, wholeRegion: boolean, databaseIds: readonly string[]): EditedRule {
  if (wholeRegion || databaseIds.length === 0) return { ...rule, wholeRegion: true, dbIds: null };
  return { ...rule, wholeRegion: false, dbIds: [...databaseIds] };
}

/** One of the seven switches of a rule. */
export type Trigger = (typeof TRIGGERS)[number]['key'];
