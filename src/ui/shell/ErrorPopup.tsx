import { ActionIcon, Badge, Paper, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { builtIn } from '../../commands/changes/undoRedo.ts';
import type { ErrorEntry } from '../../kernel/state.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useKernelState, useView } from '../parts/appState.ts';
import { Modal } from '../parts/Modal.tsx';
import classes from './ErrorPopup.module.css';
import { texts } from './texts.ts';

/** Errors of the session: how many, and the first of them; a click shows all, closing clears them. */
export function ErrorPopup(): ReactNode {
  const errors = useKernelState((state) => state.errors);
  const dispatch = useDispatch();
  const [opened, setOpened] = useState(false);
  const first = errors[0];
  const path = useView((view) => view.location.path);
  const leavePage = useEffectEvent(() => {
    for (const error of errors) if (isOfPage(error)) dispatch(builtIn.clearErrors({ id: error.id }));
  });
  useEffect(() => leavePage(), [path]);
  const clear = (): void => {
    setOpened(false);
    dispatch(builtIn.clearErrors());
  };
  return (
    <div role="alert" className={classes['corner']}>
      {first && (
        <Paper key={errors.length} shadow="md" withBorder className={classes['popup']} data-testid="errors">
          <UnstyledButton className={classes['first']} onClick={() => setOpened(true)} aria-haspopup="dialog">
            <IconAlertTriangle size={18} aria-hidden className={classes['icon']} />
            <span className={classes['texts']}>
              <span className={classes['count']}>{countOf(errors)}</span>
              <ErrorText error={first} />
            </span>
          </UnstyledButton>
          <ActionIcon aria-label={texts.clearErrors} onClick={clear}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </Paper>
      )}
      <Modal opened={opened && errors.length > 0} onClose={clear} title={countOf(errors)} size="lg">
        <ol className={classes['list']}>
          {errors.map((error) => (
            <li key={error.id}>
              <ErrorText error={error} />
            </li>
          ))}
        </ol>
        <div className={classes['foot']}>
          <UnstyledButton className={classes['clear']} onClick={clear}>
            {texts.closeAndClear}
          </UnstyledButton>
        </div>
      </Modal>
    </div>
  );
}

function ErrorText({ error: { messages, method, url, label, status, kind } }: { error: ErrorEntry }): ReactNode {
  return (
    <span className={classes['error']}>
      {messages.map((message) => (
        <span key={message} className={classes['message']}>
          {message}
        </span>
      ))}
      {label !== '' && <span className={classes['label']}>{label}</span>}
      {method !== undefined && url !== undefined && (
        <span className={`dmp-mono ${classes['call']}`}>
          {method} {url}
          {status !== undefined && status > 0 && (
            <Badge component="span" size="xs" variant="default" ml={6} className="dmp-number">
              {status}
            </Badge>
          )}
        </span>
      )}
      {kind === 'fault' && <span className={classes['label']}>{texts.productFault}</span>}
    </span>
  );
}

/** What could not be read, or was not even tried, is of the page that asked for it and goes with it. What was not saved stays. */
function isOfPage({ kind, method }: ErrorEntry): boolean {
  return kind === 'refused' || (kind === 'failed' && method === 'GET');
}

function countOf(errors: readonly ErrorEntry[]): string {
  return texts.error({ errors: errors.length });
}
