/** Products and rules of GTFS Fares v2: a product is what a rider buys, and leg rules say where it holds. */
import { z } from 'zod';
import { defineKind, type EntityKind, field, idField, WIDTHS } from './kind.ts';
import { FARES_V2 } from './fareAreas.ts';

const Text = z.string().optional();
const Count = z.int().min(0).optional();
const PRODUCT = { kind: 'FareProduct', field: 'ProductId' } as const;
const LEG_GROUP = { kind: 'FareLegRule', field: 'LegGroupId' } as const;
const TIMEFRAME = { kind: 'Timeframe', field: 'GroupId' } as const;
const MADE = 'Made from what it holds.';

function yesOrNo(value: number): string {
  return ['No', 'Yes'][value] ?? String(value);
}

function mediumWord(value: number): string {
  return ['No ticket', 'Paper ticket', 'Transit card', 'Contactless bank card', 'Mobile app'][value] ?? String(value);
}

function limitWord(value: number): string {
  return ['Departure to arrival', 'Departure to departure', 'Arrival to departure', 'Arrival to arrival'][value] ?? String(value);
}

function costWord(value: number): string {
  return ['First leg and transfer', 'Both legs and transfer', 'Transfer alone'][value] ?? String(value);
}

/** A reference by an id that several rows may share, so it is typed. */
function shared(label: string, help: string, gtfs: string, sharedWith: { readonly kind: EntityKind; readonly field: string }) {
  return field(Text, { holds: 'text', label, help, gtfs, edit: true, sharedWith, column: WIDTHS.wide });
}

export const RiderCategoryKind = defineKind(
  'RiderCategory',
  {
    words: ['rider category', 'rider categories'],
    array: 'RiderCategories',
    file: 'rider_categories.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    younger: true,
    records: {
      page: 'rider-categories',
      icon: 'walk',
      ids: 'typed',
      prefix: 'RC',
      hint: 'Rider categories are the people that a fare product is for: adults, children, seniors.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: ['rider_category_id'] }, 'Identifies the category. Fare products name it.'),
    Name: field(Text, {
      holds: 'text',
      label: 'Name',
      help: 'As riders know it: Adult, Child (up to 11).',
      gtfs: 'rider_category_name',
      edit: true,
      required: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
    IsDefault: field(z.int().min(0).max(1).optional(), {
      holds: { oneOf: [0, 1], of: 'the values' },
      label: 'Default',
      help: 'Whether journey planners show its fares to riders who have not chosen. One category of a feed at most.',
      gtfs: 'is_default_fare_category',
      edit: true,
      shown: yesOrNo,
      column: WIDTHS.narrow,
    }),
    EligibilityUrl: field(Text, {
      holds: 'webUrl',
      label: 'Eligibility url',
      help: 'Web page that says who belongs to the category.',
      gtfs: 'eligibility_url',
      edit: true,
    }),
  },
);

export const FareMediumKind = defineKind(
  'FareMedium',
  {
    words: ['fare medium', 'fare media'],
    array: 'FareMedia',
    file: 'fare_media.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    younger: true,
    records: {
      page: 'fare-media',
      icon: 'barcode',
      ids: 'typed',
      prefix: 'FM',
      hint: 'Fare media are what a fare product is held on: a paper ticket, a card, an app.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: ['fare_media_id'] }, 'Identifies the medium. Fare products name it.'),
    Name: field(Text, {
      holds: 'text',
      label: 'Name',
      help: 'As riders know the card or the app.',
      gtfs: 'fare_media_name',
      edit: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
    Type: field(z.int().min(0).optional(), {
      holds: { oneOf: [0, 1, 2, 3, 4], of: 'the types' },
      label: 'Type',
      help: 'What it is. No ticket where people pay the driver.',
      gtfs: 'fare_media_type',
      edit: true,
      required: true,
      shown: mediumWord,
      column: WIDTHS.narrow,
    }),
  },
);

export const FareProductKind = defineKind(
  'FareProduct',
  {
    words: ['fare product', 'fare products'],
    array: 'FareProducts',
    file: 'fare_products.txt',
    identity: ['Id'],
    header: ['fare_product_id', 'amount', 'currency'],
    named: 'ProductId',
    younger: true,
    records: {
      page: 'fare-products',
      icon: 'ticket',
      ids: 'made',
      prefix: 'FP',
      hint: 'A fare product is what a rider buys: a single ride, a day pass. One entry for each rider category and medium with a price of its own.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    ProductId: field(z.string(), {
      holds: 'text',
      label: 'Product id',
      help: 'The same for all prices of one product. Leg rules and transfer rules name it.',
      gtfs: 'fare_product_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    Name: field(Text, {
      holds: 'text',
      label: 'Name',
      help: 'As riders know the product: Single ride.',
      gtfs: 'fare_product_name',
      edit: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
    RiderCategoryId: field(Text, {
      holds: { refersTo: 'RiderCategory' },
      label: 'Rider category',
      help: 'Who pays this price; everybody where it is empty.',
      gtfs: 'rider_category_id',
      edit: true,
      column: WIDTHS.narrow,
    }),
    FareMediaId: field(Text, {
      holds: { refersTo: 'FareMedium' },
      label: 'Fare medium',
      help: 'What it is held on; any medium where it is empty.',
      gtfs: 'fare_media_id',
      edit: true,
    }),
    Amount: field(Text, {
      holds: 'price',
      label: 'Amount',
      help: 'Price with the decimals of its currency: 2.50. Below 0 it is a discount for a transfer.',
      gtfs: 'amount',
      edit: true,
      required: true,
      column: WIDTHS.narrow,
    }),
    Currency: field(Text, {
      holds: 'currency',
      label: 'Currency',
      help: 'Of the amount: EUR.',
      gtfs: 'currency',
      edit: true,
      required: true,
      column: WIDTHS.narrow,
    }),
  },
);

export const FareLegRuleKind = defineKind(
  'FareLegRule',
  {
    words: ['fare leg rule', 'fare leg rules'],
    array: 'FareLegRules',
    file: 'fare_leg_rules.txt',
    identity: ['Id'],
    header: ['network_id', 'from_area_id', 'to_area_id', 'fare_product_id'],
    named: 'FareProductId',
    younger: true,
    records: {
      page: 'fare-leg-rules',
      icon: 'route',
      ids: 'made',
      prefix: 'LR',
      hint: 'A leg rule says which product a ride costs: within a network, from one area to another.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    LegGroupId: field(Text, {
      holds: 'text',
      label: 'Leg group',
      help: 'The same for rides that transfer rules treat alike.',
      gtfs: 'leg_group_id',
      edit: true,
    }),
    NetworkId: field(Text, {
      holds: 'text',
      label: 'Network',
      help: 'Holds on lines of this network.',
      gtfs: 'network_id',
      edit: true,
      column: WIDTHS.narrow,
    }),
    FromAreaId: field(Text, {
      holds: { refersTo: 'Area' },
      label: 'From area',
      help: 'Where the ride begins.',
      gtfs: 'from_area_id',
      edit: true,
      column: WIDTHS.narrow,
    }),
    ToAreaId: field(Text, {
      holds: { refersTo: 'Area' },
      label: 'To area',
      help: 'Where the ride ends.',
      gtfs: 'to_area_id',
      edit: true,
      column: WIDTHS.narrow,
    }),
    FromTimeframeGroupId: field(Text, {
      holds: 'text',
      label: 'From timeframe',
      help: 'Times of the day within which the ride begins.',
      gtfs: 'from_timeframe_group_id',
      edit: true,
      sharedWith: TIMEFRAME,
    }),
    ToTimeframeGroupId: field(Text, {
      holds: 'text',
      label: 'To timeframe',
      help: 'Times of the day within which the ride ends.',
      gtfs: 'to_timeframe_group_id',
      edit: true,
      sharedWith: TIMEFRAME,
    }),
    FareProductId: field(z.string(), {
      holds: 'text',
      label: 'Fare product',
      help: 'Product id of what the ride costs.',
      sharedWith: PRODUCT,
      gtfs: 'fare_product_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    RulePriority: field(Count, {
      holds: 'integer',
      label: 'Priority',
      help: 'Of several rules for one ride those with the greatest number hold. Once one rule has a number, an empty network or area means any.',
      gtfs: 'rule_priority',
      edit: true,
      column: WIDTHS.narrow,
    }),
  },
);

export const FareLegJoinRuleKind = defineKind(
  'FareLegJoinRule',
  {
    words: ['fare leg join rule', 'fare leg join rules'],
    array: 'FareLegJoinRules',
    file: 'fare_leg_join_rules.txt',
    identity: ['Id'],
    named: 'FromNetworkId',
    younger: true,
    records: {
      page: 'fare-leg-join-rules',
      icon: 'link',
      ids: 'made',
      prefix: 'JR',
      hint: 'A join rule makes two rides one leg for the fare: people who change within a station pay once.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    FromNetworkId: field(z.string(), {
      holds: 'text',
      label: 'From network',
      help: 'Of the ride before the change.',
      gtfs: 'from_network_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    ToNetworkId: field(z.string(), {
      holds: 'text',
      label: 'To network',
      help: 'Of the ride after the change.',
      gtfs: 'to_network_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    FromStopId: field(Text, {
      holds: { refersTo: 'Stop' },
      label: 'From stop',
      help: 'Where people get off; with a to stop.',
      gtfs: 'from_stop_id',
      edit: true,
      column: WIDTHS.wide,
    }),
    ToStopId: field(Text, {
      holds: { refersTo: 'Stop' },
      label: 'To stop',
      help: 'Where people get on again; with a from stop.',
      gtfs: 'to_stop_id',
      edit: true,
      column: WIDTHS.wide,
    }),
  },
);

export const FareTransferRuleKind = defineKind(
  'FareTransferRule',
  {
    words: ['fare transfer rule', 'fare transfer rules'],
    array: 'FareTransferRules',
    file: 'fare_transfer_rules.txt',
    identity: ['Id'],
    header: ['from_leg_group_id', 'to_leg_group_id', 'fare_transfer_type', 'fare_product_id'],
    named: 'FromLegGroupId',
    younger: true,
    records: {
      page: 'fare-transfer-rules',
      icon: 'arrows-exchange',
      ids: 'made',
      prefix: 'TR',
      hint: 'A transfer rule says what a change between two rides costs.',
      group: FARES_V2,
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    FromLegGroupId: shared('From leg group', 'Of the ride before the change; any where it is empty.', 'from_leg_group_id', LEG_GROUP),
    ToLegGroupId: shared('To leg group', 'Of the ride after the change; any where it is empty.', 'to_leg_group_id', LEG_GROUP),
    TransferCount: field(z.int().optional(), {
      holds: 'signed',
      label: 'Transfers',
      help: 'How many changes in a row it holds for; -1 without a limit. Only where both leg groups are the same.',
      gtfs: 'transfer_count',
      edit: true,
    }),
    DurationLimit: field(Count, {
      holds: 'integer',
      label: 'Time limit',
      unit: 's',
      help: 'How long the change may take, in seconds.',
      gtfs: 'duration_limit',
      edit: true,
      column: WIDTHS.narrow,
    }),
    DurationLimitType: field(z.int().min(0).optional(), {
      holds: { oneOf: [0, 1, 2, 3], of: 'the types' },
      label: 'Time limit from',
      help: 'Between which events the time is taken.',
      gtfs: 'duration_limit_type',
      edit: true,
      shown: limitWord,
    }),
    FareTransferType: field(z.int().min(0).optional(), {
      holds: { oneOf: [0, 1, 2], of: 'the types' },
      label: 'Cost',
      help: 'What is paid: the first leg and the transfer, both legs and the transfer, or the transfer in place of both.',
      gtfs: 'fare_transfer_type',
      edit: true,
      required: true,
      shown: costWord,
      column: WIDTHS.narrow,
    }),
    FareProductId: shared('Fare product', 'Product id of what the change costs; nothing where it is empty.', 'fare_product_id', PRODUCT),
  },
);
