import { describe, expect, test } from 'vitest';
import { routeCatalogue } from '../../contract/catalogue.ts';
import { type CallInput, urlOf } from '../../contract/route.ts';
import { type CallDescription, parsePayload } from '../../kernel/command.ts';
import { deleteExclusions } from './deleteExclusions.ts';
import { excludeCases } from './excludeCases.ts';
import { loadIgnored } from './loadIgnored.ts';
import { saveSessionNote } from './saveSessionNote.ts';

/** The call that a command makes, as it goes over the line. None of these reads the state. */
function sent(call: CallDescription | undefined) {
  const route = routeCatalogue.find(({ name }) => name === call?.call);
  const input = call?.input as CallInput;
  return route && { method: route.method, url: urlOf(route, input), ...(input.body === undefined ? {} : { body: input.body }) };
}
const NO_STATE = undefined as never;

describe('the intents of exclusions and their calls', () => {
  test('to exclude, or to remove excluded cases, of stops or pathways by a rule [R310]', () => {
    const of = { versionId: 7, ruleId: 512, entity: 'Pathway' as const, ids: ['W1', 'W2'] };
    expect(sent(excludeCases.definition.call?.({ ...of, removed: false }, NO_STATE))).toMatchObject({
      method: 'POST',
      url: '/storage/ui/db/version/7/validation/rules/512/ignore',
      body: { IgnoredValidations: [{ PathwayId: 'W1' }, { PathwayId: 'W2' }] },
    });
    expect(sent(excludeCases.definition.call?.({ ...of, entity: 'Stop', removed: true }, NO_STATE))).toMatchObject({
      method: 'DELETE',
      body: { IgnoredValidations: [{ StopId: 'W1' }, { StopId: 'W2' }] },
    });
  });

  test('to load the exclusions of a version [R311 E223]', () => {
    expect(sent(loadIgnored.definition.call?.({ versionId: 7 }, NO_STATE))).toMatchObject({
      method: 'GET',
      url: '/storage/ui/db/version/7/validation/ignore-summary',
    });
  });

  test('to delete exclusions by their instances [R312 E224]', () => {
    const instances = [{ RuleType: 203, SessionId: 4, StopId: 'S1' }];
    expect(sent(deleteExclusions.definition.call?.({ versionId: 7, instances }, NO_STATE))).toMatchObject({
      method: 'DELETE',
      url: '/storage/ui/db/version/7/validation/ignore',
      body: { Instances: [{ RuleType: 203, SessionId: 4, StopId: 'S1' }] },
    });
  });

  test('to save the note of a session [R313 E225]', () => {
    expect(sent(saveSessionNote.definition.call?.({ versionId: 7, sessionId: 4, note: 'Works' }, NO_STATE))).toMatchObject({
      method: 'PUT',
      url: '/storage/ui/db/version/7/validation/ignore-session/4/note',
      body: { Note: 'Works' },
    });
    expect(parsePayload(saveSessionNote, { versionId: 7, sessionId: 4, note: 'x'.repeat(129) })).toBeUndefined();
  });
});
