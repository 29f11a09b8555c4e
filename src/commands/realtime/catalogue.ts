/** The commands of realtime vehicles. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { followRealtime, loadRealtime } from './loadRealtime.ts';
import { chooseVehicle, hideRealtime, showRealtime } from './showRealtime.ts';

export const realtimeCommands: readonly AnyCommand<AppState>[] = [showRealtime, hideRealtime, loadRealtime, followRealtime, chooseVehicle];
