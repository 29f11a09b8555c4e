import { Button, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconChevronDown, IconRefresh, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { CommandInput } from '../../kernel/command.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { Load } from '../../projections/state.ts';
import { fuzzyFilter } from '../shell/fuzzy.ts';
import type { NavOption } from '../shell/NavDropdown.tsx';
import { inSentence } from '../language/language.ts';
import { nextPick } from './pickMoves.ts';
import classes from './comparer.module.css';
import { texts } from './texts.ts';

interface PickListProps {
  readonly label: string;
  readonly plural: string;
  readonly options: readonly NavOption[];
  readonly chosen: string | undefined;
  readonly open: boolean;
  /** Why nothing can be chosen. */
  readonly why?: string | undefined;
  readonly load: Load<unknown> | undefined;
  readonly retry: CommandInput | undefined;
  readonly onToggle: () => void;
  readonly onChoose: (id: string) => void;
}

/** At most so many options are drawn; the rest is found by typing. */
const MOST_SHOWN = 200;

/** A choice whose list opens below it, in the page: two of them can be open at once. Up and down go round. */
export function PickList(props: PickListProps): ReactNode {
  const { label, options, chosen, open, why, onToggle } = props;
  const target = useRef<HTMLButtonElement>(null);
  const present = options.find((option) => option.id === chosen);
  return (
    <div className={classes['pick']}>
      <Tooltip label={why} disabled={why === undefined}>
        <UnstyledButton
          ref={target}
          className={classes['pickTarget']}
          aria-expanded={open}
          data-empty={chosen === undefined || undefined}
          {...(why === undefined ? {} : { 'aria-disabled': true, 'aria-description': why, 'data-disabled': true })}
          onClick={() => why === undefined && onToggle()}
        >
          <span className={classes['pickTexts']}>
            <span className={classes['pickLabel']}>{label}</span>
            <span className={classes['pickValue']} title={present?.title ?? chosen}>
              {present?.title ?? (chosen === undefined ? texts.choose : chosen)}
            </span>
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Tooltip>
      {open && <OpenList {...props} onLeave={() => target.current?.focus()} />}
    </div>
  );
}

function OpenList({ label, plural, options, chosen, load, retry, onToggle, onChoose, onLeave }: PickListProps & { onLeave: () => void }): ReactNode {
  const dispatch = useDispatch();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const found = fuzzyFilter(
    typed,
    options,
    (option) => option.title,
    (option) => `${option.group ?? ''} ${option.words ?? ''} ${option.detail ?? ''}`,
  );
  const shown = found.slice(0, MOST_SHOWN);
  const [moved, setMoved] = useState<number>();
  const at = Math.min(
    moved ??
      Math.max(
        0,
        shown.findIndex((option) => option.id === chosen),
      ),
    Math.max(0, shown.length - 1),
  );

  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextPick(event.key, at, shown.length);
    const option = shown[at];
    if (next !== undefined && (event.key.startsWith('Arrow') || typed === '')) setMoved(next);
    else if (event.key === 'Enter' && option) onChoose(option.id);
    else if (event.key === 'Escape') {
      onLeave();
      onToggle();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes['pickPanel']}>
      <TextInput
        // the list has just been opened to be chosen from
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={shown[at] ? `${id}-${at}` : undefined}
        aria-label={texts.searchLabel({ label: inSentence(label) })}
        placeholder={texts.searchPlural({ plural })}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMoved(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} className={classes['pickOptions']}>
        {shown.map((option, place) => {
          const heading = option.group === shown[place - 1]?.group ? undefined : option.group;
          return (
            <div key={option.id} role="presentation">
              {heading !== undefined && (
                <div className={classes['pickGroup']} role="presentation">
                  {heading}
                </div>
              )}
              <div
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={option.id === chosen}
                data-at={place}
                data-active={place === at || undefined}
                className={classes['pickOption']}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option.id)}
                onKeyDown={onKeyDown}
              >
                <IconCheck size={14} aria-hidden className={classes['pickCheck']} data-shown={option.id === chosen || undefined} />
                <span className={classes['pickTitle']} title={option.title}>
                  {option.title}
                </span>
                {option.badge}
                {option.detail !== undefined && <span className={`dmp-number ${classes['quiet']}`}>{option.detail}</span>}
              </div>
            </div>
          );
        })}
      </div>
      {load?.status === 'failed' ? (
        <div role="alert" className={classes['pickNote']}>
          {texts.categoryFailed({ plural, messages: load.messages.join(' ') })}
          {retry && (
            <Button variant="default" size="compact-xs" leftSection={<IconRefresh size={13} aria-hidden />} onClick={() => dispatch(retry)}>
              {texts.retry}
            </Button>
          )}
        </div>
      ) : (
        shown.length === 0 && (
          <div className={classes['pickNote']} role="status">
            {options.length > 0
              ? texts.nothingMatchesTyped({ typed })
              : load?.status === 'succeeded'
                ? texts.thereAreNoPlural({ plural })
                : texts.loading}
          </div>
        )
      )}
      {found.length > shown.length && <div className={classes['pickNote']}>{texts.moreOptions({ found: found.length - shown.length })}</div>}
    </div>
  );
}
