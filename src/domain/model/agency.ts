import { z } from 'zod';
import { defineKind, editEnum, editNames, field, idField } from './kind.ts';
import { CONTACTLESS } from './keptColumns.ts';

const Text = z.string().optional();
const Rate = z.number().min(0).optional();

const OWN = { none: 'of the product alone' } as const;

/** Agencies: the operators named in a version. A missing name shows as N/A. */
export const AgencyKind = defineKind(
  'Agency',
  {
    words: ['agency', 'agencies'],
    array: 'Agencies',
    page: 'agencies',
    file: 'agency.txt',
    identity: ['Id'],
    header: ['agency_id', 'agency_name', 'agency_url', 'agency_timezone'],
    keptWhileUsed: true,
    kept: { cemv_support: CONTACTLESS },
  },
  {
    Id: idField({ own: ['agency_id'] }, 'Identifies the agency. Lines name it.', z.string()),
    Name: field(Text, { holds: 'text', label: 'Name', help: 'As riders know the agency.', gtfs: 'agency_name', edit: true, translatable: true }),
    Url: field(Text, { holds: 'webUrl', label: 'Url', word: 'URL', help: 'Web site of the agency: https://…', gtfs: 'agency_url', edit: true }),
    FareUrl: field(Text, {
      holds: 'webUrl',
      label: 'Fare url',
      word: 'fare URL',
      help: 'Web page where tickets are sold or fares explained.',
      gtfs: 'agency_fare_url',
      edit: true,
    }),
    Phone: field(Text, { holds: 'text', label: 'Phone', help: 'For questions of riders, as people dial it.', gtfs: 'agency_phone', edit: true }),
    Email: field(Text, { holds: 'email', label: 'Email', word: 'e-mail', help: 'For questions of riders.', gtfs: 'agency_email', edit: true }),
    Timezone: field(Text, {
      holds: 'timezone',
      label: 'Timezone',
      help: 'All times of its lines are in this time zone: Europe/Amsterdam.',
      gtfs: 'agency_timezone',
      edit: true,
    }),
    Language: field(Text, { holds: 'language', label: 'Language', help: 'Main language of its riders: en.', gtfs: 'agency_lang', edit: true }),
    TicketingDeepLinkId: field(Text, {
      holds: { refersTo: 'TicketingDeepLink' },
      label: 'Ticketing deep link',
      help: 'Where tickets of its lines are sold.',
      gtfs: 'ticketing_deep_link_id',
      edit: true,
    }),
    CostPerHour: field(Rate, {
      holds: 'amount',
      label: 'Cost per vehicle hour',
      help: 'Staff and all that is paid by the time in service: 85.50. Figures of service are priced with it.',
      gtfs: OWN,
      edit: true,
    }),
    CostPerKilometre: field(Rate, {
      holds: 'amount',
      label: 'Cost per kilometre',
      help: 'Energy, tyres and all that is paid by the distance: 1.20.',
      gtfs: OWN,
      edit: true,
    }),
    CostPerVehicle: field(Rate, {
      holds: 'amount',
      label: 'Cost per vehicle and day',
      help: 'What each vehicle costs on a day on which it is needed: 120.',
      gtfs: OWN,
      edit: true,
    }),
    CostCurrency: field(Text, {
      holds: 'currency',
      label: 'Currency of costs',
      word: 'currency of costs',
      help: 'Three letters: EUR.',
      gtfs: OWN,
      edit: true,
    }),
  },
);

export const Agency = AgencyKind.schema;
export type Agency = z.infer<typeof Agency>;

/** The fields a person edits one by one, by the names the edit call uses, and the document's key of each. */
export const AGENCY_FIELDS = editNames(AgencyKind);
export const AgencyField = editEnum(AGENCY_FIELDS);
export type AgencyField = z.infer<typeof AgencyField>;
