import { IconArrowsJoin, IconArrowsRight, IconCut, IconArmchair, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type BlockRow, cutAfter, type Move } from '../../domain/service/blocks.ts';
import type { DayTrip } from '../../domain/service/day.ts';
import { Menu, MenuAt } from '../parts/Menu.tsx';
import { said } from '../language/language.ts';
import { texts } from './texts.ts';

interface TripMenuProps {
  readonly trip: DayTrip;
  readonly x: number;
  readonly y: number;
  readonly row: BlockRow | undefined;
  readonly why: string | undefined;
  /** The name of a new block. */
  readonly fresh: string;
  readonly onMove: (moves: readonly Move[]) => void;
  readonly onChoose: (what: 'move' | 'join' | 'stay') => void;
  readonly onClose: () => void;
}

/** What can be done with a trip. */
export function TripMenu({ trip, x, y, row, why, fresh, onMove, onChoose, onClose }: TripMenuProps): ReactNode {
  const stays = why === undefined ? (trip.isRun ? texts.runStays : undefined) : said(why);
  const loose = trip.block === null ? texts.noBlockYet : undefined;
  const isLast = row?.trips.at(-1)?.key === trip.key ? texts.lastTrip : undefined;
  const item = (label: string, Icon: typeof IconCut, reason: string | undefined, act: () => void): ReactNode => (
    <Menu.Item leftSection={<Icon size={14} aria-hidden />} disabled={reason !== undefined} title={reason} onClick={act}>
      {label}
    </Menu.Item>
  );
  return (
    <MenuAt x={x} y={y} onClose={onClose}>
      {item(texts.moveToBlock, IconArrowsRight, stays, () => onChoose('move'))}
      {item(texts.cutAfter, IconCut, stays ?? loose ?? isLast, () => onMove(row ? cutAfter(row, trip, fresh) : []))}
      {item(texts.joinWith, IconArrowsJoin, (why === undefined ? undefined : said(why)) ?? loose, () => onChoose('join'))}
      {item(texts.stayPair, IconArmchair, stays ?? loose ?? isLast, () => onChoose('stay'))}
      {item(texts.takeOut, IconX, stays ?? loose, () => onMove([{ trip, block: null }]))}
    </MenuAt>
  );
}
