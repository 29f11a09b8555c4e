import { defineTexts } from '../language/defineTexts.ts';

export const texts = defineTexts(
  'account',
  {
    loading: 'Loading',
    contactDevelopers: 'Please contact the developers of this installation; they can help you further.',
    signedInAs: 'You are signed in as <b>{email}</b>.',
    otherAccount: 'Sign in with another account',
    signInFailed: 'You could not be signed in',
    signInAgain: 'Sign in again',
    termsOfUse: 'Terms of Use',
    termsIntro: 'This tool is for staff who maintain public-transport timetable data. By using it you agree to the following.',
    termsPersonalAccount: 'Your account is yours alone. What you change is kept under your name, with the time, and can be seen by your colleagues.',
    termsOwnRegions: 'Only change data of regions that you are responsible for, and only publish what you have checked.',
    termsLicences: 'Feeds may carry licences of their own. Do not pass data on outside the organisation without checking them.',
    recordingNote:
      'A recording of what you do here is kept in this browser. It leaves it only when you choose “Report a problem”; passwords and tokens are never part of it.',
    accept: 'Accept',
    logOut: 'Log out',
    toTheData: 'To the data',
    allSaved: 'All edits are saved now.',
    stay: 'Stay',
    editsAreKept:
      '{unsent, plural, one {# edit is} other {# edits are}} not saved yet. What is not saved stays in this browser, where nobody else can read it, and is sent when you sign in here again.',
    editsAreLost:
      '{unsent, plural, one {# edit is} other {# edits are}} not saved yet. This browser has no key to seal what is not saved: it is lost when you log out.',
    accountOf: '{initials} Account of {email}',
    account: 'Account',
    colours: 'Colours',
    auto: 'Auto',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    seasonalSounds: 'Seasonal sounds',
    build: 'Build <code>{build}</code>',
  },
  {
    missingRole: 'You do not have the required role to access the product.',
    emailNotVerified: 'Your email is not verified',
  },
);
