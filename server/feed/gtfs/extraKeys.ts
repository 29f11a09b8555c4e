/** Keys under which the reading keeps, among further columns, what the documents do not say. A key with a slash is no column. */

/** A trip's own headsign, where its stops show others. */
export const TRIP_HEADSIGN = 'trips/trip_headsign';

/** The id that an attribution has in the source, where another one there has it too. */
export const ATTRIBUTION_ID = 'attributions/attribution_id';

/** On the feed: trips of kept rows that attributions name, as a JSON list. No departure has them, and they are there all the same. */
export const ATTRIBUTED_KEPT_TRIPS = 'rows/attributed kept trips';
