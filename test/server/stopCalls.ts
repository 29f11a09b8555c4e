/** The calls of the edits of stops, as tests make them. */
import { routeOfEdit } from '../../src/contract/edits.ts';
import * as stops from '../../src/domain/edits/stops.ts';

export const editStopField = routeOfEdit(stops.editStopField);
export const editStopCoordinate = routeOfEdit(stops.moveStop);
export const createStop = routeOfEdit(stops.createStop);
export const deleteStop = routeOfEdit(stops.removeStop);
