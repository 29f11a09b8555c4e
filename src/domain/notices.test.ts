import { describe, expect, it } from 'vitest';
import { newRule, type NotificationRule, TRIGGERS, type Trigger } from './notificationRules.ts';
import { notificationsFor, type NoticeEvent } from './notices.ts';

const EVENT: NoticeEvent = {
  id: 'run/1',
  kind: 'pipelineFailed',
  execution: 'scheduled',
  regionKey: 'north',
  databaseId: 'nbus',
  name: 'Nightly',
  task: null,
  message: null,
  since: '2026-11-22T08:00:00.000Z',
  runPath: '/pipelines',
  logPath: null,
};

function rule(on: readonly Trigger[], changes: Partial<NotificationRule> = {}): NotificationRule {
  const { wholeRegion: _flag, ...base } = newRule(1, 'mia@x.org');
  const conditions = Object.fromEntries(TRIGGERS.map(({ key }) => [key, on.includes(key)])) as NotificationRule['conditions'];
  return { ...base, name: 'Rule', conditions, ...changes };
}

describe('who is mailed about an event', () => {
  it.each([
    ['pipelineFailed', 'scheduled', ['pipelineHasFailedOnAScheduledExecution']],
    ['pipelineFailed', 'manual', ['pipelineHasFailedOnAManualExecution']],
    ['pipelinePublishFailed', 'scheduled', ['pipelineHasFailedOnPublishTask', 'pipelineHasFailedOnAScheduledExecution']],
    ['pipelinePublishFailed', 'manual', ['pipelineHasFailedOnPublishTask', 'pipelineHasFailedOnAManualExecution']],
    ['pipelineNeedsApproval', 'scheduled', ['pipelineNeedsApprovalAfterAScheduledExecution']],
    ['pipelineNeedsApproval', 'manual', ['pipelineNeedsApprovalAfterAManualExecution']],
    ['exportFailed', 'scheduled', ['exportHasFailedOnAScheduledExecution']],
    ['exportFailed', 'manual', ['exportHasFailedOnAManualExecution']],
  ] as const)('%s of a %s execution matches exactly the switches %j', (kind, execution, expected) => {
    const matching = TRIGGERS.filter(({ key }) => notificationsFor({ ...EVENT, kind, execution }, [rule([key])]).length > 0).map(({ key }) => key);
    expect(matching.toSorted()).toEqual([...expected].toSorted());
  });

  it('a rule that is off, or for other databases, mails nobody; null means the whole region [R115]', () => {
    const on = ['pipelineHasFailedOnAScheduledExecution'] as const;
    expect(notificationsFor(EVENT, [rule(on, { enabled: false }), rule(on, { dbIds: ['tram'] })])).toEqual([]);
    expect(notificationsFor(EVENT, [rule(on, { dbIds: null })])).toEqual([{ recipient: 'mia@x.org', rule: 'Rule' }]);
    expect(notificationsFor(EVENT, [rule(on, { dbIds: ['tram', 'nbus'] })])).toHaveLength(1);
  });

  it('an address that several rules name is mailed once', () => {
    const on = ['pipelineHasFailedOnAScheduledExecution'] as const;
    const rules = [rule(on, { name: 'First', recipients: ['Mia@x.org', 'tom@x.org'] }), rule(on, { name: 'Second', recipients: ['mia@X.ORG'] })];
    expect(notificationsFor(EVENT, rules)).toEqual([
      { recipient: 'Mia@x.org', rule: 'First' },
      { recipient: 'tom@x.org', rule: 'First' },
    ]);
  });
});
