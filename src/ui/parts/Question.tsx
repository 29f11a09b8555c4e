import { Alert, Group, type ModalProps, Stack } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Modal } from './Modal.tsx';
import { texts } from './texts.ts';
import { WhyButton } from './WhyButton.tsx';

interface QuestionProps extends Pick<ModalProps, 'size' | 'title'> {
  readonly opened?: boolean;
  /** Words of the button that does it, and of the one that leaves. */
  readonly yes: string;
  readonly no?: string;
  readonly icon?: Icon;
  /** Something is removed or thrown away. */
  readonly danger?: boolean;
  /** Which button has the focus, so that Enter presses it. */
  readonly enter?: 'yes' | 'no';
  /** It is being done: it can no longer be cancelled. */
  readonly busy?: boolean;
  /** Why it was refused. */
  readonly messages?: readonly string[];
  readonly onYes: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A question before something is done. Escape leaves. */
export function Question({
  opened = true,
  yes,
  no = texts.close,
  icon,
  danger = true,
  enter = 'yes',
  busy = false,
  messages = [],
  onYes,
  onClose,
  children,
  title,
  size = 'sm',
}: QuestionProps): ReactNode {
  return (
    <Modal opened={opened} onClose={() => !busy && onClose()} title={title} size={size} transitionProps={{ duration: 0 }}>
      <Stack gap="sm">
        {typeof children === 'string' ? <p>{children}</p> : children}
        {messages.length > 0 && (
          <Alert color="red" variant="light" p="xs" role="alert">
            {messages.map((message) => (
              <div key={message}>{message}</div>
            ))}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <WhyButton label={no} why={busy ? texts.beingDone : undefined} autofocus={enter === 'no'} onClick={onClose} />
          <WhyButton
            label={yes}
            variant="filled"
            loading={busy}
            autofocus={enter === 'yes'}
            {...(icon && { icon })}
            {...(danger && { color: 'red' })}
            onClick={onYes}
          />
        </Group>
      </Stack>
    </Modal>
  );
}
