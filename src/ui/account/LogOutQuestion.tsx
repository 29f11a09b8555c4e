import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUnsent } from '../../kernel/react.tsx';
import { Question } from '../parts/Question.tsx';
import { usePorts } from '../ports.tsx';
import { texts } from './texts.ts';

/** Asks before an account leaves whose edits the server does not have yet, and says what becomes of them. */
export function LogOutQuestion({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  const { keepsUnsent, logOut } = usePorts();
  const unsent = useUnsent();
  const isLost = opened && unsent > 0 && !keepsUnsent();
  return (
    <Question
      opened={opened}
      title={texts.logOut}
      size={460}
      yes={texts.logOut}
      no={texts.stay}
      enter="no"
      danger={isLost}
      onClose={onClose}
      onYes={logOut}
    >
      <Text role="status">{unsent === 0 ? texts.allSaved : (isLost ? texts.editsAreLost : texts.editsAreKept)({ unsent })}</Text>
    </Question>
  );
}
