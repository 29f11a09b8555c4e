/** Fares by zones, translations of stop names, and who is named as the source. */
import type { Fare } from '../../../src/domain/model/fare.ts';
import type { NetworkDocument } from './document.ts';
import type { PlaceName } from './names.ts';

const ZONES = ['1', '2', '3'] as const;

/** Tickets for one, two and three zones, and for the night. */
export function* fareDocuments(nightLines: readonly string[]): Generator<NetworkDocument> {
  const prices: Readonly<Record<number, string>> = { 1: '2.40', 2: '3.70', 3: '5.20' };
  for (const [crossed, price] of Object.entries(prices)) {
    const pairs = ZONES.flatMap((from) => ZONES.map((to) => ({ from, to }))).filter(
      ({ from, to }) => Math.abs(Number(from) - Number(to)) + 1 === Number(crossed),
    );
    const fare: Fare = {
      Id: `single-${crossed}`,
      Description: `Single ticket, ${crossed} ${crossed === '1' ? 'zone' : 'zones'}`,
      Price: price,
      Currency: 'EUR',
      Duration: 3600 * Number(crossed),
      Rules: pairs.map(({ from, to }) => ({ Transport: null, FromZone: from, ToZone: to, ContainsZone: null })),
      Extra: { payment_method: '1' },
    };
    yield { kind: 'Fare', doc: fare };
  }
  yield {
    kind: 'Fare',
    doc: {
      Id: 'night',
      Description: 'Night ticket',
      Price: '4.00',
      Currency: 'EUR',
      NumberOfTransfers: 1,
      Rules: nightLines.map((line) => ({ Transport: line, FromZone: null, ToZone: null, ContainsZone: null })),
      Extra: { payment_method: '0' },
    },
  };
  yield { kind: 'Fare', doc: { Id: 'day', Description: 'Day ticket', Price: '8.90', Currency: 'EUR', Rules: [], Extra: { payment_method: '1' } } };
}

/** A stop's name in the two other languages. */
export function* translationsOf(name: PlaceName): Generator<NetworkDocument> {
  for (const language of ['de', 'fr'] as const) {
    yield {
      kind: 'Translation',
      doc: {
        Id: `stop_name.${language}.${name.en.replaceAll(' ', '-')}`,
        CategoryName: 'stops',
        FieldName: 'stop_name',
        LanguageName: language,
        Translation: name[language],
        FieldValue: name.en,
      },
    };
  }
}
