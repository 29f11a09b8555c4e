import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUnsent } from '../../kernel/react.tsx';
import { Modal } from '../parts/Modal.tsx';
import { usePorts } from '../ports.tsx';
import { texts } from './texts.ts';

/** Asks before an account leaves whose edits the server does not have yet, and says what becomes of them. */
export function LogOutQuestion({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const { keepsUnsent, logOut } = usePorts();
  const unsent = useUnsent();
  const isLost = opened && unsent > 0 && !keepsUnsent();
  return (
    <Modal opened={opened} onClose={onClose} title={texts.logOut} size={460} transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        <Text role="status">{unsent === 0 ? texts.allEditsAreSavedNow : (isLost ? texts.editsAreLost : texts.editsAreKept)({ unsent })}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {texts.stay}
          </Button>
          <Button onClick={logOut} {...(isLost && { color: 'red' })}>
            {texts.logOut}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
