import { defineTexts } from '../language/defineTexts.ts';

export const texts = defineTexts('agencies', {
  agencies: 'Agencies',
  searchAgencies: 'Search agencies',
  nameOrId: 'Name or id',
  agenciesWord: 'agencies',
  noAgencies: 'No agencies',
  emptyHint: 'This version names no agency.',
  noAgencyMatches: 'No agency matches',
  noMatchHint: 'Search by a part of a name or an id.',
  unknownTitle: 'There is no such agency',
  unknownHint: 'This version has no agency with the id {itemId}.',
  name: 'Name',
  id: 'Id',
  timezone: 'Timezone',
  language: 'Language',
  agencyId: 'agency id',
  agencyIdIsRequired: 'Agency id is required',
  idTaken: 'There is an agency with the id {id} already.',
  agencyNameIsRequired: 'Agency name is required',
  createAgency: 'Create agency',
  cancel: 'Cancel',
  create: 'Create',
  removeAgency: '{size, plural, one {Remove agency} other {Removes agencies}}',
  removeQuestion:
    '{size, plural, one {Do you want to remove "{agencyNameOf}" agency?} other {Do you want to remove {size} selected agencies from the list?}}',
});
