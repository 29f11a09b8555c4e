import * as contract from '../../src/contract/validation.ts';
import * as service from '../services/validation.ts';
import { registerRead, registerWrite, type RouteContext } from './register.ts';

/** Serves the calls about validation: what was found, and what is excluded of it. */
export function registerValidation(context: RouteContext, place: service.ValidationPlace): void {
  registerRead(context, contract.readVersionOutlook, ({ params }) => service.readOutlook(place, params.versionId));
  registerRead(context, contract.readValidationSummary, ({ params }) => service.readSummary(place, params.versionId));
  registerRead(context, contract.readValidationRule, ({ params, query }) => service.readRule(place, params.versionId, params.ruleId, query));
  registerRead(context, contract.readRuleDocumentation, async ({ params }) => service.readDocumentation(params.ruleId));
  registerRead(context, contract.readEntityFindings, ({ params }) => service.readEntity(place, params.versionId, params.entity, params.entityId));
  registerRead(context, contract.readIgnoreSummary, ({ params }) => service.readIgnoreSummary(place, params.versionId));
  registerWrite(context, contract.ignoreRule, ({ params, body }, write) => service.ignore(place, write, params.versionId, params.ruleId, body));
  registerWrite(context, contract.unignoreRule, ({ params, body }, write) => service.unignore(place, write, params.versionId, params.ruleId, body));
  registerWrite(context, contract.deleteIgnored, ({ params, body }, write) => service.deleteIgnored(write, params.versionId, body));
  registerWrite(context, contract.editSessionNote, ({ params, body }, write) =>
    service.editNote(write, params.versionId, params.sessionId, body.Note),
  );
}
