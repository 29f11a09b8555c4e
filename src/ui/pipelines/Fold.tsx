import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './pipelines.module.css';

interface FoldProps {
  readonly title: string;
  readonly count?: number;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
  readonly children: ReactNode;
}

/** A part under a title that opens and closes it. */
export function Fold({ title, count, open, onToggle, children }: FoldProps): ReactNode {
  const id = useId();
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section>
      <h2 className={classes['regionHead']}>
        <UnstyledButton className={classes['fold']} aria-expanded={open} aria-controls={id} onClick={() => onToggle(!open)}>
          <Chevron size={14} aria-hidden />
          {title}
          {count !== undefined && <span className={`dmp-number ${classes['quiet']}`}>{count.toLocaleString('en-GB')}</span>}
        </UnstyledButton>
      </h2>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </section>
  );
}
