import { describe, expect, it } from 'vitest';
import { isEmail } from './formats.ts';
import { editedRule, newRule, ruleErrors, rulesDiffer, sentRules, TRIGGERS, withRecipients, withScope } from './notificationRules.ts';

const rule = (changes: object = {}) => ({ ...newRule(5, 'mia@x.org'), name: 'Failures', ...changes });
const off = Object.fromEntries(TRIGGERS.map(({ key }) => [key, false]));

describe('notification rules', () => {
  it('a new one is on, for the whole region, and mails the default address [R114 R118]', () => {
    expect(newRule(1700000000000, 'mia@x.org')).toMatchObject({
      id: 'added-1700000000000',
      enabled: true,
      wholeRegion: true,
      dbIds: null,
      recipients: ['mia@x.org'],
    });
  });

  it('triggers that are on and off by default [R116 R119 R120]', () => {
    expect(newRule(1, '').conditions).toEqual({
      pipelineHasFailedOnAScheduledExecution: true,
      pipelineHasFailedOnAManualExecution: false,
      pipelineHasFailedOnPublishTask: true,
      pipelineNeedsApprovalAfterAScheduledExecution: true,
      pipelineNeedsApprovalAfterAManualExecution: true,
      exportHasFailedOnAScheduledExecution: true,
      exportHasFailedOnAManualExecution: false,
    });
  });

  it.each([
    ['', 'Notification name is required'],
    ['   ', 'Notification name is required'],
    ['x'.repeat(101), 'Notification name cannot exceed 100 characters'],
    [' FAILURES ', 'Notification name should be unique per region'],
    ['x'.repeat(100), undefined],
  ])('name %j: %s [R226 R227 R228]', (name, message) => {
    const edited = rule({ id: 'added-2', name });
    expect(ruleErrors(edited, [rule(), edited]).name).toBe(message);
  });

  it.each([
    [[], 'At least one recipient is required'],
    [Array.from({ length: 21 }, (_, i) => `p${i}@x.org`), 'Notification recipients cannot exceed 20 emails'],
    [Array.from({ length: 20 }, (_, i) => `p${i}@x.org`), undefined],
    [['mia@x.org', 'nobody'], "Some recipient's email is invalid"],
    [[`${'a'.repeat(250)}@x.org`], "Some recipient's email is invalid"],
  ])('recipients, case %#: %s [R229 R230 R231]', (recipients, message) => {
    const edited = rule({ recipients });
    expect(ruleErrors(edited, [edited]).recipients).toBe(message);
  });

  it('an address has at most 255 characters and nothing that a mail header could trip over [R232]', () => {
    expect(isEmail(`${'a'.repeat(249)}@x.org`)).toBe(true);
    expect(isEmail(`${'a'.repeat(250)}@x.org`)).toBe(false);
    for (const bad of ['a@x.org\nBcc: b@x.org', 'a@x.org,b@x.org', '<a@x.org>', 'a b@x.org', 'a@x', '"a"@x.org', 'a@-x.org'])
      expect(isEmail(bad), bad).toBe(false);
  });

  it('a trigger and, with a database scope, a database must stay selected [R233 R234]', () => {
    const edited = rule({ conditions: off, wholeRegion: false, dbIds: [] });
    expect(ruleErrors(edited, [edited])).toEqual({
      conditions: 'At least one trigger should be selected',
      databases: 'At least one database should be selected',
    });
  });

  it('whole region off selects all databases, on clears them, and without databases it stays on [R168 R169 R170]', () => {
    const some = withScope(rule(), false, ['a', 'b']);
    expect(some).toMatchObject({ wholeRegion: false, dbIds: ['a', 'b'] });
    expect(withScope(some, true, ['a', 'b'])).toMatchObject({ wholeRegion: true, dbIds: null });
    expect(withScope(rule(), false, [])).toMatchObject({ wholeRegion: true, dbIds: null });
  });

  it('typed and pasted recipients are split on comma or semicolon, and doubles are dropped [R172 R173]', () => {
    expect(withRecipients(['mia@x.org'], 'MIA@X.org, tom@x.org;tom@X.ORG ;; noor@x.org')).toEqual(['mia@x.org', 'tom@x.org', 'noor@x.org']);
  });

  // looking each up in the list so far would take minutes
  it('a paste of 200,000 addresses is taken in', () => {
    const text = Array.from({ length: 200_000 }, (_, i) => `p${i}@x.org`).join(';');
    expect(withRecipients([], text)).toHaveLength(200_000);
  });

  it.each([
    ['name', { name: 'Other' }],
    ['enabled', { enabled: false }],
    ['conditions', { conditions: off }],
    ['recipients', { recipients: [] }],
    ['databases', { wholeRegion: false, dbIds: ['a'] }],
  ])('another %s is an unsaved change [R167]', (_what, changes) => {
    expect(rulesDiffer([rule()], [rule()])).toBe(false);
    expect(rulesDiffer([rule()], [rule(changes)])).toBe(true);
  });

  it('is sent without the id of a new rule, and with dbIds null for the whole region [R285 R286]', () => {
    const { wholeRegion: _flag, ...stored } = rule({ id: '7', dbIds: ['a'], wholeRegion: false });
    const sent = sentRules([rule({ dbIds: ['a'] }), editedRule(stored)]);
    expect(sent[0]).not.toHaveProperty('id');
    expect(sent[0]?.dbIds).toBeNull();
    expect(sent[1]).toMatchObject({ id: '7', dbIds: ['a'] });
    expect(sent[1]).not.toHaveProperty('wholeRegion');
  });
});
