import { Alert, Button, Group, List, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDispatch } from '../../kernel/react.tsx';
import type { CommandInput } from '../../kernel/command.ts';
import type { Load } from '../../projections/state.ts';
import { useDelayed } from './useDelayed.ts';
import { useOutageShownHere } from './useShownHere.ts';
import { texts } from './texts.ts';

/** How long a load may take, in milliseconds, before a skeleton shows. */
const SKELETON_AFTER = 300;

interface LoadStatesProps<T> {
  /** Undefined where nobody has asked yet: shown as loading. */
  readonly load: Load<T> | undefined;
  /** What is loaded, in the plural: "stops". */
  readonly what: string;
  /** The command that loads it again. */
  readonly retry: CommandInput;
  readonly isEmpty?: (value: T) => boolean;
  /** Shown in place of an empty value; says what to do. */
  readonly empty?: ReactNode;
  /** Rows of the skeleton, or a skeleton of its own. */
  readonly skeleton?: number | ReactNode;
  readonly children: (value: T) => ReactNode;
}

/** The four states of everything that is loaded. What was loaded once stays while it loads again, or fails to. */
export function LoadStates<T>({ load, what, retry, isEmpty, empty, skeleton = 8, children }: LoadStatesProps<T>): ReactNode {
  const value = load?.value ?? null;
  if (load?.status === 'failed') {
    const failure = <LoadFailed what={what} messages={load.messages} retry={retry} />;
    if (value === null) return failure;
    return (
      <>
        {failure}
        {children(value)}
      </>
    );
  }
  if (value === null) return <Loading what={what} skeleton={skeleton} />;
  if (empty !== undefined && isEmpty?.(value)) return empty;
  return children(value);
}

/** A skeleton, from 300 ms on; screen readers get the status at once. */
export function Loading({ what, skeleton = 8 }: { what: string; skeleton?: number | ReactNode }): ReactNode {
  const late = useDelayed(SKELETON_AFTER);
  return (
    <div aria-busy="true">
      <span className="dmp-sr-only" role="status">
        {texts.loadingWhat({ what })}
      </span>
      {late && (typeof skeleton === 'number' ? <SkeletonRows rows={skeleton} /> : skeleton)}
    </div>
  );
}

/** What went wrong, and a way to try again. */
function LoadFailed({ what, messages, retry }: { what: string; messages: readonly string[]; retry: CommandInput }): ReactNode {
  const dispatch = useDispatch();
  useOutageShownHere(messages);
  return (
    <Alert m="sm" p="sm" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={texts.loadFailed({ what })} role="alert">
      <Stack gap={8} align="flex-start">
        {messages.length === 1 ? (
          <span>{messages[0]}</span>
        ) : (
          <List size="sm">
            {messages.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        )}
        <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => dispatch(retry)}>
          {texts.retry}
        </Button>
      </Stack>
    </Alert>
  );
}

function SkeletonRows({ rows }: { rows: number }): ReactNode {
  return (
    <Stack gap={10} p="sm" aria-hidden>
      {Array.from({ length: rows }, (_, i) => (
        <Group key={i} gap={12} wrap="nowrap">
          <Skeleton height={12} width={`${[46, 38, 52, 41][i % 4]}%`} />
          <Skeleton height={12} width="14%" />
          <Skeleton height={12} width="20%" />
        </Group>
      ))}
    </Stack>
  );
}
