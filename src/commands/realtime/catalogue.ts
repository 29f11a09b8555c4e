/** The commands of realtime vehicles. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { followRealtime, loadRealtime } from './loadRealtime.ts';
import { chooseVehicle, showRealtime, toggleRealtime } from './showRealtime.ts';

export const realtimeCommands: readonly AnyCommand<AppState>[] = [showRealtime, toggleRealtime, loadRealtime, followRealtime, chooseVehicle];
