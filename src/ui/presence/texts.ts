import { defineTexts } from '../language/defineTexts.ts';

export const texts = defineTexts('presence', {
  peopleHere: '{count, plural, one {1 colleague here} other {{count} colleagues here}}: {names}',
  colleagues: 'Colleagues in this database',
  onPage: '{name}, {page}',
  otherVersion: '{page}, version {version}',
  severalPlaces: '{places, plural, one {1 more tab} other {{places} more tabs}}',
  samePage: 'this page',
  goToPage: 'Go to page',
  goToPageOf: 'Go to page of {name}',
  follow: 'Follow',
  followName: 'Follow {name}',
  following: 'Following {name}',
  followingSomebody: 'Following a colleague',
  followingHint: 'Your page goes where theirs goes, until you click or type, or press Escape.',
  stop: 'Stop',
  database: 'Database',
  changes: 'Changes',
  comparer: 'Comparer',
});
