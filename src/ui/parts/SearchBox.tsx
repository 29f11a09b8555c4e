import { ActionIcon, TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { focusList } from './focusList.ts';
import { texts } from './texts.ts';

/** Typing pauses of so many milliseconds start the search. */
const PAUSE = 150;

interface SearchBoxProps {
  /** The search in force, from the address. */
  readonly value: string;
  /** Called after a pause in typing, at once on Enter and the down arrow, and with '' when cleared. */
  readonly onSearch: (text: string) => void;
  readonly label: string;
  readonly placeholder?: string;
}

/** A search field. The slash key goes to it from anywhere, Enter and the down arrow lead on into the list, Escape clears it. */
export function SearchBox({ value, onSearch, label, placeholder = label }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const search = useEffectEvent((next: string) => {
    setTyped(undefined);
    if (next !== value) onSearch(next);
  });

  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => search(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);

  const now = (next: string): void => {
    setTyped(undefined);
    if (next !== value) onSearch(next);
  };
  return (
    <TextInput
      type="search"
      role="searchbox"
      data-search
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        // what was typed is searched first: a row that is left out a moment later would take the focus with it
        if (event.key === 'Enter' || event.key === 'ArrowDown') now(text);
        // on into the list, whose first row is in focus then
        if ((event.key === 'Enter' && text !== '') || event.key === 'ArrowDown') {
          event.preventDefault();
          focusList();
        }
        if (event.key !== 'Escape' || text === '') return;
        event.stopPropagation();
        event.preventDefault();
        now('');
      }}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <ActionIcon size="sm" aria-label={texts.clearTheSearch} onClick={() => now('')}>
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )
      }
      styles={{ root: { flex: 1, minWidth: 120 } }}
    />
  );
}
