/** German: the texts of all areas in one chunk that is loaded when German is chosen. */
import { german as account } from '../account/texts.de.ts';
import { german as databases } from '../databases/texts.de.ts';
import { german as map } from '../map/texts.de.ts';
import { german as notifications } from '../notifications/texts.de.ts';
import { german as parts } from '../parts/texts.de.ts';
import { german as realtime } from '../realtime/texts.de.ts';
import { german as search } from '../search/texts.de.ts';
import { german as shell } from '../shell/texts.de.ts';
import { german as upload } from '../upload/texts.de.ts';
import { german as versions } from '../versions/texts.de.ts';
import type { Translations } from './language.ts';
import { words } from './words.de.ts';

export const german: Translations = {
  texts: { account, databases, map, notifications, parts, realtime, search, shell, upload, versions },
  words,
};
