import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { usePorts } from '../ports.tsx';
import classes from './CopyId.module.css';
import { texts } from './texts.ts';

/** The label says "Copied" for so many milliseconds. */
const COPIED_FOR = 3000;

/** An id that one click puts on the clipboard. `shown` may be a shortened form. */
export function CopyId({ id, shown = id, what = 'id' }: { id: string; shown?: string; what?: string }): ReactNode {
  const { copy } = usePorts();
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);
  const words = { copied: texts.copied, refused: texts.copyRefused };
  return (
    <span className={classes['field']}>
      <Tooltip label={outcome === undefined ? texts.copyWhat({ what }) : words[outcome]}>
        <UnstyledButton
          className={classes['copy']}
          aria-label={texts.copyWhatShown({ what, shown })}
          onClick={() => {
            void copy(id).then((done) => setOutcome(done ? 'copied' : 'refused'));
          }}
        >
          <span className={`dmp-mono ${classes['id']}`}>{shown}</span>
          {outcome === 'copied' ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden className={classes['icon']} />}
        </UnstyledButton>
      </Tooltip>
      <span role="status" className={classes['outcome']}>
        {outcome === undefined ? '' : words[outcome]}
      </span>
    </span>
  );
}
