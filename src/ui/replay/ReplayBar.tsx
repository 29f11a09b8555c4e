import { Select } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconChevronsLeft,
  IconChevronsRight,
  IconPhoto,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SPEEDS } from '../../projections/replayPace.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import type { Player } from './usePlayer.ts';
import { texts } from './texts.ts';

/** What a person can do with the place of a replay; each has a button and a key. */
export interface Steps {
  readonly play: () => void;
  readonly back: () => void;
  readonly forward: () => void;
  readonly actBack: () => void;
  readonly actForward: () => void;
  readonly error: () => void;
  readonly first: () => void;
  readonly last: () => void;
}

/** The keys of the steps. */
export const STEP_KEYS = [
  ['Space', 'play'],
  ['ArrowLeft', 'back'],
  ['ArrowRight', 'forward'],
  ['Shift+ArrowLeft', 'actBack'],
  ['Shift+ArrowRight', 'actForward'],
  ['KeyE', 'error'],
  ['Home', 'first'],
  ['End', 'last'],
] as const satisfies readonly (readonly [string, keyof Steps])[];

/** Play, steps and jumps. */
export function ReplayBar({
  steps,
  player,
  atBegin,
  atEnd,
  hasNextAct,
  hasActBefore,
  hasNextError,
  pictures,
  onPictures,
}: {
  steps: Steps;
  player: Player;
  atBegin: boolean;
  atEnd: boolean;
  hasNextAct: boolean;
  hasActBefore: boolean;
  hasNextError: boolean;
  /** Whether the pictures are shown. */
  pictures: boolean;
  onPictures: () => void;
}): ReactNode {
  const begin = atBegin ? texts.thisIsTheBegin : undefined;
  const end = atEnd ? texts.thisIsTheEnd : undefined;
  return (
    <>
      <WhyButton
        label={player.playing ? texts.pause : texts.play}
        icon={player.playing ? IconPlayerPause : IconPlayerPlay}
        iconOnly
        shortcut="Space"
        onClick={steps.play}
      />
      <Select
        size="xs"
        w={player.speed === 'max' ? 168 : 84}
        aria-label={texts.speed}
        title={texts.speedHint}
        value={player.speed}
        onChange={(value) => player.setSpeed(SPEEDS.find((speed) => speed === value) ?? '1')}
        data={SPEEDS.map((speed) => ({ value: speed, label: speed === 'max' ? texts.fastest : `${speed}×` }))}
        comboboxProps={{ width: 190, position: 'top-start' }}
      />
      <WhyButton label={texts.firstRecord} icon={IconPlayerTrackPrev} iconOnly shortcut="Home" why={begin} onClick={steps.first} />
      <WhyButton
        label={texts.actBefore}
        icon={IconChevronsLeft}
        iconOnly
        shortcut="Shift+ArrowLeft"
        why={hasActBefore ? undefined : texts.noActBefore}
        onClick={steps.actBack}
      />
      <WhyButton label={texts.stepBack} icon={IconChevronLeft} iconOnly shortcut="ArrowLeft" why={begin} onClick={steps.back} />
      <WhyButton label={texts.stepForward} icon={IconChevronRight} iconOnly shortcut="ArrowRight" why={end} onClick={steps.forward} />
      <WhyButton
        label={texts.nextAct}
        icon={IconChevronsRight}
        iconOnly
        shortcut="Shift+ArrowRight"
        why={hasNextAct ? undefined : texts.noActFollows}
        onClick={steps.actForward}
      />
      <WhyButton label={texts.lastRecord} icon={IconPlayerTrackNext} iconOnly shortcut="End" why={end} onClick={steps.last} />
      <WhyButton
        label={texts.nextError}
        icon={IconAlertTriangle}
        iconOnly
        shortcut="KeyE"
        why={hasNextError ? undefined : texts.noErrorFollows}
        onClick={steps.error}
      />
      <WhyButton label={texts.pictures} hint={texts.picturesHint} icon={IconPhoto} iconOnly active={pictures} onClick={onPictures} />
    </>
  );
}
