/** German: the texts of all areas in one chunk that is loaded when German is chosen. */
import { german as account } from '../account/texts.de.ts';
import { german as databases } from '../databases/texts.de.ts';
import { german as shell } from '../shell/texts.de.ts';
import type { Translations } from './language.ts';
import { words } from './words.de.ts';

export const german: Translations = {
  texts: { account, databases, shell },
  words,
};
