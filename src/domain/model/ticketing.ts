import { z } from 'zod';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

const Text = z.string().optional();

/** Where the ticket of a journey is sold. */
export const TicketingDeepLinkKind = defineKind(
  'TicketingDeepLink',
  {
    words: ['ticketing deep link', 'ticketing deep links'],
    array: 'TicketingDeepLinks',
    file: 'ticketing_deep_links.txt',
    identity: ['Id'],
    named: 'WebUrl',
    keptWhileUsed: true,
    records: {
      page: 'ticketing-deep-links',
      icon: 'ticket',
      ids: 'typed',
      prefix: 'TL',
      hint: 'Deep links lead from a journey to where its ticket is sold.',
    },
  },
  {
    Id: idField({ own: ['ticketing_deep_link_id'] }, 'Identifies the link. Agencies and lines name it.'),
    WebUrl: field(Text, {
      holds: 'httpsUrl',
      label: 'Web url',
      help: 'For browsers, beginning with https://.',
      gtfs: 'web_url',
      edit: true,
      column: WIDTHS.wide,
    }),
    AndroidIntentUri: field(Text, {
      holds: 'uri',
      label: 'Android intent uri',
      help: 'For Android apps: https://… or intent:…',
      gtfs: 'android_intent_uri',
      edit: true,
      column: WIDTHS.wide,
    }),
    IosUniversalLinkUrl: field(Text, {
      holds: 'httpsUrl',
      label: 'iOS universal link',
      help: 'For iOS apps, beginning with https://.',
      gtfs: 'ios_universal_link_url',
      edit: true,
      column: WIDTHS.wide,
    }),
  },
);

/** The ids under which ticket shops know the stops. */
export const TicketingIdentifierKind = defineKind(
  'TicketingIdentifier',
  {
    words: ['ticketing identifier', 'ticketing identifiers'],
    array: 'TicketingIdentifiers',
    file: 'ticketing_identifiers.txt',
    identity: ['Id'],
    named: 'TicketingStopId',
    records: {
      page: 'ticketing-identifiers',
      icon: 'barcode',
      ids: 'made',
      prefix: 'TI',
      hint: 'Ticketing identifiers are the ids under which ticket shops know the stops.',
    },
  },
  {
    Id: idField({ own: [] }, 'Made from what it holds.'),
    TicketingStopId: field(z.string(), {
      holds: 'text',
      label: 'Ticketing stop id',
      help: 'Id of the stop in the ticket shop.',
      gtfs: 'ticketing_stop_id',
      edit: true,
      required: true,
      column: WIDTHS.narrow,
    }),
    StopId: field(z.string(), {
      holds: { refersTo: 'Stop' },
      label: 'Stop',
      help: 'The stop that is meant.',
      gtfs: 'stop_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    AgencyId: field(z.string(), {
      holds: { refersTo: 'Agency' },
      label: 'Agency',
      help: 'Whose ticket shop it is.',
      gtfs: 'agency_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
  },
);
