import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  peopleHere: '{count, plural, one {1 Kollege hier} other {{count} Kollegen hier}}: {names}',
  colleagues: 'Kollegen in dieser Datenbank',
  onPage: '{name}, {page}',
  otherVersion: '{page}, Version {version}',
  severalPlaces: '{places, plural, one {1 weiterer Tab} other {{places} weitere Tabs}}',
  samePage: 'diese Seite',
  goToPage: 'Zur Seite',
  goToPageOf: 'Zur Seite von {name}',
  follow: 'Folgen',
  followName: '{name} folgen',
  following: 'Sie folgen {name}',
  followingSomebody: 'Sie folgen jemandem',
  followingHint: 'Ihre Seite folgt der anderen, bis Sie klicken, tippen oder Escape drücken.',
  stop: 'Beenden',
  database: 'Datenbank',
  changes: 'Änderungen',
  comparer: 'Vergleich',
};
