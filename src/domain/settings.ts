/** What an installation offers, and what a browser remembers. */
import { z } from 'zod';
import { ReportsTaken } from './problemReports.ts';

/** A link to the present viewport in another map service; {lat}, {lng} and {zoom} of the template are filled in. */
export const ViewerLink = z.object({ id: z.enum(['OSM', 'GMAPS']), title: z.string(), template: z.string() });
export type ViewerLink = z.infer<typeof ViewerLink>;

/** Schema of vector tiles: names of their layers and properties. */
export const TileSchema = z.enum(['openmaptiles', 'protomaps']);
export type TileSchema = z.infer<typeof TileSchema>;

/** Configuration of the installation as the client may know it. Holds no secret. */
export const ProductConfig = z.object({
  build: z.string(),
  oidc: z.object({ issuer: z.string(), clientId: z.string(), scope: z.string(), resource: z.string().nullable() }),
  map: z.object({
    mapboxToken: z.string().nullable(),
    satelliteUrl: z.string().nullable(),
    satelliteAttribution: z.string().nullable(),
    osmUrl: z.string().nullable(),
    osmAttribution: z.string().nullable(),
    tilesUrl: z.string().nullable().default(null),
    tilesAttribution: z.string().nullable().default(null),
    tilesName: z.string().nullable().default(null),
    /** Absent for OpenMapTiles, and for pictures. */
    tilesSchema: TileSchema.optional(),
    googleKey: z.string().nullable().default(null),
    /** Vector tiles of the streets that this installation built of extracts: their address on this server, and what the extracts cover. */
    streets: z
      .object({ url: z.string(), bounds: z.array(z.object({ south: z.number(), north: z.number(), west: z.number(), east: z.number() })) })
      .optional(),
    viewers: z.array(ViewerLink),
  }),
  terms: z.boolean(),
  transitAlignment: z.boolean(),
  excluding: z.boolean(),
  monitoring: z.boolean(),
  demoAccounts: z.boolean(),
  /** Days after which the files that tasks made are deleted. */
  taskFileDays: z.int().optional(),
  /** Feeds can be published. Absent where they cannot. */
  publicFeeds: z.literal(true).optional(),
  /** Problem reports can be sent. Absent where they cannot. */
  problemReports: ReportsTaken.optional(),
});
export type ProductConfig = z.infer<typeof ProductConfig>;

/** Languages of the screens: English and German, and two pseudo-locales for looking at screens (longer with accents, and right to left). */
export const Language = z.enum(['en', 'de', 'en-XA', 'ar-XB']);
export type Language = z.infer<typeof Language>;

/** Settings kept in the browser. */
export const BrowserSettings = z.object({
  zoomToTrack: z.boolean().default(true),
  transitAlignment: z.boolean().default(false),
  lastPathname: z.string().default('/data'),
  colorScheme: z.enum(['auto', 'light', 'dark']).default('auto'),
  /** Share of the width that the content takes; the map has the rest. */
  divider: z.number().min(0.2).max(0.8).default(0.45),
  maximised: z.enum(['none', 'content', 'map']).default('none'),
  tiles: z.enum(['default-tile', 'satellite', 'openstreetmap', 'streets']).default('default-tile'),
  provider: z.enum(['maplibre', 'mapbox', 'google']).default('maplibre'),
  /** Map layers that were switched on or off by hand, by their ids. */
  layers: z.record(z.string(), z.boolean()).default({}),
  sounds: z.boolean().default(false),
  /** The sheet of a timetable has its departures as rows. */
  sheetTransposed: z.boolean().default(false),
  /** Header and bars around the page of a track are folded away. Absent until somebody folds them: recordings made before have no such setting. */
  barsFolded: z.boolean().optional(),
  /** The language of the screens. Absent until one is chosen: English. */
  language: Language.optional(),
  /** The first steps were offered and are not offered again. Absent until then. */
  firstSteps: z.literal('seen').optional(),
  /** The legend of the map is shown. Absent while it is not. */
  legend: z.boolean().optional(),
  /** The plan of a station is drawn large. Absent while it is not. */
  planLarge: z.boolean().optional(),
  /**
   * What heads of spreadsheets were assigned to, by database and list, or by database and agency for timetables; and the tracks that were
   * chosen for sheets, by database and line. Absent until one is.
   */
  sheetHeads: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  /** The list of schedules has columns with figures of service. Absent while it has not. */
  serviceColumns: z.boolean().optional(),
  /** Colleagues see where the user works. Absent until it is switched: they do. */
  showPlace: z.boolean().optional(),
  /** Regions whose list of pipelines was closed (false) or opened by hand, by region. */
  pipelineRegions: z.record(z.string(), z.boolean()).default({}),
  /** Whether the recent tags are shown under the tag search of pipelines. */
  pipelineTagsExpanded: z.boolean().default(true),
  /** Tags that pipelines were searched by last, the newest first. */
  recentPipelineTags: z.array(z.string()).max(5).default([]),
  /** Whether the helper of the comparer was closed by hand. */
  comparerHelperSeen: z.boolean().default(false),
  /** The same of the lists of exports. */
  exportRegions: z.record(z.string(), z.boolean()).default({}),
});
export type BrowserSettings = z.infer<typeof BrowserSettings>;

/** What a browser remembers after log-out: how it shows things, nothing of what was looked at. */
export function settingsAfterLogOut(settings: BrowserSettings): BrowserSettings {
  const { lastPathname, pipelineRegions, exportRegions, recentPipelineTags } = DEFAULT_SETTINGS;
  const { sheetHeads: _sheetHeads, ...kept } = settings;
  return { ...kept, lastPathname, pipelineRegions, exportRegions, recentPipelineTags };
}

/** Settings of a browser that remembers none. */
export const DEFAULT_SETTINGS: BrowserSettings = BrowserSettings.parse({});
