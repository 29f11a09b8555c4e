/** Rules of attributions and of the ticketing records. */
import { z } from 'zod';
import { ATTRIBUTED_KEPT_TRIPS } from '../../feed/gtfs/extraKeys.ts';
import type { Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Fault, type Rule } from '../rule.ts';
import { isEmail, isWebUrl } from '../../../src/domain/formats.ts';
import { isBlank } from '../texts.ts';
import { alike } from './agencies.ts';

export const attributionRules: readonly Rule[] = [
  documentRule(
    [
      118,
      'ATTRIBUTION_ORGANIZATION_MISSING',
      'Error',
      'Attribution!',
      'The organization of the attribution has no name.',
      'An attribution that names nobody says nothing.',
      'Have the name added at its source, or the row removed.',
      'An attribution row with an empty organization_name.',
    ],
    'Attribution',
    (attribution) => (isBlank(attribution.OrganizationName) ? { field: 'OrganizationName', text: 'The organization has no name' } : undefined),
  ),
  documentRule(
    [
      119,
      'ATTRIBUTION_WITHOUT_ROLE',
      'Warning',
      'Attribution!',
      'The organization is neither producer, operator nor authority.',
      'Nobody knows what it is named for.',
      'Have at least one role set at its source.',
      '"City Data Ltd" with all three roles empty.',
    ],
    'Attribution',
    ({ IsProducer, IsOperator, IsAuthority, OrganizationName }) =>
      IsProducer === true || IsOperator === true || IsAuthority === true
        ? undefined
        : { text: `${OrganizationName || 'The organization'} is neither producer, operator nor authority` },
  ),
  documentRule(
    [
      120,
      'ATTRIBUTION_SCOPE_AMBIGUOUS',
      'Error',
      'Attribution!',
      'The attribution names more than one of agency, transport and trip.',
      'It is unclear which data it applies to.',
      'Have it split into one row each.',
      'An attribution with an agency and a route.',
    ],
    'Attribution',
    ({ AgencyId, ExternalTransportId, TripId }) => {
      const named = [
        ['agency', AgencyId],
        ['transport', ExternalTransportId],
        ['trip', TripId],
      ].flatMap(([what, id]) => (isBlank(id) ? [] : [`the ${what} ${id}`]));
      return named.length > 1 ? { text: `Applies to ${named.join(' and ')} at once` } : undefined;
    },
  ),
  relationRule(
    [
      121,
      'ATTRIBUTION_REFERENCE_UNKNOWN',
      'Error',
      'Attribution!',
      'The attribution names an agency, a transport or a trip that is not in the version.',
      'It holds for nothing.',
      'Have the reference corrected at its source.',
      'An attribution of the route "12", which was removed.',
    ],
    'Attribution',
    {
      Agency: (_agency, net, id) => net.idsOf('attributionOfAgency', id),
      Schedule: (schedule, net) => net.idsOf('attributionOfTransport', schedule.ExternalTransportId),
      Timetable: (timetable, net) => timetable.Departures.flatMap(({ TripId }) => net.idsOf('attributionOfTrip', TripId)),
    },
    ({ AgencyId, ExternalTransportId, TripId }, net) => {
      const faults: Fault[] = [];
      if (!isBlank(AgencyId) && net.get('Agency', AgencyId) === undefined)
        faults.push({ field: 'AgencyId', text: `The agency ${AgencyId} is not in this version` });
      if (!isBlank(ExternalTransportId) && !net.isLinked('scheduleOfTransport', ExternalTransportId ?? ''))
        faults.push({ field: 'ExternalTransportId', text: `No schedule has the transport ${ExternalTransportId}` });
      if (TripId !== undefined && !isBlank(TripId) && !net.isLinked('timetableOfTrip', TripId) && !keptTrips(net).includes(TripId))
        faults.push({ field: 'TripId', text: `No departure has the trip ${TripId}` });
      return faults;
    },
  ),
  documentRule(
    [
      122,
      'ATTRIBUTION_CONTACT_INVALID',
      'Error',
      'Attribution!',
      'The web address is not a full http or https address, or the e-mail address is malformed.',
      'The organization cannot be reached.',
      'Have the contact corrected at its source.',
      'attribution_url "city-data.example".',
    ],
    'Attribution',
    ({ Url, Email }) => [
      ...(isBlank(Url) || isWebUrl(Url ?? '') ? [] : [{ field: 'Url', text: `"${Url}" is not a full http or https address` }]),
      ...(isBlank(Email) || isEmail(Email ?? '') ? [] : [{ field: 'Email', text: `"${Email}" is not an e-mail address` }]),
    ],
  ),
  documentRule(
    [
      123,
      'TICKETING_LINK_WITHOUT_TARGET',
      'Error',
      'TicketingDeepLink!',
      'The ticketing deep link has neither a web address, nor an Android intent, nor an iOS universal link.',
      'It leads nowhere on any device.',
      'Have at least one target added at its source.',
      'A row with an id alone.',
    ],
    'TicketingDeepLink',
    ({ WebUrl, AndroidIntentUri, IosUniversalLinkUrl }) =>
      [WebUrl, AndroidIntentUri, IosUniversalLinkUrl].every(isBlank) ? { text: 'This link has no target' } : undefined,
  ),
  documentRule(
    [
      124,
      'TICKETING_LINK_URL_INVALID',
      'Error',
      'TicketingDeepLink!',
      'The web or iOS link is not a full https address, or the Android value cannot be read as an address.',
      'Devices refuse to open it.',
      'Have the address corrected at its source.',
      'web_url "http://tickets.example" without the s.',
    ],
    'TicketingDeepLink',
    ({ WebUrl, AndroidIntentUri, IosUniversalLinkUrl }) => [
      ...(isBlank(WebUrl) || isWebUrl(WebUrl ?? '', ['https']) ? [] : [{ field: 'WebUrl', text: `"${WebUrl}" is not a full https address` }]),
      ...(isBlank(IosUniversalLinkUrl) || isWebUrl(IosUniversalLinkUrl ?? '', ['https'])
        ? []
        : [{ field: 'IosUniversalLinkUrl', text: `"${IosUniversalLinkUrl}" is not a full https address` }]),
      ...(isBlank(AndroidIntentUri) || URL.canParse(AndroidIntentUri ?? '')
        ? []
        : [{ field: 'AndroidIntentUri', text: `"${AndroidIntentUri}" cannot be read as an address` }]),
    ],
  ),
  groupRule(
    [
      126,
      'TICKETING_IDENTIFIER_DUPLICATE',
      'Error',
      'TicketingIdentifier!',
      'Two ticketing identifiers exist for the same stop and agency.',
      'It is unclear which of them the ticket shop knows.',
      'Have one of them removed at its source.',
      'Two rows for the stop "A" of the agency "VC".',
    ],
    'TicketingIdentifier',
    {
      keys: (ticket) => [`${ticket.StopId}\n${ticket.AgencyId}`],
      check: (tickets) => alike(tickets, (other) => ({ text: `${other.id} is for the same stop and agency` })),
    },
  ),
  relationRule(
    [
      127,
      'TICKETING_IDENTIFIER_UNKNOWN_REFERENCE',
      'Error',
      'TicketingIdentifier!',
      'The ticketing identifier names a stop or an agency that is not in the version.',
      'It identifies nothing.',
      'Have the reference corrected at its source.',
      'A row for the stop "A9", which was removed.',
    ],
    'TicketingIdentifier',
    { Stop: (_stop, net, id) => net.idsOf('ticketOfStop', id), Agency: (_agency, net, id) => net.idsOf('ticketOfAgency', id) },
    ({ StopId, AgencyId }, net) => [
      ...(net.get('Stop', StopId) === undefined ? [{ field: 'StopId', text: `The stop ${StopId || '(none)'} is not in this version` }] : []),
      ...(net.get('Agency', AgencyId) === undefined
        ? [{ field: 'AgencyId', text: `The agency ${AgencyId || '(none)'} is not in this version` }]
        : []),
    ],
  ),
];

/** Trips that no timetable holds and the export gives back verbatim. */
function keptTrips(net: Pick<Network, 'get'>): readonly string[] {
  const text = net.get('Feed', 'feed')?.Extra?.[ATTRIBUTED_KEPT_TRIPS];
  if (text === undefined) return [];
  try {
    return z.array(z.string()).parse(JSON.parse(text));
  } catch {
    // a feed file may hold anything there
    return [];
  }
}
