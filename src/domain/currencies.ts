/** Active currencies of ISO 4217 with the number of their decimals, 2 where it is not said. */
const TWO =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG';
const NONE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE = 'BHD IQD JOD KWD LYD OMR TND';

const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...TWO.split(' ').map((code) => [code, 2] as const),
  ...NONE.split(' ').map((code) => [code, 0] as const),
  ...THREE.split(' ').map((code) => [code, 3] as const),
]);

/** Decimals of a currency; undefined where there is no such currency. */
export function decimalsOf(currency: string): number | undefined {
  return DECIMALS.get(currency);
}

/** Currencies to choose from: their codes with their English names, by code. */
export function currencyOptions(): readonly { readonly Id: string; readonly Name: string }[] {
  return (options ??= [...DECIMALS.keys()].toSorted().map((code) => ({ Id: code, Name: NAMES.of(code) ?? code })));
}

let options: readonly { readonly Id: string; readonly Name: string }[] | undefined;
const NAMES = new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' });
