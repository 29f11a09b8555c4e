import type { MantineColorSchemeManager } from '@mantine/core';

/** Keeps the kit from storing colours on its own: the settings of the state are the one memory of them. */
export const stateColorScheme: MantineColorSchemeManager = {
  get: (fallback) => fallback,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};
