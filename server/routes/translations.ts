import * as contract from '../../src/contract/translations.ts';
import * as service from '../services/translations.ts';
import { sourceTexts } from '../services/sourceTexts.ts';
import { ReadyJson, registerRead, type Ground } from './register.ts';

/** Serves the calls that read translations. */
export function registerTranslations(ground: Ground): void {
  const { engine } = ground;
  const texts = sourceTexts(engine);
  registerRead(ground, contract.listTranslations, async ({ params }) => new ReadyJson(await service.listTranslations(engine, params.versionId)));
  registerRead(ground, contract.listTranslationLanguages, ({ params }) => service.listTranslationLanguages(engine, params.versionId));
  registerRead(ground, contract.listSourceTexts, ({ params }) => texts(params.versionId));
  registerRead(ground, contract.listTranslationFields, ({ params }) => service.listTranslationFields(engine, params.versionId));
}
