import { Alert, Button, List } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { PasteFault } from '../../domain/timetableSheet/clipboard.ts';
import { useRefusedActs } from '../parts/useRefusedActs.ts';
import { texts } from './texts.ts';

const MOST_LISTED = 8;

/** The bad cells of a paste in words, the first of them. */
export function faultLines(faults: readonly PasteFault[]): string[] {
  const lines = faults
    .slice(0, MOST_LISTED)
    .map(({ row, column, text, message }) => (text === '' ? message : texts.pasteFault({ row: row + 1, column: column + 1, message })));
  return faults.length > MOST_LISTED ? [...lines, texts.andFaultsMore({ faults: faults.length - MOST_LISTED })] : lines;
}

interface SheetProblemsProps {
  readonly messages: readonly string[];
  readonly onClose: () => void;
  /** Does it again, where it may go through then. */
  readonly onRetry?: (() => void) | undefined;
}

/** Acts on the sheet that the server refused. On its own: the page is not drawn again with every act that is on its way. */
export function RefusedActs({ of, editable }: { of: { readonly type: string }; editable: boolean }): ReactNode {
  return useRefusedActs(of).map(({ id, label, message, again, forget }) => (
    <SheetProblems key={id} messages={[texts.notSavedLabel({ label }), message]} onRetry={editable ? again : undefined} onClose={forget} />
  ));
}

/** Why nothing was done: one sentence, and what stands against it. */
export function SheetProblems({ messages, onClose, onRetry }: SheetProblemsProps): ReactNode {
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
      closeButtonLabel={texts.close}
      onClose={onClose}
    >
      {lines.length > 0 && (
        <List size="sm">
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {onRetry && (
        <Button variant="default" size="compact-xs" mt={6} leftSection={<IconRefresh size={13} aria-hidden />} onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </Alert>
  );
}
