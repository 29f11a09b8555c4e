import * as contract from '../../src/contract/validation.ts';
import * as service from '../services/validation.ts';
import { registerRead, registerWrite, type Ground } from './register.ts';

/** Serves the calls about validation: what was found, and what is excluded of it. */
export function registerValidation(ground: Ground, place: service.ValidationPlace): void {
  registerRead(ground, contract.readVersionOutlook, ({ params }) => service.readOutlook(place, params.versionId));
  registerRead(ground, contract.readValidationSummary, ({ params }) => service.readSummary(place, params.versionId));
  registerRead(ground, contract.readValidationRule, ({ params, query }) => service.readRule(place, params.versionId, params.ruleId, query));
  registerRead(ground, contract.readRuleDocumentation, async ({ params }) => service.readDocumentation(params.ruleId));
  registerRead(ground, contract.readEntityFindings, ({ params }) => service.readEntity(place, params.versionId, params.entity, params.entityId));
  registerRead(ground, contract.readIgnoreSummary, ({ params }) => service.readIgnoreSummary(place, params.versionId));
  registerWrite(ground, contract.ignoreRule, ({ params, body }, write) => service.ignore(place, write, params.versionId, params.ruleId, body));
  registerWrite(ground, contract.unignoreRule, ({ params, body }, write) => service.unignore(place, write, params.versionId, params.ruleId, body));
  registerWrite(ground, contract.deleteIgnored, ({ params, body }, write) => service.deleteIgnored(write, params.versionId, body));
  registerWrite(ground, contract.editSessionNote, ({ params, body }, write) =>
    service.editNote(write, params.versionId, params.sessionId, body.Note),
  );
}
