import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useListSteps } from './listSteps.ts';
import { isKey, keyLabel, onMac } from './keys.ts';
import classes from './Details.module.css';
import { texts } from './texts.ts';

/** Opens the row before and after the one whose details are shown, in the order of the list beside them. */
export function DetailsSteps({ of }: { of: string }): ReactNode {
  const steps = useListSteps(of);
  const step = useEffectEvent((by: -1 | 1): boolean => {
    const to = (steps?.index ?? 0) + by;
    if (!steps || to < 0 || to >= steps.count) return false;
    steps.open(to);
    return true;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || document.querySelector('[aria-modal="true"]') !== null) return;
      const by = isKey(PREVIOUS, event) ? -1 : isKey(NEXT, event) ? 1 : undefined;
      if (by !== undefined && step(by)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!steps || steps.count < 2) return null;
  const { index, count } = steps;
  const arrow = (label: string, key: string, by: -1 | 1, Icon: typeof IconChevronUp): ReactNode => (
    <ActionIcon
      aria-label={label}
      title={`${label} (${keyLabel(key, onMac())})`}
      disabled={index + by < 0 || index + by >= count}
      onClick={() => steps.open(index + by)}
    >
      <Icon size={15} aria-hidden />
    </ActionIcon>
  );
  return (
    <>
      <span className={`dmp-number ${classes['place']}`}>{texts.numberOfCount({ number: number(index + 1), count: number(count) })}</span>
      {arrow(texts.previousInTheList, PREVIOUS, -1, IconChevronUp)}
      {arrow(texts.nextInTheList, NEXT, 1, IconChevronDown)}
    </>
  );
}

const PREVIOUS = 'Alt+ArrowUp';
const NEXT = 'Alt+ArrowDown';

function number(n: number): string {
  return n.toLocaleString('en-GB');
}
