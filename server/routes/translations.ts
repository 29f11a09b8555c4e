import * as contract from '../../src/contract/translations.ts';
import * as service from '../services/translations.ts';
import { sourceTexts } from '../services/sourceTexts.ts';
import { ReadyJson, registerRead, type RouteContext } from './register.ts';

/** Serves the calls that read translations. */
export function registerTranslations(context: RouteContext): void {
  const { engine } = context;
  const texts = sourceTexts(engine);
  registerRead(context, contract.listTranslations, async ({ params }) => new ReadyJson(await service.listTranslations(engine, params.versionId)));
  registerRead(context, contract.listTranslationLanguages, ({ params }) => service.listTranslationLanguages(engine, params.versionId));
  registerRead(context, contract.listSourceTexts, async ({ params }) => new ReadyJson(await texts(params.versionId)));
  registerRead(context, contract.listTranslationFields, ({ params }) => service.listTranslationFields(engine, params.versionId));
}
