/** Rules of GTFS Fares v2: media, products, rider categories and transfer rules. */
import { decimalsOf } from '../../../src/domain/currencies.ts';
import type { Entity } from '../../../src/domain/entities.ts';
import type { Network, Node } from '../network.ts';
import { documentRule, groupRule, type Fault, type Rule } from '../rule.ts';
import { isBlank, loosely } from '../texts.ts';
import { alike } from './agencies.ts';

export const faresV2Rules: readonly Rule[] = [
  groupRule(
    [
      431,
      'FARE_MEDIUM_DUPLICATE',
      'Warning',
      'FareMedium!',
      'Two fare media have the same name and type.',
      'Riders see one card twice.',
      'Remove one of them, or give it a name of its own.',
      'Two transit cards named "CityCard".',
    ],
    'FareMedium',
    {
      keys: ({ Name, Type }) => (isBlank(Name) ? [] : [`${Type ?? ''}/${loosely(Name ?? '')}`]),
      check: (media) => alike(media, (other) => ({ field: 'Name', text: `The fare medium ${other.id} has the same name and type` })),
    },
  ),
  documentRule(
    [
      432,
      'FARE_PRODUCT_CURRENCY_INVALID',
      'Error',
      'FareProduct!',
      'The currency of the fare product is empty, or none of the active codes of ISO 4217.',
      'A number alone is no price.',
      'Type the three letters of the currency.',
      '"euro" or "DEM".',
    ],
    'FareProduct',
    ({ Currency }) => {
      if (isBlank(Currency)) return { field: 'Currency', text: 'This fare product has no currency' };
      return decimalsOf(Currency ?? '') === undefined ? { field: 'Currency', text: `"${Currency}" is no currency of ISO 4217` } : undefined;
    },
  ),
  documentRule(
    [
      433,
      'FARE_PRODUCT_AMOUNT_MISSING',
      'Error',
      'FareProduct!',
      'The fare product has no amount.',
      'Nobody knows what it costs; a free ride has the amount 0.',
      'Type the amount.',
      'A product "Day pass" without an amount.',
    ],
    'FareProduct',
    ({ Amount }) => (isBlank(Amount) ? { field: 'Amount', text: 'This fare product has no amount' } : undefined),
  ),
  documentRule(
    [
      434,
      'FARE_PRODUCT_AMOUNT_INVALID',
      'Error',
      'FareProduct!',
      'The amount is no number with just the decimals that ISO 4217 gives its currency.',
      'Consumers refuse it.',
      'Type the amount with the decimals of the currency.',
      '2.5 EUR in place of 2.50 EUR, or 220.50 JPY.',
    ],
    'FareProduct',
    ({ Amount, Currency }) => {
      const decimals = decimalsOf(Currency ?? '');
      if (isBlank(Amount) || decimals === undefined) return undefined;
      const number = /^-?\d+(?:\.(\d+))?$/.exec(Amount?.trim() ?? '');
      const fraction = number?.[1];
      if (!number) return { field: 'Amount', text: `"${Amount}" is not a number` };
      return (fraction?.length ?? 0) === decimals
        ? undefined
        : { field: 'Amount', text: `${Amount} ${Currency} does not have ${decimals === 1 ? 'one decimal' : `${decimals} decimals`}` };
    },
  ),
  groupRule(
    [
      435,
      'FARE_PRODUCT_DEFAULT_CATEGORIES',
      'Error',
      'FareProduct!',
      'A fare product is sold to several rider categories that are each the default.',
      'Planners do not know which price to show.',
      'Let one rider category be the default.',
      'A single ride for adults and for seniors, both default.',
    ],
    'FareProduct',
    {
      keys: ({ ProductId }) => [ProductId],
      on: {
        RiderCategory: (_category, net, id) => [...net.all('FareProduct')].flatMap(({ doc }) => (doc.RiderCategoryId === id ? [doc.ProductId] : [])),
      },
      check: defaultCategories,
    },
  ),
  documentRule(
    [
      436,
      'FARE_TRANSFER_LIMIT_TYPE_MISSING',
      'Error',
      'FareTransferRule!',
      'The transfer rule has a time limit and does not say between which events the time is taken.',
      'Nobody can tell when the time is over.',
      'Choose from when the time is taken.',
      '5400 s from nowhere.',
    ],
    'FareTransferRule',
    ({ DurationLimit, DurationLimitType }) =>
      DurationLimit !== undefined && DurationLimitType === undefined
        ? { field: 'DurationLimitType', text: `The time limit of ${DurationLimit} s does not say from when it is taken` }
        : undefined,
  ),
  documentRule(
    [
      437,
      'FARE_TRANSFER_LIMIT_MISSING',
      'Error',
      'FareTransferRule!',
      'The transfer rule says between which events a time limit is taken, and has none.',
      'Nobody can tell how long the change may take.',
      'Type the time limit, or take away from when it is taken.',
      'Departure to departure, without a limit.',
    ],
    'FareTransferRule',
    ({ DurationLimit, DurationLimitType }) =>
      DurationLimit === undefined && DurationLimitType !== undefined ? { field: 'DurationLimit', text: 'The time limit is missing' } : undefined,
  ),
  documentRule(
    [
      438,
      'FARE_TRANSFER_COUNT_INVALID',
      'Error',
      'FareTransferRule!',
      'The number of transfers is 0, or below -1.',
      'Such a rule never holds; -1 is for any number.',
      'Type 1 or more, or -1.',
      '0 transfers.',
    ],
    'FareTransferRule',
    (rule) =>
      isWithinGroup(rule) && rule.TransferCount !== undefined && (rule.TransferCount === 0 || rule.TransferCount < -1)
        ? { field: 'TransferCount', text: `${rule.TransferCount} is no number of transfers` }
        : undefined,
  ),
  documentRule(
    [
      439,
      'FARE_TRANSFER_COUNT_FORBIDDEN',
      'Error',
      'FareTransferRule!',
      'The transfer rule has a number of transfers, and its leg groups are not the same.',
      'Only changes within one group are counted.',
      'Take the number away.',
      'From "bus" to "ferry", twice.',
    ],
    'FareTransferRule',
    (rule) =>
      !isWithinGroup(rule) && rule.TransferCount !== undefined
        ? { field: 'TransferCount', text: `${rule.TransferCount} transfers are given between different leg groups` }
        : undefined,
  ),
  documentRule(
    [
      440,
      'FARE_TRANSFER_COUNT_MISSING',
      'Error',
      'FareTransferRule!',
      'Both leg groups of the transfer rule are the same, and the number of transfers is missing.',
      'It is unclear how often the change may be made.',
      'Type the number, or -1 for any number.',
      'From "bus" to "bus" without a number.',
    ],
    'FareTransferRule',
    (rule) =>
      isWithinGroup(rule) && rule.TransferCount === undefined
        ? { field: 'TransferCount', text: `The number of transfers within ${rule.FromLegGroupId} is missing` }
        : undefined,
  ),
];

function isWithinGroup({ FromLegGroupId, ToLegGroupId }: Entity<'FareTransferRule'>): boolean {
  return !isBlank(FromLegGroupId) && FromLegGroupId === ToLegGroupId;
}

function defaultCategories(products: readonly Node<'FareProduct'>[], net: Network): Fault[] {
  const defaults = products.filter(({ doc }) => net.get('RiderCategory', doc.RiderCategoryId)?.IsDefault === 1);
  const categories = [...new Set(defaults.flatMap(({ doc }) => doc.RiderCategoryId ?? []))];
  if (categories.length < 2) return [];
  return defaults.map((of) => ({ of, field: 'RiderCategoryId', text: `The product is for several default categories: ${categories.join(', ')}` }));
}
