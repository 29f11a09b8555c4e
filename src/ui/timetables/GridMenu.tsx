import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Menu, MenuAt } from '../parts/Menu.tsx';
import classes from './sheet.module.css';
import { texts } from './texts.ts';

/** An entry: its words, its key, and what it does. */
export interface GridMenuEntry {
  readonly label: string;
  readonly keys?: string | undefined;
  readonly disabled?: boolean;
  /** Whether it is what the cell reads now, of a choice. */
  readonly current?: boolean;
  readonly run: () => void;
}

interface GridMenuProps {
  readonly at: { readonly x: number; readonly y: number } | undefined;
  readonly groups: readonly (readonly GridMenuEntry[])[];
  readonly onClose: () => void;
}

/** The menu of a cell or a head of a grid: the same acts as by key, with the keys beside them. */
export function GridMenu({ at, groups, onClose }: GridMenuProps): ReactNode {
  if (!at) return null;
  return (
    <MenuAt x={at.x} y={at.y} onClose={onClose}>
      {groups.map((group, nth) => [
        nth > 0 && <Menu.Divider key={`divider ${group[0]?.label}`} />,
        group.map(({ label, keys, disabled, current, run }) => (
          <Menu.Item
            key={label}
            disabled={disabled === true}
            leftSection={
              current === undefined ? undefined : <IconCheck size={14} aria-label={texts.now} visibility={current ? 'visible' : 'hidden'} />
            }
            rightSection={keys && <span className={classes['menuKey']}>{keys}</span>}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {label}
          </Menu.Item>
        )),
      ])}
    </MenuAt>
  );
}
