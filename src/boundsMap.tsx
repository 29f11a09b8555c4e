/** The map of a region's bounds with the settings of the product: where `map` and `ui` meet. */
import { useComputedColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { BoundsView } from './map/BoundsView.tsx';
import { mapSettings } from './map/mapSettings.ts';
import { mapCode } from './mapCode.ts';
import { useView } from './ui/parts/appState.ts';
import { type BoundsMapProps, usePorts } from './ui/ports.tsx';

/** A map with both corners of a box, which can be dragged. */
export function BoundsMap(props: BoundsMapProps): ReactNode {
  const theme = useComputedColorScheme('light');
  const config = useView((view) => view.config);
  const provider = useView((view) => view.settings.provider);
  const { reload } = usePorts();
  return <BoundsView {...props} theme={theme} code={mapCode} settings={mapSettings(config, provider)} onReload={reload} />;
}
