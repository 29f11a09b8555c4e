/** Rules of fares. */
import { daysOf } from '../../../src/domain/date.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import {
  clashFaults,
  conditionValueFaults,
  currencyFaults,
  decimalFaults,
  distanceFaults,
  inheritedFaults,
  priceFaults,
  timeFaults,
  validityFaults,
} from '../../../src/domain/fareFaults.ts';
import type { Network } from '../network.ts';
import { documentRule, groupRule, relationRule, type Rule } from '../rule.ts';
import { idFault, isBlank } from '../texts.ts';
import { alike } from './agencies.ts';

type Fare = Entity<'Fare'>;

export const fareRules: readonly Rule[] = [
  documentRule(
    [
      401,
      'FARE_ID_INVALID_CHARACTERS',
      'Warning',
      'Fare',
      'The id of the fare holds a control character, or one that is not printable ASCII.',
      'Many consumers cut or garble such ids.',
      'Ids cannot be edited. Clone the fare under a plain id and remove this one.',
      'Id "Tageskarte-Zürich" holds U+00FC.',
    ],
    'Fare',
    (fare) => idFault('fare', fare.Id),
  ),
  documentRule(
    [
      402,
      'FARE_PRICE_MISSING',
      'Error',
      'Fare!',
      'The price is empty, and there is no rate per distance.',
      'Passengers do not see what a ride costs.',
      'Type the price, or the rate per distance.',
      'Fare "day" without a price.',
    ],
    'Fare',
    ({ Price, RatePerDistance }) => (isBlank(Price) && isBlank(RatePerDistance) ? { field: 'Price', text: 'This fare has no price' } : undefined),
  ),
  documentRule(
    [
      403,
      'FARE_PRICE_INVALID',
      'Error',
      'Fare!',
      'The price is negative, or is not digits with at most as many decimals as a price may have (2; 3 where the currency has 3).',
      'Consumers cannot read it.',
      'Type the price, such as 8.90.',
      '"8,90" or "8.905".',
    ],
    'Fare',
    priceFaults,
  ),
  documentRule(
    [
      404,
      'FARE_PRICE_DECIMALS_FOR_CURRENCY',
      'Error',
      'Fare!',
      'The price has more decimals than its currency.',
      'Nobody can pay half a yen.',
      'Type the price with the decimals of the currency.',
      '220.50 JPY.',
    ],
    'Fare',
    decimalFaults,
  ),
  documentRule(
    [
      405,
      'FARE_CURRENCY_MISSING',
      'Error',
      'Fare!',
      'The currency is empty.',
      'A number alone is no price.',
      'Type the code of the currency, such as EUR.',
      'Fare "day" without a currency.',
    ],
    'Fare',
    ({ Currency }) => (isBlank(Currency) ? { field: 'Currency', text: 'This fare has no currency' } : undefined),
  ),
  documentRule(
    [
      406,
      'FARE_CURRENCY_INVALID',
      'Error',
      'Fare!',
      'The currency is none of the active codes of ISO 4217.',
      'Consumers refuse it.',
      'Type the three letters of the currency.',
      '"euro" or "DEM".',
    ],
    'Fare',
    currencyFaults,
  ),
  relationRule(
    [
      407,
      'FARE_CURRENCY_NOT_REGION',
      'Warning',
      'Fare',
      'The currency differs from that of the region.',
      'Mostly one of the two was mistyped.',
      'Correct the currency. Exclude the case where the fare is really paid in another one.',
      'A fare in CHF in a region that pays in EUR.',
    ],
    'Fare',
    {},
    ({ Currency }, net) =>
      net.region.currency !== '' && !isBlank(Currency) && Currency !== net.region.currency
        ? { field: 'Currency', text: `The currency is ${Currency}; that of the region is ${net.region.currency}` }
        : undefined,
  ),
  documentRule(
    [
      408,
      'FARE_VALIDITY_REVERSED',
      'Error',
      'Fare!',
      'The fare ends before it begins.',
      'It never holds.',
      'Correct the dates.',
      'From 2026-12-01 to 2026-01-31.',
    ],
    'Fare',
    validityFaults,
  ),
  documentRule(
    [
      409,
      'FARE_EXPIRED',
      'Warning',
      'Fare',
      'The last day of the fare is over.',
      'It only clutters lists.',
      'Correct the last day, or remove the fare.',
      'A fare valid to 2025-12-31.',
    ],
    'Fare',
    ({ ValidToDate }) => {
      const last = ValidToDate === undefined ? undefined : daysOf(ValidToDate);
      return last === undefined ? undefined : { field: 'ValidToDate', text: `Expired on ${ValidToDate}`, from: last + 1 };
    },
  ),
  documentRule(
    [
      410,
      'FARE_TIMES_INVALID',
      'Error',
      'Fare!',
      'The departure or arrival time is no time of a day, or both are equal.',
      'The fare holds at no time.',
      'Type times from 00:00 to 24:00.',
      'Departure 08:00, arrival 08:00.',
    ],
    'Fare',
    timeFaults,
  ),
  relationRule(
    [
      411,
      'FARE_WITHOUT_TRANSPORTS',
      'Warning',
      'Fare',
      'The fare names no transport and has no condition, while other fares of the version name transports.',
      'It holds everywhere, and makes the others useless.',
      'Add its transports or conditions.',
      'Fare "single" without rows beside fares of single lines.',
    ],
    'Fare',
    { Fare: (fare, net) => [fare.Id, ...openFares(net)] },
    (fare, net) =>
      isOpen(fare) &&
      net.summary('fares name transports', ['Fare'], () => [...net.all('Fare')].some(({ doc }) => doc.Rules.some((rule) => rule.Transport !== null)))
        ? { text: 'This fare has no transport and no condition, so it applies everywhere' }
        : undefined,
  ),
  relationRule(
    [
      412,
      'FARE_TRANSPORT_UNKNOWN',
      'Error',
      'Fare!',
      'The fare names a transport that no schedule has.',
      'It can never be sold there.',
      'Choose another transport, or remove the row.',
      'Transport "12", which was removed.',
    ],
    'Fare',
    { Schedule: (schedule, net) => net.idsOf('fareOfTransport', schedule.ExternalTransportId) },
    (fare, net) =>
      unknown([...fare.Rules.map((rule) => rule.Transport), ...(fare.ValidAfterTransports ?? [])], (id) =>
        net.isLinked('scheduleOfTransport', id),
      ).map((id) => ({ field: 'Rules', text: `No schedule has the transport ${id}` })),
  ),
  relationRule(
    [
      413,
      'FARE_STOP_UNKNOWN',
      'Error',
      'Fare!',
      'The fare names a stop that is not in the version.',
      'It can never be sold there.',
      'Choose another stop, or remove the condition.',
      'Between "A" and "Z9".',
    ],
    'Fare',
    { Stop: (_stop, net, id) => net.idsOf('fareOfStop', id) },
    (fare, net) =>
      unknown(
        [...(fare.BetweenStops ?? []).flatMap((pair) => [pair.FromStop, pair.ToStop]), ...(fare.ValidAfterStops ?? [])],
        (id) => net.get('Stop', id) !== undefined,
      ).map((id) => ({ field: 'BetweenStops', text: `The stop ${id} is not in this version` })),
  ),
  relationRule(
    [
      414,
      'FARE_ZONE_UNKNOWN',
      'Error',
      'Fare!',
      'The fare names a zone that no stop has.',
      'It can never be sold there.',
      'Choose another zone, or give its stops the zone.',
      'From zone "A" to zone "X".',
    ],
    'Fare',
    { Stop: (stop, net) => net.idsOf('fareOfZone', stop.ZoneId) },
    (fare, net) =>
      unknown(
        fare.Rules.flatMap((rule) => [rule.FromZone, rule.ToZone, rule.ContainsZone]),
        (id) => net.isLinked('stopOfZone', id),
      ).map((id) => ({ field: 'BetweenZones', text: `No stop is in the zone ${id}` })),
  ),
  relationRule(
    [
      415,
      'FARE_GROUP_UNKNOWN',
      'Error',
      'Fare!',
      'The fare holds after fares of a group that no fare is in.',
      'The condition can never be met.',
      'Choose another group, or remove the condition.',
      'After a ride of the group "regio".',
    ],
    'Fare',
    { Fare: (fare, net) => net.idsOf('fareAfterGroup', fare.FareGroupId) },
    (fare, net) =>
      unknown(fare.ValidAfterFareGroups ?? [], (id) => net.isLinked('fareInGroup', id)).map((id) => ({
        field: 'ValidAfterFareGroups',
        text: `No fare is in the group ${id}`,
      })),
  ),
  documentRule(
    [
      416,
      'FARE_CONDITIONS_INCOMPATIBLE',
      'Error',
      'Fare!',
      'Conditions that cannot be combined are present together: between stops with between zones, a distance with a rate per distance, contained zones with a number of zones.',
      'It is unclear which of them decides.',
      'Remove one of the two.',
      'A fare between two stops and between two zones.',
    ],
    'Fare',
    clashFaults,
  ),
  documentRule(
    [
      417,
      'FARE_CONDITION_VALUE_INVALID',
      'Error',
      'Fare!',
      'A duration, number of stops or number of zones is below 1, a number of transfers below 0, a rate per distance not above 0, or one of them is not a whole number.',
      'The fare can never be sold.',
      'Type a number from 1 (transfers: from 0).',
      'Number of stops 0.',
    ],
    'Fare',
    conditionValueFaults,
  ),
  documentRule(
    [
      418,
      'FARE_DISTANCE_INTERVAL_INVALID',
      'Error',
      'Fare!',
      'The distance has a negative bound, or its end is not after its start.',
      'No ride is that long.',
      'Correct the two distances.',
      'From 5,000 m to 2,000 m.',
    ],
    'Fare',
    distanceFaults,
  ),
  documentRule(
    [
      419,
      'FARE_DURATION_WITHOUT_TRANSFERS',
      'Warning',
      'Fare',
      'A duration is set, and no transfer is allowed.',
      'The duration limits transfers; without any it says nothing.',
      'Allow transfers, or clear the duration.',
      '7,200 s with 0 transfers.',
    ],
    'Fare',
    ({ Duration, IsDurationInherited, NumberOfTransfers }) =>
      Duration !== undefined && IsDurationInherited !== true && NumberOfTransfers === 0
        ? { field: 'Duration', text: `A duration of ${Duration} s with no transfers` }
        : undefined,
  ),
  documentRule(
    [
      420,
      'FARE_DURATION_INHERITED_WITHOUT_PRIOR',
      'Error',
      'Fare!',
      'The duration goes on from the ride before, and the fare has no condition on a ride before.',
      'There is nothing to go on from.',
      'Add a condition on the ride before, or type a duration.',
      'An inherited duration without a prior ride.',
    ],
    'Fare',
    inheritedFaults,
  ),
  groupRule(
    [
      421,
      'FARE_DUPLICATE',
      'Warning',
      'Fare',
      'Two fares have equal price, currency, transports, conditions, days and validity.',
      'Passengers see the same offer twice.',
      'Remove one of them.',
      '"day" and "day2" alike.',
    ],
    'Fare',
    {
      keys: ({ Id: _id, Description: _description, Extra, Rules, ...rest }) => [
        JSON.stringify([
          Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)),
          Rules.map((rule) => JSON.stringify(rule)).toSorted(),
          Extra?.['payment_method'] ?? '',
          Extra?.['agency_id'] ?? '',
        ]),
      ],
      check: (fares) => alike(fares, (other) => ({ text: `The fare ${other.id} is equal to this one` })),
    },
  ),
];

/** Ids that are not known, each once, in their order. */
function unknown(ids: readonly (string | null)[], isKnown: (id: string) => boolean): string[] {
  return [...new Set(ids)].flatMap((id) => (id === null || isKnown(id) ? [] : [id]));
}

const CONDITIONS = [
  'BetweenStops',
  'DistanceInterval',
  'Duration',
  'NumberOfStops',
  'NumberOfTransfers',
  'NumberOfZones',
  'RatePerDistance',
  'ValidAfterFareGroups',
  'ValidAfterStops',
  'ValidAfterTransports',
] as const;

function isOpen(fare: Fare): boolean {
  const conditioned = CONDITIONS.some((field) => {
    const value = fare[field];
    return Array.isArray(value) ? value.length > 0 : value !== undefined;
  });
  return !conditioned && fare.Rules.every((rule) => Object.values(rule).every((value) => value === null));
}

function openFares(net: Network): Iterable<string> {
  return net.summary('fares without conditions', ['Fare'], () => [...net.all('Fare')].filter(({ doc }) => isOpen(doc)).map(({ id }) => id));
}
