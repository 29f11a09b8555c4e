import { Button, Combobox, Text, Tooltip, UnstyledButton, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { CommandInput } from '../../kernel/command.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { Load } from '../../projections/state.ts';
import { MENU_HEIGHT } from '../parts/theme.ts';
import { inSentence } from '../language/language.ts';
import { fuzzyFilter } from './fuzzy.ts';
import classes from './NavDropdown.module.css';
import { texts } from './texts.ts';

/** One thing to choose. */
export interface NavOption {
  readonly id: string;
  readonly title: string;
  /** Small text behind the title where it is the chosen one: what tells it from others of its name. */
  readonly mark?: string;
  /** Small text on the right: a date. */
  readonly detail?: string;
  readonly badge?: ReactNode;
  /** Words of the badge, so that it is found by them. */
  readonly words?: string;
  readonly group?: string;
}

interface NavDropdownProps {
  readonly label: string;
  readonly options: readonly NavOption[];
  readonly chosen?: string | undefined;
  /** Shown as chosen where the options do not hold it (yet). */
  readonly chosenTitle?: string | undefined;
  /** Why nothing can be chosen. */
  readonly why?: string | undefined;
  /** Room for a badge and a date beside the title. */
  readonly wide?: boolean;
  /** Shown when there are no options at all. */
  readonly none: string;
  /** What the options are loaded by: they may still come, or have failed to; a failed load can be retried from here. */
  readonly load?: Load<unknown> | undefined;
  readonly retry?: CommandInput | undefined;
  readonly onChoose: (id: string) => void;
}

/** At most so many options are drawn; the rest is found by typing. */
const MOST_SHOWN = 100;

/** A dropdown of the header with a search in it; up and down go round. */
export function NavDropdown({ label, options, chosen, chosenTitle, why, wide = false, none, load, retry, onChoose }: NavDropdownProps): ReactNode {
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({
    loop: true,
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped('');
    },
  });
  const opened = combobox.dropdownOpened;
  // thousands of versions are gone through only while one looks at them
  const found = !opened
    ? []
    : fuzzyFilter(
        typed,
        options,
        (option) => option.title,
        (option) => `${option.group ?? ''} ${option.words ?? ''} ${option.detail ?? ''}`,
      );
  const shown = found.slice(0, MOST_SHOWN);
  const chosenOption = options.find((option) => option.id === chosen);
  const present = chosenOption?.title ?? chosenTitle;

  useEffect(() => {
    if (opened) combobox.searchRef.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opened]);
  const someShown = shown.length > 0;
  useEffect(() => {
    if (!opened || !someShown) return;
    // the list is drawn by now: begin at the chosen option, or at the best answer
    if (typed !== '' || combobox.selectActiveOption() === null) combobox.selectFirstOption();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [opened, typed, someShown]);

  return (
    <Combobox
      store={combobox}
      width={wide ? 'min(560px, 96vw)' : 300}
      position="bottom-start"
      withinPortal
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        combobox.focusTarget();
        if (id !== chosen) onChoose(id);
      }}
    >
      <Tooltip label={why} disabled={why === undefined || opened}>
        <div className={classes['place']}>
          <Combobox.Target targetType="button" withAriaAttributes withKeyboardNavigation={why === undefined}>
            <UnstyledButton
              className={classes['target']}
              data-empty={present === undefined || undefined}
              aria-haspopup="listbox"
              aria-expanded={opened}
              {...(why === undefined ? {} : { 'aria-disabled': true, 'aria-description': why, 'data-disabled': true })}
              onClick={() => why === undefined && combobox.toggleDropdown()}
            >
              <span className={classes['texts']}>
                <span className={classes['label']}>{label}</span>
                <span className={classes['value']}>
                  <span className={classes['name']} title={present}>
                    {present ?? (why === undefined ? texts.choose : '—')}
                  </span>
                  {chosenOption?.mark !== undefined && <span className={`dmp-number ${classes['mark']}`}>{` ${chosenOption.mark}`}</span>}
                </span>
              </span>
              <IconChevronDown size={14} aria-hidden className={classes['chevron']} />
            </UnstyledButton>
          </Combobox.Target>
        </div>
      </Tooltip>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={texts.searchLabels({ label: inSentence(label) })}
          aria-label={texts.searchLabels({ label: inSentence(label) })}
          role="combobox"
          aria-expanded="true"
        />
        <Combobox.Options mah={MENU_HEIGHT} className={classes['options']} aria-label={label}>
          {grouped(shown).map(([group, members]) =>
            group === undefined ? (
              members.map((option) => <Option key={option.id} option={option} active={option.id === chosen} />)
            ) : (
              <Combobox.Group key={group} label={group}>
                {members.map((option) => (
                  <Option key={option.id} option={option} active={option.id === chosen} />
                ))}
              </Combobox.Group>
            ),
          )}
          {shown.length === 0 && load?.status !== 'failed' && (
            <Combobox.Empty>{options.length > 0 ? texts.nothingMatchesTyped({ typed }) : isComing(load) ? texts.loading : none}</Combobox.Empty>
          )}
        </Combobox.Options>
        {load?.status === 'failed' && <Failed what={`${label.toLowerCase()}s`} messages={load.messages} retry={retry} />}
        {found.length > shown.length && (
          <Text c="dimmed" fz={12} px={8} py={4}>
            {texts.moreFound({ found: found.length - shown.length })}
          </Text>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Failed({ what, messages, retry }: { what: string; messages: readonly string[]; retry: CommandInput | undefined }): ReactNode {
  const dispatch = useDispatch();
  return (
    <div role="alert" className={classes['problem']}>
      <span>{texts.loadFailed({ what, messages: messages.join(' ') })}</span>
      {retry && (
        <Button variant="default" size="compact-xs" leftSection={<IconRefresh size={13} aria-hidden />} onClick={() => dispatch(retry)}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}

function isComing(load: Load<unknown> | undefined): boolean {
  return load !== undefined && load.value === null && load.status !== 'succeeded';
}

function Option({ option, active }: { option: NavOption; active: boolean }): ReactNode {
  return (
    <Combobox.Option value={option.id} active={active} aria-selected={active} className={classes['option']}>
      <IconCheck size={14} aria-hidden className={classes['check']} data-shown={active || undefined} />
      <span className={classes['title']}>{option.title}</span>
      {option.badge}
      {option.detail !== undefined && <span className={`dmp-number ${classes['detail']}`}>{option.detail}</span>}
    </Combobox.Option>
  );
}

/** The options under their groups, groups in the order they first appear. */
function grouped(options: readonly NavOption[]): readonly (readonly [string | undefined, readonly NavOption[]])[] {
  const groups = new Map<string | undefined, NavOption[]>();
  for (const option of options) {
    const members = groups.get(option.group);
    if (members) members.push(option);
    else groups.set(option.group, [option]);
  }
  return [...groups];
}
