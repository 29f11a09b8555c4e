import { ActionIcon, Anchor, Checkbox, Divider, Radio, Stack, Text, Tooltip } from '@mantine/core';
import { IconExternalLink, IconStack2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import type { BrowserSettings } from '../../domain/settings.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { Popover } from '../parts/Popover.tsx';
import { RealtimeToggle } from '../realtime/RealtimeToggle.tsx';
import { texts } from './texts.ts';

/** A background the user may choose; `reason` says why not. */
export interface TileOption {
  readonly value: BrowserSettings['tiles'];
  readonly label: string;
  readonly available: boolean;
  readonly reason?: string;
}

/** A layer that can be switched on and off. */
export interface LayerOption {
  readonly id: string;
  readonly label: string;
  readonly on: boolean;
}

interface MapMenuProps {
  readonly layers: readonly LayerOption[];
  readonly tiles: readonly TileOption[];
  /** Only one provider: no choice is shown. */
  readonly providers: readonly { readonly value: BrowserSettings['provider']; readonly label: string }[];
  /** The present view in other map services. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** Layers, tiles and options of the map, in one menu at the top right. */
export function MapMenu({ layers, tiles, providers, links }: MapMenuProps): ReactNode {
  const settings = useView((view) => view.settings);
  const dispatch = useDispatch();
  const change = (changes: Partial<BrowserSettings>): void => void dispatch(changeSettings({ changes }));

  return (
    <Popover position="bottom-end" width={250}>
      <Popover.Target>
        <Tooltip label={texts.layersAndMapOptions}>
          <ActionIcon variant="default" size="lg" aria-label={texts.layersAndMapOptions}>
            <IconStack2 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={6}>
          <Heading>{texts.layers}</Heading>
          {layers.map(({ id, label, on }) => (
            <Checkbox
              key={id}
              label={label}
              checked={on}
              onChange={(event) => change({ layers: { ...settings.layers, [id]: event.currentTarget.checked } })}
            />
          ))}
          <Divider my={4} />
          <Radio.Group
            label={<Heading>{texts.tiles}</Heading>}
            value={settings.tiles}
            onChange={(value) => choose(tiles, value, (tile) => change({ tiles: tile }))}
          >
            <Stack gap={6} mt={6}>
              {tiles.map(({ value, label, available, reason }) => (
                <Radio key={value} size="xs" value={value} label={label} disabled={!available} description={reason} />
              ))}
            </Stack>
          </Radio.Group>
          <Divider my={4} />
          <Heading>{texts.options}</Heading>
          <Checkbox
            label={texts.zoomToTrack}
            checked={settings.zoomToTrack}
            onChange={(event) => change({ zoomToTrack: event.currentTarget.checked })}
          />
          <RealtimeToggle />
          {providers.length > 1 && (
            <Radio.Group
              label={<Heading>{texts.mapProvider}</Heading>}
              value={settings.provider}
              onChange={(value) => choose(providers, value, (provider) => change({ provider }))}
            >
              <Stack gap={6} mt={6}>
                {providers.map(({ value, label }) => (
                  <Radio key={value} size="xs" value={value} label={label} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {links.length > 0 && (
            <>
              <Divider my={4} />
              <Heading>{texts.openThisViewIn}</Heading>
              {links.map(({ label, href }) => (
                <Anchor key={label} href={href} target="_blank" rel="noreferrer" fz={13}>
                  {label} <IconExternalLink size={13} aria-label={texts.newTab} />
                </Anchor>
              ))}
            </>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Heading({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Text component="span" fz={12} fw={600} c="dimmed">
      {children}
    </Text>
  );
}

function choose<T extends string>(options: readonly { readonly value: T }[], value: string, chosen: (value: T) => void): void {
  const option = options.find((one) => one.value === value);
  if (option) chosen(option.value);
}
