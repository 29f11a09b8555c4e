import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { countUnsent } from '../../kernel/unsent.ts';
import { useKernelState } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import { usePorts } from '../ports.tsx';

/** Asks before an account leaves whose edits the server does not have yet, and says what becomes of them. */
export function LogOutQuestion({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const { logOut } = usePorts();
  const unsent = useKernelState(countUnsent);
  return (
    <Modal opened={opened} onClose={onClose} title="Log out" size={460} transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        <Text role="status">
          {unsent === 0
            ? 'All edits are saved now.'
            : `${unsent === 1 ? '1 edit is' : `${unsent} edits are`} not saved yet. What is not saved stays in this browser, where nobody else can read it, and is sent when you sign in here again.`}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Stay
          </Button>
          <Button onClick={logOut}>Log out</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
