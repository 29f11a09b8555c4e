import { Button, Group, Notification } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { discardTakenUp, keepTakenUp } from '../../commands/changes/editsTakenUp.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { TakenUpEdit } from '../../projections/state.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { texts } from './texts.ts';

const NONE: readonly TakenUpEdit[] = [];

/** Edits that a closed tab had not sent are sent from here: says so until they are kept or discarded. */
export function TakenUpEdits(): ReactNode {
  const edits = useView((view) => view.takenUp) ?? NONE;
  const waiting = useKernelState((state) => edits.filter(({ id }) => state.pending.some((one) => one.id === id)).length);
  const dispatch = useDispatch();
  if (edits.length === 0) return null;
  const many = texts.edit({ edits: edits.length });
  return (
    <Notification
      color="blue"
      icon={<IconInfoCircle size={16} aria-hidden />}
      withBorder
      title={texts.editsOfClosedTab({ many })}
      closeButtonProps={{ 'aria-label': texts.keepEdits }}
      onClose={() => dispatch(keepTakenUp({}))}
    >
      {waiting > 0 ? texts.takenUpWaiting({ waiting }) : texts.takenUpSaved}
      <Group gap="xs" mt={8}>
        <Button size="compact-sm" onClick={() => dispatch(keepTakenUp({}))}>
          {texts.keep}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => dispatch(discardTakenUp({ edits: [...edits] }))}>
          {texts.discard}
        </Button>
      </Group>
    </Notification>
  );
}
