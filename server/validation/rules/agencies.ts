/** Rules of agencies. */
import type { Entity } from '../../../src/domain/entities.ts';
import type { Network, Node } from '../network.ts';
import { documentRule, groupRule, relationRule, versionRule, type Fault, type Found, type Rule } from '../rule.ts';
import { isEmail, isLanguage, isTimezone, isWebUrl } from '../../../src/domain/formats.ts';
import { formatTrouble, idFault, isBlank, loosely } from '../texts.ts';

const PLACEHOLDERS: ReadonlySet<string> = new Set(['null', 'none', 'n/a', 'unknown', 'test', 'agency']);

export const agencyRules: readonly Rule[] = [
  versionRule(
    [
      101,
      'AGENCY_ID_EMPTY',
      'Error',
      'Agency!',
      'The id of the agency is empty, and the version has more than one agency.',
      'Schedules name their agency by its id; without one nobody knows whose they are.',
      'Ids cannot be edited. Make an agency with an id in its place.',
      'Two agencies, one of them without an id.',
    ],
    ['Agency'],
    (net) => {
      const of = net.count('Agency') > 1 ? net.node('Agency', '') : undefined;
      return of && { of, field: 'Id', text: `The id is empty, and there are ${net.count('Agency')} agencies` };
    },
  ),
  documentRule(
    [
      102,
      'AGENCY_ID_INVALID_CHARACTERS',
      'Warning',
      'Agency',
      'The id of the agency holds a control character, or one that is not printable ASCII.',
      'Many consumers cut or garble such ids.',
      'Ids cannot be edited. Make an agency with a plain id in its place.',
      'Id "ČD" holds U+010C.',
    ],
    'Agency',
    (agency) => idFault('agency', agency.Id),
  ),
  documentRule(
    [
      103,
      'AGENCY_NAME_MISSING',
      'Error',
      'Agency!',
      'The agency has no name; it shows as N/A.',
      'Journey planners show who runs the line. Feeds without the name are refused.',
      'Open the agency and type its name.',
      'Agency "VC" with an empty name.',
    ],
    'Agency',
    (agency) => (isBlank(agency.Name) ? { field: 'Name', text: 'This agency has no name' } : undefined),
  ),
  documentRule(
    [
      104,
      'AGENCY_NAME_FORMAT',
      'Warning',
      'Agency',
      'The name begins or ends with a space, or holds two spaces in a row, a tab, a line break or U+FFFD.',
      'Such names match and sort wrongly.',
      'Enter the name again.',
      '"City  Transit ".',
    ],
    'Agency',
    (agency) => {
      const trouble = isBlank(agency.Name) ? undefined : formatTrouble(agency.Name ?? '', false);
      return trouble === undefined ? undefined : { field: 'Name', text: `The name "${agency.Name}" ${trouble}` };
    },
  ),
  documentRule(
    [
      105,
      'AGENCY_NAME_PLACEHOLDER',
      'Warning',
      'Agency',
      'The name is one of: null, none, n/a, unknown, test, agency.',
      'A program wrote that it did not know the name; passengers read it.',
      'Open the agency and type its name.',
      'An agency named "null".',
    ],
    'Agency',
    ({ Name = '' }) => (PLACEHOLDERS.has(Name.trim().toLowerCase()) ? { field: 'Name', text: `"${Name}" does not name an agency` } : undefined),
  ),
  groupRule(
    [
      106,
      'AGENCY_NAME_DUPLICATE',
      'Warning',
      'Agency',
      'Two agencies have the same name, without regard to case and spaces.',
      'Passengers cannot tell them apart, and filters by agency show only a part.',
      'Join them, or give one its full name.',
      '"City Transit" and "city transit".',
    ],
    'Agency',
    {
      keys: (agency) => (isBlank(agency.Name) ? [] : [loosely(agency.Name ?? '')]),
      check: (agencies) => alike(agencies, (other) => ({ field: 'Name', text: `The agency ${other.id || '(no id)'} has the same name` })),
    },
  ),
  documentRule(
    [
      107,
      'AGENCY_URL_MISSING',
      'Error',
      'Agency!',
      'The agency has no web address.',
      'GTFS requires one; feeds without it are refused.',
      'Open the agency and type the address of its web site.',
      'Agency "VC" without an address.',
    ],
    'Agency',
    (agency) => (isBlank(agency.Url) ? { field: 'Url', text: 'This agency has no web address' } : undefined),
  ),
  documentRule(
    [
      108,
      'AGENCY_URL_INVALID',
      'Error',
      'Agency!',
      'The web address is not a full http or https address with a host.',
      'Links in apps lead nowhere.',
      'Type the full address, beginning with https://.',
      '"www.agency.example".',
    ],
    'Agency',
    ({ Url }) => urlFault('Url', Url),
  ),
  documentRule(
    [
      109,
      'AGENCY_FARE_URL_INVALID',
      'Error',
      'Agency!',
      'The address of the fares is set and is not a full http or https address with a host.',
      'Passengers who want a ticket are led nowhere.',
      'Type the full address, or clear the field.',
      '"agency.example/fares".',
    ],
    'Agency',
    ({ FareUrl }) => urlFault('FareUrl', FareUrl),
  ),
  documentRule(
    [
      110,
      'AGENCY_PHONE_INVALID',
      'Warning',
      'Agency',
      'The phone number has fewer than 3 digits, or characters other than digits, letters, spaces and + - . ( ) / ; , x #.',
      'Phones cannot dial it.',
      'Type the number with its country code.',
      '"call us!".',
    ],
    'Agency',
    ({ Phone }) => {
      if (isBlank(Phone)) return undefined;
      const fits = (Phone ?? '').replaceAll(/\D/g, '').length >= 3 && /^[\p{L}\d +\-.()/;,x#]+$/u.test(Phone ?? '');
      return fits ? undefined : { field: 'Phone', text: `"${Phone}" is no phone number` };
    },
  ),
  documentRule(
    [
      111,
      'AGENCY_EMAIL_INVALID',
      'Error',
      'Agency!',
      'The e-mail address is set and is not one address of the form local@domain.tld, or is longer than 255 characters.',
      'Mail to it is never delivered.',
      'Type one address, or clear the field.',
      '"info at agency.example".',
    ],
    'Agency',
    ({ Email }) => (isBlank(Email) || isEmail(Email ?? '') ? undefined : { field: 'Email', text: `"${Email}" is not an e-mail address` }),
  ),
  documentRule(
    [
      112,
      'AGENCY_TIMEZONE_MISSING',
      'Error',
      'Agency!',
      'The agency has no time zone.',
      'Nobody can say at which moment a bus leaves at 08:00.',
      'Open the agency and choose its time zone.',
      'Agency "VC" without a time zone.',
    ],
    'Agency',
    ({ Timezone }) => (isBlank(Timezone) ? { field: 'Timezone', text: 'This agency has no time zone' } : undefined),
  ),
  documentRule(
    [
      113,
      'AGENCY_TIMEZONE_INVALID',
      'Error',
      'Agency!',
      'The time zone is none of the tz database.',
      'Consumers refuse the feed, or take the times for those of another place.',
      'Choose a time zone from the list.',
      '"Europe/Velmar".',
    ],
    'Agency',
    ({ Timezone }) => (isBlank(Timezone) || isTimezone(Timezone ?? '') ? undefined : { field: 'Timezone', text: `"${Timezone}" is not a time zone` }),
  ),
  versionRule(
    [
      114,
      'AGENCY_TIMEZONES_DIFFER',
      'Error',
      'Agency!',
      'Agencies of one version have different time zones. The case stands at those that differ from the most frequent one.',
      'All times of a feed are read in one time zone.',
      'Give all agencies the same time zone; times of stops elsewhere are written in it too.',
      'One agency in Europe/Paris among four in Europe/Brussels.',
    ],
    ['Agency'],
    differingTimezones,
  ),
  documentRule(
    [
      115,
      'AGENCY_LANGUAGE_MISSING',
      'Warning',
      'Agency',
      'The language of the agency is empty.',
      'Speech output and translations have to guess the language of names.',
      'Open the agency and choose its language.',
      'Agency "VC" without a language.',
    ],
    'Agency',
    ({ Language }) => (isBlank(Language) ? { field: 'Language', text: 'This agency has no language' } : undefined),
  ),
  documentRule(
    [
      116,
      'AGENCY_LANGUAGE_INVALID',
      'Error',
      'Agency!',
      'The language does not begin with a language registered in ISO 639.',
      'Consumers refuse or ignore it.',
      'Choose a language from the list.',
      '"english".',
    ],
    'Agency',
    ({ Language }) =>
      isBlank(Language) || isLanguage(Language ?? '') ? undefined : { field: 'Language', text: `"${Language}" is not a language code` },
  ),
  relationRule(
    [
      117,
      'AGENCY_WITHOUT_SCHEDULES',
      'Warning',
      'Agency',
      'No schedule of the version belongs to the agency.',
      'An agency without lines only clutters filters.',
      'Remove the agency, or give its schedules to it.',
      'Agency "FERRY" after its last line was closed.',
    ],
    'Agency',
    { Schedule: (schedule, net) => [schedule.AgencyId ?? '', ...only(net)], Agency: (_agency, net) => [...net.all('Agency')].map(({ id }) => id) },
    (agency, net) => {
      if (net.isLinked('scheduleOfAgency', agency.Id)) return undefined;
      // Where there is one agency, schedules need not name it.
      if (net.count('Agency') === 1 && net.isLinked('scheduleOfAgency', '')) return undefined;
      return { text: 'No schedule belongs to this agency' };
    },
  ),
  relationRule(
    [
      125,
      'TICKETING_LINK_UNKNOWN',
      'Error',
      'Agency!',
      'An agency, or a schedule of it, names a ticketing deep link that is not in the version.',
      'Passengers who want a ticket are led nowhere.',
      'Have the link added at its source, or the reference removed.',
      'Ticketing deep link "app2".',
    ],
    'Agency',
    {
      TicketingDeepLink: (_link, net, id) => [
        ...net.idsOf('agencyOfLink', id),
        ...net.linked('scheduleOfLink', id).flatMap(({ doc }) => [doc.AgencyId ?? '', ...only(net)]),
      ],
      Schedule: (schedule, net) => [schedule.AgencyId ?? '', ...only(net)],
      Agency: (_agency, net) => only(net),
    },
    (agency, net) => unknownLinks(agency, net),
  ),
];

/** The one agency, which schedules without an agency belong to. */
function only(net: Network): readonly string[] {
  if (net.count('Agency') > 2) return [];
  return [...net.all('Agency')].map(({ id }) => id);
}

function urlFault(field: string, url: string | undefined): Found {
  return isBlank(url) || isWebUrl(url ?? '') ? undefined : { field, text: `"${url}" is not a full http or https address` };
}

/** A fault for each of several that are alike, naming another. */
export function alike<K extends 'Agency' | 'Schedule' | 'Translation' | 'Fare' | 'Pathway' | 'Transfer' | 'TicketingIdentifier' | 'FareMedium'>(
  nodes: readonly Node<K>[],
  fault: (other: Node<K>) => Omit<Fault, 'of'>,
): Fault[] {
  if (nodes.length < 2) return [];
  return nodes.flatMap((of, i) => {
    const other = nodes[i === 0 ? 1 : 0];
    return other === undefined ? [] : [{ ...fault(other), of: of as unknown as NonNullable<Fault['of']> }];
  });
}

function differingTimezones(net: Network): Fault[] {
  const counts = new Map<string, number>();
  for (const { doc } of net.all('Agency')) if (!isBlank(doc.Timezone)) counts.set(doc.Timezone ?? '', (counts.get(doc.Timezone ?? '') ?? 0) + 1);
  if (counts.size < 2) return [];
  const [usual = ''] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0] ?? [];
  const differing = [...net.all('Agency')].filter(({ doc }) => !isBlank(doc.Timezone) && doc.Timezone !== usual);
  return differing
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((of) => ({ of, field: 'Timezone', text: `The time zone ${of.doc.Timezone} differs from ${usual}, which most agencies have` }));
}

function unknownLinks(agency: Entity<'Agency'>, net: Network): Fault[] {
  const faults: Fault[] = [];
  const own = agency.TicketingDeepLinkId;
  if (!isBlank(own) && net.get('TicketingDeepLink', own) === undefined)
    faults.push({ field: 'TicketingDeepLinkId', text: `The ticketing deep link ${own} is not in this version` });
  const schedules = [
    ...net.linked('scheduleOfAgency', agency.Id),
    ...(net.count('Agency') === 1 && agency.Id !== '' ? net.linked('scheduleOfAgency', '') : []),
  ];
  for (const { doc } of schedules) {
    const link = doc.TicketingDeepLinkId;
    if (!isBlank(link) && net.get('TicketingDeepLink', link) === undefined)
      faults.push({ text: `The schedule ${doc.Id} names the ticketing deep link ${link}, which is not in this version` });
  }
  return faults;
}
