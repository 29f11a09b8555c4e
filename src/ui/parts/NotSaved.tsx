import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** In a form: why it could not be saved. What was filled in stays. */
export function NotSaved({ message }: { message: string | undefined }): ReactNode {
  if (message === undefined) return null;
  return (
    <Alert color="red" variant="light" p="xs" mt="xs" icon={<IconAlertTriangle size={16} aria-hidden />} role="alert">
      {texts.notSavedMessage({ message })}
    </Alert>
  );
}
