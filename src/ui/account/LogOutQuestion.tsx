import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUnsent } from '../../kernel/react.tsx';
import { Modal } from '../parts/Modal.tsx';
import { usePorts } from '../ports.tsx';

/** Asks before an account leaves whose edits the server does not have yet, and says what becomes of them. */
export function LogOutQuestion({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const { keepsUnsent, logOut } = usePorts();
  const unsent = useUnsent();
  const isLost = opened && unsent > 0 && !keepsUnsent();
  return (
    <Modal opened={opened} onClose={onClose} title="Log out" size={460} transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        <Text role="status">
          {unsent === 0 ? 'All edits are saved now.' : `${unsent === 1 ? '1 edit is' : `${unsent} edits are`} not saved yet. ${isLost ? LOST : KEPT}`}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Stay
          </Button>
          <Button onClick={logOut} {...(isLost && { color: 'red' })}>
            Log out
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const KEPT = 'What is not saved stays in this browser, where nobody else can read it, and is sent when you sign in here again.';
const LOST = 'This browser has no key to seal what is not saved: it is lost when you log out.';
