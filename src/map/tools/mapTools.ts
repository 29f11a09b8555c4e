/** Every tool of the map, declared in one place each: when it is active, what it asks for, what it draws, and what the pointer means to it. */
import type { RoutePreview } from '../../domain/routing.ts';
import type { CommandInput } from '../../kernel/command.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import type { MapCoordinate, MapSketch } from '../mapPicture.ts';
import type { SeenState } from '../layers/mapLayer.ts';
import type { MapExtent } from '../viewport.ts';
import { addTrackStopDeclaration } from './addTrackStop.ts';
import { browseDeclaration } from './browse.ts';
import { createTransferDeclaration } from './createTransfer.ts';
import { detourDeclaration } from './detour.ts';
import { drawZoneDeclaration, reshapeZoneDeclaration } from './drawZone.ts';
import { drawPathwayDeclaration } from './drawPathway.ts';
import { lassoDeclaration } from './lasso.ts';
import { pickFareStopDeclaration, pickJourneyStopDeclaration } from './pickFareStop.ts';
import type { MapTool } from './mapTool.ts';
import { drawShapeDeclaration, movePointsDeclaration } from './shape.ts';
import { moveStopDeclaration } from './moveStop.ts';

/** Several stops, or several tracks (`scheduleId/trackId`, each part URL-encoded), at one place. */
export interface MapChoice {
  readonly kind: 'stops' | 'lines';
  readonly ids: readonly string[];
  readonly at: MapCoordinate;
}

/** What a tool can say and ask beside the map itself. */
export interface ToolPort {
  dispatch(input: CommandInput): unknown;
  /** What is happening now, also between two renders. */
  stateNow(): KernelState<AppState>;
  /** An id for something new. */
  newId(): string;
  /** The path to where the pointer is, while a shape is drawn; absent where nothing is asked of a server. */
  readonly routePreview?: RoutePreview | undefined;
  /** Opens the card of what the pointer rests on; empty when it has left. */
  onHover(stopIds: readonly string[], lines: readonly string[], at: MapCoordinate): void;
  /** Offers several things at a place to choose from; undefined closes the list. */
  onChoice(choice: MapChoice | undefined): void;
}

export interface ToolDeclaration {
  readonly id: string;
  /** Whether it is active; the first of the list that says so is. Its button, key and palette entry are those of the command that takes it up. */
  isInHand(state: KernelState<AppState>): boolean;
  /** What it asks the user to do, shown at the bottom centre. */
  hint?(state: KernelState<AppState>): string | undefined;
  /** It works at every zoom: a click far out is no click at nothing. */
  readonly atEveryZoom?: boolean;
  /** What it draws above the data, for what is in view. */
  sketch?(seen: SeenState, extent: MapExtent | undefined): MapSketch | undefined;
  /** Where its popup points at; what it shows is for the screens to say, by the tool's id. */
  popupAt?(seen: SeenState): MapCoordinate | undefined;
  /** Pointer and keys to intents, for as long as it is active. */
  take(port: ToolPort): MapTool;
}

/** All tools; the last one is active when no other is. */
export const toolCatalogue: readonly ToolDeclaration[] = [
  moveStopDeclaration,
  createTransferDeclaration,
  drawPathwayDeclaration,
  pickFareStopDeclaration,
  pickJourneyStopDeclaration,
  detourDeclaration,
  drawZoneDeclaration,
  reshapeZoneDeclaration,
  movePointsDeclaration,
  drawShapeDeclaration,
  addTrackStopDeclaration,
  lassoDeclaration,
  browseDeclaration,
];

/** The active tool. */
export function toolInHand(state: KernelState<AppState>): ToolDeclaration {
  return toolCatalogue.find((tool) => tool.isInHand(state)) ?? browseDeclaration;
}
