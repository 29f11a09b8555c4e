import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PasteFault } from '../../domain/timetableSheet/clipboard.ts';

const MOST_LISTED = 8;

/** Why nothing was done: the bad cells of a paste, or one sentence. */
export function SheetProblems({ title, faults, onClose }: { title: string; faults: readonly PasteFault[]; onClose: () => void }): ReactNode {
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
      {faults.length > 0 && (
        <List size="sm">
          {faults.slice(0, MOST_LISTED).map(({ row, column, text, message }) => (
            <List.Item key={`${row} ${column}`}>{text === '' ? message : `Row ${row + 1}, column ${column + 1}: ${message}`}</List.Item>
          ))}
          {faults.length > MOST_LISTED && <List.Item>{`and ${(faults.length - MOST_LISTED).toLocaleString('en-GB')} more`}</List.Item>}
        </List>
      )}
    </Alert>
  );
}
