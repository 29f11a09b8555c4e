import '@fontsource/noto-sans/400.css';
import '@fontsource/noto-sans/600.css';
import '@mantine/core/styles.css';
import './base.css';
import './forcedColors.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BrowserSettings } from '../../domain/settings.ts';
import { stateColorScheme } from '../settings/colorScheme.ts';
import { styleNonce } from './styleNonce.ts';
import { cssVariables, theme } from './theme.ts';

/** Gives everything below it the product's colours, sizes and type. Once per page. */
export function Themed({ colorScheme, children }: { colorScheme: BrowserSettings['colorScheme']; children: ReactNode }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
      colorSchemeManager={stateColorScheme}
      defaultColorScheme="auto"
      {...(colorScheme === 'auto' ? {} : { forceColorScheme: colorScheme })}
    >
      {children}
    </MantineProvider>
  );
}
