/** Translations of a version, readable: all of them, and the languages and fields they are in. */
import { z } from 'zod';
import { SourceText } from '../domain/translatable.ts';
import { TranslatedField, TranslationLanguage } from '../domain/translations.ts';
import { Translation } from '../domain/model/translation.ts';
import { defineRoute } from './route.ts';
import { EditedRevs, VersionParams } from './versions.ts';

const BASE = '/storage/ui/db/version/:versionId/translations';

export const listTranslations = defineRoute({
  name: 'listTranslations',
  summary: 'Every translation of a version.',
  method: 'GET',
  path: BASE,
  params: VersionParams,
  reply: z.object({ Translations: z.array(Translation), Revs: EditedRevs }),
  access: 'read',
});

export const listTranslationLanguages = defineRoute({
  name: 'listTranslationLanguages',
  summary: 'The languages that a version has translations in, with how many of each.',
  method: 'GET',
  path: `${BASE}/languages`,
  params: VersionParams,
  reply: z.object({ Languages: z.array(TranslationLanguage) }),
  access: 'read',
});

export const listTranslationFields = defineRoute({
  name: 'listTranslationFields',
  summary: 'The fields that a version has translations of, with how many of each.',
  method: 'GET',
  path: `${BASE}/fields`,
  params: VersionParams,
  reply: z.object({ Fields: z.array(TranslatedField) }),
  access: 'read',
});

export const listSourceTexts = defineRoute({
  name: 'listSourceTexts',
  summary: 'The texts of a version that are for people to read, by field, each once, with the records that have it.',
  method: 'GET',
  path: `${BASE}/texts`,
  params: VersionParams,
  reply: z.object({ Texts: z.array(SourceText) }),
  access: 'read',
});
