/** What the editor takes, the rules of validation do not report, and the other way round: both ask `domain/formats.ts`. */
import { describe, expect, test } from 'vitest';
import { hasDomain, isColour, isEmail, isGtfsDate, isLanguage, isTimezone, isUri, isWebUrl } from '../../src/domain/formats.ts';
import { fieldError } from '../../src/domain/model/fieldValues.ts';
import { agency, attribution, casesOf, document, networkOf, schedule, stop } from '../builders/ruleCases.ts';

const GOOD = {
  webUrl: [
    'https://lines.example',
    'HTTP://lines.example/a?b=c#d',
    'http://localhost:8080/',
    'https://bücher.example/é',
    'https://[::1]/',
    'https://u@x.example:443',
  ],
  email: ['info@agency.example', "o'hara+bus@mail.city.example", 'a@bücher.example', 'a@x.xn--p1ai'],
  timezone: ['Europe/Amsterdam', 'UTC', 'America/Argentina/Buenos_Aires', 'Asia/Calcutta'],
  language: ['de', 'pt-BR', 'ja-Hrkt', 'mul', 'yue'],
  colour: ['FF0000', 'a1b2c3'],
} as const;

const BAD = {
  webUrl: [
    'lines.example',
    'http://',
    'http://<x>',
    'https:///path',
    'ftp://lines.example',
    'https://a b.example',
    'javascript:alert(1)',
    'https://x.example:99999',
    'https://-x.example',
    'https://x.example/"',
  ],
  email: [
    'a@b',
    'info at agency.example',
    'a@x.example, b@x.example',
    'a@x.example\nBcc: b@x.example',
    '<a@x.example>',
    'a@-x.example',
    `${'a'.repeat(250)}@x.example`,
  ],
  timezone: ['europe/amsterdam', 'Europe/Velmar', '+01:00', 'GMT+1 ', 'constructor'],
  language: ['xx', 'english', 'de_DE', 'd', 'de-'],
  colour: ['FF000', 'GG0000', 'red', '#12345'],
} as const;

type Format = keyof typeof GOOD;

/** A field with a format: the editor's answer to a value, the code of the rule that looks at it, and a document that holds it. */
const FIELDS: readonly (readonly [
  name: string,
  format: Format,
  edit: (value: string) => unknown,
  rule: number,
  doc: (value: string) => ReturnType<typeof agency>,
])[] = [
  ['Url of an agency', 'webUrl', (value) => fieldError('Agency', 'Url', value), 108, (Url) => agency({ Url })],
  ['FareUrl of an agency', 'webUrl', (value) => fieldError('Agency', 'FareUrl', value), 109, (FareUrl) => agency({ FareUrl })],
  ['Email of an agency', 'email', (value) => fieldError('Agency', 'Email', value), 111, (Email) => agency({ Email })],
  ['Timezone of an agency', 'timezone', (value) => fieldError('Agency', 'Timezone', value), 113, (Timezone) => agency({ Timezone })],
  ['Language of an agency', 'language', (value) => fieldError('Agency', 'Language', value), 116, (Language) => agency({ Language })],
  ['Url of a stop', 'webUrl', (value) => fieldError('Stop', 'Url', value), 223, (Url) => stop({ Id: 'S1', Url })],
  ['Url of a schedule', 'webUrl', (value) => fieldError('Schedule', 'Url', value), 313, (Url) => schedule({ Url })],
  ['Color of a schedule', 'colour', (value) => fieldError('Schedule', 'Color', value), 311, (Color) => schedule({ Color })],
  ['Url of an attribution', 'webUrl', (value) => fieldError('Attribution', 'Url', value), 122, (Url) => attribution({ Url })],
  ['Email of an attribution', 'email', (value) => fieldError('Attribution', 'Email', value), 122, (Email) => attribution({ Email })],
];

describe.each(FIELDS)('%s', (_name, format, edit, rule, doc) => {
  const reported = (value: string): boolean => casesOf(rule, networkOf([doc(value)])).length > 0;

  test.each(GOOD[format])('%j is taken and not reported', (value) => expect([edit(value), reported(value)]).toEqual([undefined, false]));

  test.each(BAD[format])('%j is refused and reported', (value) => expect([edit(value), reported(value)]).toEqual([expect.any(String), true]));
});

test('https alone, where a field asks for it', () => {
  const error = (value: string): unknown => fieldError('TicketingDeepLink', 'WebUrl', value);
  const reported = (WebUrl: string): boolean => casesOf(124, networkOf([document('TicketingDeepLink', { Id: 'shop', WebUrl })])).length > 0;
  expect([error('https://shop.example'), reported('https://shop.example')]).toEqual([undefined, false]);
  expect([error('http://shop.example'), reported('http://shop.example')]).toEqual([expect.any(String), true]);
});

test('no format takes an empty text or one around others', () => {
  for (const is of [isWebUrl, isUri, isEmail, isLanguage, isTimezone, isColour, isGtfsDate, hasDomain]) expect(is(''), is.name).toBe(false);
  expect([isUri('intent:scan/#Intent;end'), isUri('scan'), isGtfsDate('20260229'), isGtfsDate('20240229'), isGtfsDate('2024-02-29')]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  expect([hasDomain('https://city.example/x'), hasDomain('https://localhost/x.y')]).toEqual([true, false]);
});
