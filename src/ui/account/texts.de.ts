import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  loading: 'Wird geladen',
  contactDevelopers: 'Bitte wenden Sie sich an die Entwickler dieser Installation; sie können Ihnen weiterhelfen.',
  signedInAs: 'Sie sind angemeldet als <b>{email}</b>.',
  otherAccount: 'Mit einem anderen Konto anmelden',
  signInFailed: 'Die Anmeldung ist fehlgeschlagen',
  signInAgain: 'Erneut anmelden',
  termsOfUse: 'Nutzungsbedingungen',
  termsIntro:
    'Dieses Werkzeug ist für Mitarbeitende bestimmt, die Fahrplandaten des öffentlichen Verkehrs pflegen. Mit der Nutzung stimmen Sie dem Folgenden zu.',
  termsPersonalAccount:
    'Ihr Konto gehört nur Ihnen. Was Sie ändern, wird mit Ihrem Namen und der Uhrzeit gespeichert und ist für Ihre Kolleginnen und Kollegen sichtbar.',
  termsOwnRegions: 'Ändern Sie nur Daten von Regionen, für die Sie zuständig sind, und veröffentlichen Sie nur, was Sie geprüft haben.',
  termsLicences: 'Feeds können eigene Lizenzen haben. Geben Sie Daten nicht nach außen weiter, ohne die Lizenzen zu prüfen.',
  recordingNote:
    'Eine Aufzeichnung Ihrer Arbeit wird in diesem Browser gespeichert. Sie verlässt ihn nur, wenn Sie „Problem melden“ wählen; Kennwörter und Token sind nie darin enthalten.',
  accept: 'Zustimmen',
  logOut: 'Abmelden',
  toTheData: 'Zu den Daten',
  allSaved: 'Alle Änderungen sind jetzt gespeichert.',
  stay: 'Bleiben',
  editsAreKept:
    '{unsent, plural, one {# Änderung ist} other {# Änderungen sind}} noch nicht gespeichert. Nicht Gespeichertes bleibt in diesem Browser, wo es niemand sonst lesen kann, und wird gesendet, wenn Sie sich hier wieder anmelden.',
  editsAreLost:
    '{unsent, plural, one {# Änderung ist} other {# Änderungen sind}} noch nicht gespeichert. Dieser Browser hat keinen Schlüssel, um nicht Gespeichertes zu versiegeln: Es geht beim Abmelden verloren.',
  accountOf: '{initials} Konto von {email}',
  account: 'Konto',
  colours: 'Farben',
  auto: 'Automatisch',
  light: 'Hell',
  dark: 'Dunkel',
  language: 'Sprache',
  seasonalSounds: 'Töne der Jahreszeit',
  build: 'Build <code>{build}</code>',
  missingRole: 'Sie haben nicht die erforderliche Rolle für den Zugriff auf das Produkt.',
  emailNotVerified: 'Ihre E-Mail-Adresse ist nicht bestätigt',
};
