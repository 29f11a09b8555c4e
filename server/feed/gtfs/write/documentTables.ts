/** Files whose rows are documents one to one: what each column is taken from. The other way round from the reading's tables. */
import { ATTRIBUTION_ID } from '../extraKeys.ts';
import type { Entity, EntityKind } from '../../../../src/domain/entities.ts';
import { STOP_TYPES } from '../../../../src/domain/stops.ts';
import type { Stop } from '../../../../src/domain/model/stop.ts';
import type { RowValues } from './table.ts';

/** How documents of a kind become rows of a file. */
export interface DocumentTable<K extends EntityKind> {
  readonly file: string;
  /** Columns of a file that no source had, in the order of the GTFS reference; others follow where a row needs them. */
  readonly columns: readonly string[];
  readonly row: (doc: Entity<K>) => RowValues;
  /** Written where the file has such a column anyway: what GTFS takes a blank for. */
  readonly usual?: (doc: Entity<K>) => RowValues;
}

export type TableKind =
  | 'Agency'
  | 'Stop'
  | 'Level'
  | 'Transfer'
  | 'Pathway'
  | 'Translation'
  | 'Attribution'
  | 'VehicleCategory'
  | 'VehicleBoarding'
  | 'VehicleCoupling'
  | 'TicketingDeepLink'
  | 'TicketingIdentifier';

/** The files, in the order in which they are written. */
export const DOCUMENT_TABLES: { readonly [K in TableKind]: DocumentTable<K> } = {
  Agency: {
    file: 'agency.txt',
    columns: ['agency_id', 'agency_name', 'agency_url', 'agency_timezone'],
    row: (doc) => ({
      agency_id: doc.Id,
      agency_name: doc.Name,
      agency_url: doc.Url,
      agency_timezone: doc.Timezone,
      agency_lang: doc.Language,
      agency_phone: doc.Phone,
      agency_fare_url: doc.FareUrl,
      agency_email: doc.Email,
      ticketing_deep_link_id: doc.TicketingDeepLinkId,
    }),
  },
  Stop: {
    file: 'stops.txt',
    columns: ['stop_id', 'stop_name', 'stop_lat', 'stop_lon'],
    row: (doc) => {
      const location = locationType(doc.Type);
      return {
        stop_id: doc.Id,
        stop_code: doc.StopCode,
        stop_name: doc.Name,
        stop_lat: doc.Coordinate?.Lat,
        stop_lon: doc.Coordinate?.Lng,
        zone_id: doc.ZoneId,
        stop_url: doc.Url,
        location_type: location === 0 ? undefined : location,
        parent_station: doc.ParentId,
        wheelchair_boarding: doc.WheelchairBoarding === 0 ? undefined : doc.WheelchairBoarding,
        level_id: doc.LevelId,
        platform_code: doc.PlatformCode,
      };
    },
    usual: (doc) => ({ ...(locationType(doc.Type) === 0 ? { location_type: '0' } : {}), wheelchair_boarding: '0', ...extensionsOf(doc) }),
  },
  Level: {
    file: 'levels.txt',
    columns: ['level_id', 'level_index', 'level_name'],
    row: (doc) => ({ level_id: doc.Id, level_index: doc.Index, level_name: doc.Name }),
  },
  Transfer: {
    file: 'transfers.txt',
    columns: ['from_stop_id', 'to_stop_id', 'transfer_type', 'min_transfer_time'],
    row: (doc) => ({
      from_stop_id: doc.StopIdFrom,
      to_stop_id: doc.StopIdTo,
      from_route_id: doc.RouteIdFrom,
      to_route_id: doc.RouteIdTo,
      from_trip_id: doc.TripIdFrom,
      to_trip_id: doc.TripIdTo,
      transfer_type: doc.Type,
      min_transfer_time: doc.Time,
    }),
  },
  Pathway: {
    file: 'pathways.txt',
    columns: ['pathway_id', 'from_stop_id', 'to_stop_id', 'pathway_mode', 'is_bidirectional'],
    row: (doc) => ({
      pathway_id: doc.Id,
      from_stop_id: doc.FromStopId,
      to_stop_id: doc.ToStopId,
      pathway_mode: doc.Mode,
      is_bidirectional: doc.IsBidirectional ? 1 : 0,
      length: doc.Length,
      traversal_time: doc.TraversalTime,
      stair_count: doc.StairCount,
      max_slope: doc.MaxSlope,
      min_width: doc.MinWidth,
      signposted_as: doc.LabelSignpostFront,
      reversed_signposted_as: doc.LabelSignpostBack,
    }),
  },
  Translation: {
    file: 'translations.txt',
    columns: ['table_name', 'field_name', 'language', 'translation'],
    row: (doc) => ({
      table_name: doc.CategoryName,
      field_name: doc.FieldName,
      language: doc.LanguageName,
      translation: doc.Translation,
      record_id: doc.RecordId,
      record_sub_id: doc.RecordSubId,
      field_value: doc.FieldValue,
    }),
  },
  Attribution: {
    file: 'attributions.txt',
    columns: ['organization_name'],
    row: (doc) => ({
      attribution_id: doc.Extra?.[ATTRIBUTION_ID] ?? (isInventedId(doc.Id) ? undefined : doc.Id),
      agency_id: doc.AgencyId,
      route_id: doc.ExternalTransportId,
      trip_id: doc.TripId,
      organization_name: doc.OrganizationName,
      is_producer: flag(doc.IsProducer),
      is_operator: flag(doc.IsOperator),
      is_authority: flag(doc.IsAuthority),
      attribution_url: doc.Url,
      attribution_email: doc.Email,
      attribution_phone: doc.Phone,
    }),
  },
  VehicleCategory: {
    file: 'vehicle_categories.txt',
    columns: ['vehicle_category_id'],
    row: (doc) => ({ vehicle_category_id: doc.Id, vehicle_category_name: doc.Name }),
  },
  VehicleBoarding: {
    file: 'vehicle_boardings.txt',
    columns: ['vehicle_category_id', 'boarding_area_id'],
    row: (doc) => ({
      vehicle_category_id: doc.VehicleCategoryId,
      boarding_area_id: doc.BoardingAreaId,
      child_sequence: doc.ChildSequence,
      grandchild_sequence: doc.GrandChildSequence,
    }),
  },
  VehicleCoupling: {
    file: 'vehicle_couplings.txt',
    columns: ['parent_id', 'child_id', 'child_sequence'],
    row: (doc) => ({ parent_id: doc.ParentId, child_id: doc.ChildId, child_sequence: doc.ChildSequence, child_label: doc.ChildLabel }),
  },
  TicketingDeepLink: {
    file: 'ticketing_deep_links.txt',
    columns: ['ticketing_deep_link_id'],
    row: (doc) => ({
      ticketing_deep_link_id: doc.Id,
      web_url: doc.WebUrl,
      android_intent_uri: doc.AndroidIntentUri,
      ios_universal_link_url: doc.IosUniversalLinkUrl,
    }),
  },
  TicketingIdentifier: {
    file: 'ticketing_identifiers.txt',
    columns: ['ticketing_stop_id', 'stop_id', 'agency_id'],
    row: (doc) => ({ ticketing_stop_id: doc.TicketingStopId, stop_id: doc.StopId, agency_id: doc.AgencyId }),
  },
};

/** The fields of a stop that GTFS has no column for, under the names the reading knows them by. */
export function extensionsOf(doc: Stop): RowValues {
  return { ext_direction: doc.Direction, ext_signposted_as: doc.SignpostedAs, ext_area_name: doc.AreaName, ext_group_id: doc.GroupId };
}

/** feed_info.txt: the one row of it; undefined where nothing is known of the feed. */
export function feedInfoRow(feed: Entity<'Feed'>): RowValues {
  return {
    feed_publisher_name: feed.PublisherName,
    feed_publisher_url: feed.PublisherUrl,
    feed_lang: feed.Language,
    default_lang: feed.DefaultLanguage,
    feed_start_date: feed.StartDate,
    feed_end_date: feed.EndDate,
    feed_version: feed.Version,
    feed_contact_email: feed.ContactEmail,
    feed_contact_url: feed.ContactUrl,
  };
}

/** The columns of feed_info.txt that must be there. */
export const FEED_INFO_COLUMNS = ['feed_publisher_name', 'feed_publisher_url', 'feed_lang'];

/** location_type of GTFS by the stop types of the product, whose numbers differ; what is no type of ours is one lower there. */
function locationType(type: number): number {
  switch (type) {
    case STOP_TYPES.Regular:
    case STOP_TYPES.Platform:
      return 0;
    case STOP_TYPES.Station:
      return 1;
    case STOP_TYPES.Exit:
      return 2;
    case STOP_TYPES.GenericNode:
      return 3;
    case STOP_TYPES.BoardingArea:
      return 4;
    default:
      return type - 1;
  }
}

/** Whether an id was made of the content by the reading (`RowIds.ofContent`), where the source gave none. */
function isInventedId(id: string): boolean {
  return /^[0-9a-f]{16}(\.\d+)*$/.test(id);
}

function flag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : value ? 1 : 0;
}
