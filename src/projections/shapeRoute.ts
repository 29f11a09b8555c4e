/** How the path of a shape that is drawn is looked for. */
import type { RouteVariant } from '../domain/routing.ts';
import type { ShapeDraft } from '../domain/shapeDraft.ts';
import { usesStreets } from '../domain/vehicleTypes.ts';
import { documentOf } from './documents.ts';
import type { AppState } from './state.ts';

/** The variant that the user has chosen, and the vehicle type of a line that keeps off the streets. */
export function routeOf(
  view: AppState,
  draft: Pick<ShapeDraft, 'versionId' | 'scheduleId'>,
): { readonly variant: RouteVariant; readonly vehicleType?: number } {
  const vehicleType = documentOf(view, draft.versionId, 'Schedule', draft.scheduleId)?.VehicleType;
  return {
    variant: view.settings.transitAlignment ? 'transit-alignment' : 'standard',
    ...(vehicleType !== undefined && !usesStreets(vehicleType) ? { vehicleType } : {}),
  };
}
