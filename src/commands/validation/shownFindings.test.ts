import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { findingsChanged } from '../notifications/findingsChanged.ts';
import { loadEntityFindings } from './loadEntityFindings.ts';

const effect = { VersionId: 1, Rev: 8, Rules: [{ RuleId: 105, Added: 1, Cured: 0 }], Effects: [] };
const found = (text: string) => ({
  ValidatedRev: 8,
  Findings: [
    {
      RuleId: 105,
      RuleName: 'AGENCY_NAME_PLACEHOLDER',
      RuleLevel: 'Warning',
      Entity: 'Agency',
      Ignorable: true,
      FullyIgnored: false,
      IgnoredBySessionDbVersionId: null,
      Total: 1,
      Cases: [{ Id: 'a/b', Text: text, Ignored: false, IgnoredBySessionDbVersionId: null, New: false }],
    },
  ],
});

test('what a form is still asking for when the version was checked again is asked again: the answer under way may be of before', () => {
  const { kernel, calls, call } = openProduct('/data/db/demo/v/1/agencies/a%2Fb');
  kernel.dispatch(loadEntityFindings({ versionId: 1, entity: 'Agency', entityId: 'a/b' }));
  const before = call('readEntityFindings');
  kernel.receive(findingsChanged(effect));
  expect(before.aborted()).toBe(true);
  expect(calls.findLast((one) => one.call.call === 'readEntityFindings')?.call.input).toEqual({
    params: { versionId: 1, entity: 'Agency', entityId: 'a/b' },
  });
  before.answer(found('of before'));
  call('readEntityFindings').answer(found('"unknown" is no name of an agency'));
  expect(kernel.snapshot().view.versions[1]?.validation.entities['Agency/a/b']).toMatchObject({
    status: 'succeeded',
    value: { Findings: [{ Cases: [{ Text: '"unknown" is no name of an agency' }] }] },
  });
});

test('what no form is asking for is left until a form shows it', () => {
  const { kernel, calls, call } = openProduct('/data/db/demo/v/1/agencies/a%2Fb');
  kernel.dispatch(loadEntityFindings({ versionId: 1, entity: 'Agency', entityId: 'a/b' }));
  call('readEntityFindings').answer(found('once'));
  kernel.receive(findingsChanged(effect));
  expect(calls.filter((one) => one.call.call === 'readEntityFindings')).toHaveLength(1);
  expect(kernel.snapshot().view.versions[1]?.validation.entities['Agency/a/b']?.status).toBe('idle');
});
