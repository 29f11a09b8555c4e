/** The kernel's hooks, bound to the state of the product. */
import { kernelHooks } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';

export const { useView, useKernelState, useStateNow } = kernelHooks<AppState>();
