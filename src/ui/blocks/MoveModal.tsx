import { Group, Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type BlockRow, type DayBlocks, joinTo, type Move } from '../../domain/service/blocks.ts';
import type { DayTrip } from '../../domain/service/day.ts';
import { formatServiceTime } from '../../domain/time.ts';
import { Modal } from '../parts/Modal.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { texts } from './texts.ts';

interface ChoiceProps {
  readonly title: string;
  readonly yes: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onYes: (block: string) => void;
  readonly onClose: () => void;
}

/** Chooses a block. */
function BlockChoice({ title, yes, choices, onYes, onClose }: ChoiceProps): ReactNode {
  const [block, setBlock] = useState<string | null>(choices[0]?.value ?? null);
  return (
    <Modal opened onClose={onClose} title={title} size="sm" transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        <Select
          label={texts.chooseBlock}
          data={[...choices]}
          value={block}
          searchable
          limit={200}
          allowDeselect={false}
          onChange={setBlock}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <WhyButton label={texts.cancel} onClick={onClose} />
          <WhyButton
            label={yes}
            variant="filled"
            why={block === null ? texts.chooseBlock : undefined}
            onClick={() => {
              if (block !== null) onYes(block);
              onClose();
            }}
          />
        </Group>
      </Stack>
    </Modal>
  );
}

interface MoveModalProps {
  readonly trip: DayTrip;
  readonly all: DayBlocks;
  readonly fresh: string;
  readonly onMove: (moves: readonly Move[]) => void;
  readonly onClose: () => void;
}

/** Moves a trip to a block that is chosen by name: what dragging does, without a pointer. */
export function MoveModal({ trip, all, fresh, onMove, onClose }: MoveModalProps): ReactNode {
  const others = all.rows.filter(({ block }) => block !== trip.block);
  return (
    <BlockChoice
      title={texts.moveTitle({ starts: formatServiceTime(trip.starts) })}
      yes={texts.move}
      choices={[...others.map(({ block }) => choiceOf(block)), { value: fresh, label: texts.newBlock({ block: fresh }) }]}
      onYes={(block) => onMove([{ trip, block }])}
      onClose={onClose}
    />
  );
}

interface JoinModalProps {
  readonly row: BlockRow;
  readonly all: DayBlocks;
  readonly onMove: (moves: readonly Move[]) => void;
  readonly onClose: () => void;
}

/** Has the vehicle of another block drive all of a block. */
export function JoinModal({ row, all, onMove, onClose }: JoinModalProps): ReactNode {
  return (
    <BlockChoice
      title={texts.joinTitle({ block: row.block ?? '' })}
      yes={texts.join}
      choices={all.rows.flatMap(({ block }) => (block === row.block ? [] : [choiceOf(block)]))}
      onYes={(block) => onMove(joinTo(row, block))}
      onClose={onClose}
    />
  );
}

function choiceOf(block: string | null): { readonly value: string; readonly label: string } {
  return { value: block ?? '', label: texts.block({ block: block ?? '' }) };
}
