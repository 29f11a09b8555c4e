import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PasteFault } from '../../domain/timetableSheet/clipboard.ts';

const MOST_LISTED = 8;

/** The bad cells of a paste in words, the first of them. */
export function faultLines(faults: readonly PasteFault[]): string[] {
  const lines = faults
    .slice(0, MOST_LISTED)
    .map(({ row, column, text, message }) => (text === '' ? message : `Row ${row + 1}, column ${column + 1}: ${message}`));
  return faults.length > MOST_LISTED ? [...lines, `and ${(faults.length - MOST_LISTED).toLocaleString('en-GB')} more`] : lines;
}

/** Why nothing was done: one sentence, and what stands against it. */
export function SheetProblems({ messages, onClose }: { messages: readonly string[]; onClose: () => void }): ReactNode {
  const [title, ...lines] = messages;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      p="xs"
      m="xs"
      icon={<IconAlertTriangle size={16} aria-hidden />}
      title={title}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {lines.length > 0 && (
        <List size="sm">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
