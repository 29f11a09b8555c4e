import { afterEach, expect, it } from 'vitest';
import { speak } from '../language/language.ts';
import { authorWords } from './authorWords.ts';

afterEach(() => speak('en'));

it('names the API token beside the person, and the person alone where there is none', () => {
  expect(authorWords({ CreatedBy: 'mia.jansen@demo.example' })).toBe('mia.jansen@demo.example');
  expect(authorWords({ CreatedBy: 'Mia Jansen', Program: 'Night import' })).toBe('Mia Jansen with "Night import"');
});

it('does so in German', async () => {
  await speak('de');
  expect(authorWords({ CreatedBy: 'Mia Jansen', Program: 'Night import' })).toBe('Mia Jansen mit „Night import“');
});
