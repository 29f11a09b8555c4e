import { expect, test } from 'vitest';
import { compareTranslations, languageName, translatedText } from '../domain/translations.ts';
import type { Translation } from '../domain/model/translation.ts';
import { filterTranslations, searchWithTranslationFilter, translationFilterOf } from './translationList.ts';

const stop = (Id: string, FieldValue: string, LanguageName: string, text: string): Translation => ({
  Id,
  CategoryName: 'stops',
  FieldName: 'stop_name',
  LanguageName,
  Translation: text,
  FieldValue,
});
const ALL: readonly Translation[] = [
  stop('1', 'Stop 10', 'de', 'Halt 10'),
  stop('2', 'Stop 2', '', 'Arrêt 2'),
  { Id: '3', CategoryName: 'trips', FieldName: 'trip_headsign', LanguageName: 'de', Translation: 'Hafen', RecordId: 'T 7', RecordSubId: '4' },
].toSorted(compareTranslations);
const found = (search: string) => filterTranslations(ALL, translationFilterOf(search)).map(({ Id }) => Id);

test('translations stand by what they translate as people count', () => {
  expect(ALL.map(translatedText)).toEqual(['Stop 2', 'Stop 10', 'T 7 / 4']);
});

test('a translation is found by its text, its translation or its record', () => {
  expect(found('')).toEqual(['2', '1', '3']);
  expect(found('?Text=stop%2010')).toEqual(['1']);
  expect(found('?Text=arret')).toEqual(['2']);
  expect(found('?Text=t 7')).toEqual(['3']);
});

test('a list is narrowed down to a language, also that of no name, and to a field', () => {
  expect(found('?LanguageName=de')).toEqual(['1', '3']);
  expect(found('?LanguageName=')).toEqual(['2']);
  expect(found('?FieldName=trips.trip_headsign&Text=ha')).toEqual(['3']);
});

test('the address holds the filter and keeps what else it says', () => {
  expect(searchWithTranslationFilter('?rule=translations.1&Text=x', { text: ' y ', language: '', field: undefined })).toBe(
    '?rule=translations.1&Text=y&LanguageName=',
  );
  expect(searchWithTranslationFilter('?Text=x', { text: '', language: undefined, field: undefined })).toBe('');
});

test('a language goes by its English name, one of no name reads N/A [E118]', () => {
  expect(['de', 'pt-BR', 'Deutsch', '', ' '].map(languageName)).toEqual(['German', 'Brazilian Portuguese', 'Deutsch', 'N/A', 'N/A']);
});
