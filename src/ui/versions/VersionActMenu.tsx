import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { Version } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useKernelState } from '../parts/appState.ts';
import { Glyph } from '../parts/icons.ts';
import { keyLabel, onMac } from '../parts/keys.ts';
import { Menu } from '../parts/Menu.tsx';
import classes from './VersionActMenu.module.css';
import { actsOf, type ListedAct, sameActs } from './versionActions.ts';
import { texts } from './texts.ts';

interface VersionActMenuProps {
  readonly version: Version;
  /** In a row of a list: three dots, and no keys, which are those of the version in view. */
  readonly compact?: boolean;
}

/** Everything that can be done with a version; what cannot be done now can be reached and says why. */
export function VersionActMenu({ version, compact = false }: VersionActMenuProps): ReactNode {
  return (
    <Menu position="bottom-end" width={300} withinPortal>
      <Menu.Target>
        {compact ? (
          <ActionIcon size="sm" aria-label={texts.actionsOfVersion({ version: version.Version })} data-row-menu>
            <IconDots size={15} aria-hidden />
          </ActionIcon>
        ) : (
          <Button variant="default" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />} styles={{ section: { marginInlineStart: 4 } }}>
            {texts.actions}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={texts.actionsOfVersion({ version: version.Version })}>
        <Acts version={version} keys={!compact} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Acts({ version, keys }: { version: Version; keys: boolean }): ReactNode {
  const groups = useKernelState((state) => actsOf(state, version), sameActs);
  return groups.map((group, i) => (
    <Fragment key={group[0]?.act}>
      {i > 0 && <Menu.Divider />}
      {group.map((listed) => (
        <ActItem key={listed.act} listed={listed} keys={keys} />
      ))}
    </Fragment>
  ));
}

function ActItem({ listed: { act, action }, keys }: { listed: ListedAct; keys: boolean }): ReactNode {
  const dispatch = useDispatch();
  const {
    title,
    icon,
    why,
    run,
    keys: [key],
  } = action;
  return (
    <Menu.Item
      leftSection={<Glyph name={icon} size={15} />}
      rightSection={keys && key !== undefined && why === undefined ? <span className={classes['key']}>{keyLabel(key, onMac())}</span> : undefined}
      className={classes['item'] ?? ''}
      closeMenuOnClick={why === undefined}
      {...(act === 'deleteDraft' && why === undefined ? { color: 'red' } : {})}
      {...(why === undefined ? {} : { 'aria-disabled': true })}
      onClick={() => {
        if (run && 'dispatch' in run) dispatch(run.dispatch);
      }}
    >
      {title}
      {why !== undefined && <span className={classes['why']}>{why}</span>}
    </Menu.Item>
  );
}
