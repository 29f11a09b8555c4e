import { ActionIcon } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import classes from './PickerAside.module.css';

interface PickerAsideProps {
  readonly type: 'color' | 'date';
  /** `#rrggbb` or `YYYY-MM-DD`; '' where the field holds none. */
  readonly value: string;
  readonly title: string;
  /** The first and the last day that can be picked. */
  readonly min?: string;
  readonly max?: string;
  /** A colour is shown, and none can be picked. */
  readonly readOnly: boolean;
  /** Called once: when the colour picker is closed, or a day was chosen. */
  readonly onPick: (value: string) => void;
}

/**
 * Beside a text field: the browser's own picker for its value, and the colour itself. For the mouse alone: the keyboard, and who reads by
 * ear, write the value.
 */
export function PickerAside({ type, value, title, min, max, readOnly, onPick }: PickerAsideProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const pick = useEffectEvent(() => {
    const to = input.current?.value ?? '';
    if (to !== '' && to !== value) onPick(to);
  });
  useEffect(() => {
    // React's onChange fires at each move of the pointer over the colours
    const picker = input.current;
    if (!picker) return undefined;
    picker.value = value === '' && type === 'color' ? '#ffffff' : value;
    const onChange = (): void => pick();
    picker.addEventListener('change', onChange);
    return () => picker.removeEventListener('change', onChange);
  }, [value, type]);
  if (readOnly && type === 'date') return null;
  const picker = (
    <input
      ref={input}
      type={type}
      min={min}
      max={max}
      className={classes[type]}
      tabIndex={-1}
      aria-hidden
      disabled={readOnly}
      title={title}
      data-none={value === '' || undefined}
    />
  );
  if (type === 'color') return picker;
  return (
    <span className={classes['frame']}>
      {picker}
      <ActionIcon variant="subtle" color="gray" size="sm" tabIndex={-1} aria-hidden title={title} onClick={() => input.current?.showPicker()}>
        <IconCalendar size={15} aria-hidden />
      </ActionIcon>
    </span>
  );
}
