/** The kernel's declaring functions, bound to the state of the product. */
import { createDefine } from '../kernel/command.ts';
import type { AppState } from '../projections/state.ts';

export const { defineCommand, defineEvent, defineWorkflow, isCommand, isFact } = createDefine<AppState>();
