/** Stops of a layer as the map reads them, compressed once when the layer is written: see layerStops.ts. */
export const layerStops: readonly string[] = [
  `create table layer_stops(
    layer_id int not null references layer on delete cascade,
    seq int not null,
    first text collate "C" not null,
    size int not null,
    crc bigint not null,
    deflated bytea not null,
    primary key(layer_id, seq))`,
  // Compressed already: the database need not try again.
  `alter table layer_stops alter column deflated set storage external`,
  `alter table layer add column stops_ready boolean not null default false`,
];
