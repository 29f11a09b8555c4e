import { MantineThemeProvider } from '@mantine/core';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import { KernelProvider, type KernelSource } from '../../kernel/react.tsx';
import type { AppState } from '../../projections/state.ts';

/**
 * The product's screens in the state of a replay. Inert: they show what was, and whatever is pressed there would have nobody to answer.
 * Their windows and menus open within it: outside they would cover the desk and take its focus.
 */
export function Stage({ source, children, ...box }: { source: KernelSource<AppState> } & ComponentProps<'div'>): ReactNode {
  const [target, setTarget] = useState<HTMLDivElement | null>(null);
  const theme = useMemo(
    () => ({ components: { Portal: { defaultProps: { target } }, Modal: { defaultProps: { lockScroll: false, trapFocus: false } } } }),
    [target],
  );
  return (
    <div {...box} inert>
      {target && (
        <MantineThemeProvider theme={theme}>
          <KernelProvider kernel={source}>{children}</KernelProvider>
        </MantineThemeProvider>
      )}
      <div ref={setTarget} />
    </div>
  );
}
