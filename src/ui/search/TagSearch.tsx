import { ActionIcon, Kbd, Loader, SegmentedControl } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import {
  addSearchTag,
  chooseSearchCategory,
  clearSearch,
  closeSearch,
  combineSearch,
  openSearch,
  removeSearchTag,
  stepBackSearch,
  typeSearch,
} from '../../commands/search/tagSearchSteps.ts';
import { openSavedSearches } from '../../commands/search/savedSearchSteps.ts';
import { categoryOf, type SearchCategory, SearchCondition, type SearchList, SearchMatch, searchValue, TEXT_TAG } from '../../domain/searchTags.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { presentRegion } from '../../projections/savedSearches.ts';
import { tagSearchOf } from '../../projections/searchQuery.ts';
import { presentPlace } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { focusList } from '../parts/focusList.ts';
import { useDelayed } from '../parts/useDelayed.ts';
import { type SearchChoices, type SearchOption, searchOptions } from './searchOptions.ts';
import classes from './search.module.css';
import { tagWords } from './tagWords.ts';
import { texts } from './texts.ts';

/** Typing pauses of so many milliseconds make the list follow. */
const PAUSE = 150;
/** Digits that follow one another within so many milliseconds are a number being typed, not two choices. */
const NUMBER_PAUSE = 300;
/** Milliseconds after which one sees that the server is still searching. */
const LOADER_AFTER = 300;

/** The last choice that a digit made, and when. */
const NO_DIGIT = { text: '', at: 0 };

interface TagSearchProps {
  readonly list: SearchList;
  /** Name of the field: 'Search stops'. */
  readonly label: string;
  readonly placeholder: string;
  /** Values to choose from, by category. */
  readonly choices?: SearchChoices;
  /** The server is being asked. */
  readonly busy?: boolean;
}

/**
 * A search by tags. The slash key goes to it from anywhere; a text narrows the list at once and is a tag after Enter; the arrow
 * down key leads on into the list. A click or Alt with that key opens the options, which the arrows then go through and of which
 * the digits choose the first nine; Escape clears what is typed.
 */
export function TagSearch({ list, label, placeholder, choices = {}, busy = false }: TagSearchProps): ReactNode {
  const dispatch = useDispatch();
  const address = useView((view) => view.location.search);
  const region = useView(presentRegion);
  const versionId = useView((view) => presentPlace(view).versionId);
  const search = tagSearchOf(list, address);
  const open = useWorkflow('tagSearch', (snapshot) => snapshot.value !== 'closed');
  const inHand = useWorkflow('tagSearch', (snapshot): string | null => snapshot.context.category);
  const message = useWorkflow('tagSearch', (snapshot): string | null => snapshot.context.message);
  const [typed, setTyped] = useState<string>();
  const [shown, setShown] = useState(false);
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const digit = useRef(NO_DIGIT);
  const prefix = useId();

  // an unfinished tag is in the address, also when nobody is in the box
  const draftField = search.draft?.field;
  const categoryId = open ? inHand : draftField === undefined || draftField === TEXT_TAG ? null : draftField;
  const category = categoryId === null ? undefined : categoryOf(list, categoryId);
  const text = typed ?? search.draft?.value ?? '';
  const options = searchOptions(list, search, category, text, choices);
  const read = text.trim() === '' ? undefined : searchValue(category, text);
  const live = category?.kind === 'tripId' ? searchValue(category, '') : read;
  const note = message ?? (live !== undefined && 'message' in live ? live.message : undefined);
  const refused = message !== null || (read !== undefined && 'message' in read);

  const settle = useEffectEvent((value: string) => {
    setTyped(undefined);
    dispatch(typeSearch({ text: value }));
  });
  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => settle(typed), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);

  const enter = (): void => {
    if (!open) dispatch(openSearch({}));
  };
  const type = (next: string): void => {
    enter();
    setTyped(next);
    // a text filters the rows below at once: options that nobody asked for would cover them
    if (category) setShown(true);
    setActive(-1);
  };
  const now = (next: string): void => {
    enter();
    setTyped(undefined);
    dispatch(typeSearch({ text: next }));
  };
  const choose = (option: SearchOption | undefined): void => {
    if (!option) return;
    enter();
    setTyped(undefined);
    setActive(-1);
    if (option.kind === 'category') dispatch(chooseSearchCategory({ category: option.category.id }));
    else dispatch(addSearchTag({ category: option.category?.id ?? null, text: option.text }));
    setShown(option.kind === 'category');
    field.current?.focus();
  };
  const leave = (): void => {
    setShown(false);
    setActive(-1);
    if (open) dispatch(closeSearch({}));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const { text: first, at } = digit.current;
    digit.current = NO_DIGIT;
    if (/^\d$/.test(event.key) && text === '' && first !== '' && event.timeStamp - at < NUMBER_PAUSE) {
      // 10 was meant, and 1 has chosen a category
      event.preventDefault();
      dispatch(stepBackSearch({}));
      return type(first + event.key);
    }
    const place = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    const option = shown && place !== undefined && !event.shiftKey ? options[Number(place) - 1] : undefined;
    if (option && (event.altKey || (text === '' && (category === undefined || category.kind === 'choice')))) {
      event.preventDefault();
      if (option.kind === 'category' && option.why === undefined) digit.current = { text: place ?? '', at: event.timeStamp };
      return choose(option);
    }
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        if (!shown && !event.altKey) {
          if (event.key === 'ArrowUp') return undefined;
          if (typed !== undefined) now(typed);
          event.preventDefault();
          return focusList();
        }
        event.preventDefault();
        enter();
        if (!shown) return setShown(true);
        const step = event.key === 'ArrowDown' ? 1 : -1;
        return setActive((at) => (options.length === 0 ? -1 : (at + step + options.length + (at < 0 && step < 0 ? 1 : 0)) % options.length));
      }
      case 'Enter':
        if (shown && active >= 0) {
          event.preventDefault();
          return choose(options[active]);
        }
        event.preventDefault();
        if (text.trim() === '' && category === undefined) return focusList();
        // what is refused stays in the box
        if (typed === undefined) enter();
        else now(typed);
        // of values to choose from the typed text means the first that is left
        return category?.kind === 'choice' ? choose(options[0]) : commit();
      case 'Backspace':
        if (text !== '' || (category === undefined && search.tags.length === 0)) return undefined;
        event.preventDefault();
        enter();
        return void dispatch(stepBackSearch({}));
      case 'Escape':
        if (text === '' && category === undefined && !shown) return undefined;
        event.stopPropagation();
        event.preventDefault();
        setShown(false);
        setActive(-1);
        if (text !== '') return now('');
        if (category !== undefined) dispatch(stepBackSearch({}));
        return undefined;
      default:
        return undefined;
    }
  };
  const commit = (): void => {
    dispatch(addSearchTag({ category: category?.id ?? null, text }));
    setShown(category !== undefined);
  };

  const { match, condition, tags } = search;
  const saved = region !== undefined && versionId !== undefined && (
    <ActionIcon
      size="sm"
      aria-label={texts.savedSearches}
      title={texts.savedSearches}
      onClick={() => dispatch(openSavedSearches({ region, versionId }))}
    >
      <IconBookmark size={14} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={classes['search']} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}>
      <div className={classes['box']} data-refused={refused || undefined}>
        <IconSearch size={14} aria-hidden className={classes['glass']} />
        <div className={classes['written']}>
          {tags.length > 0 && (
            <ul className={classes['tags']} aria-label={texts.filter}>
              {tags.map((tag, i) => {
                const words = tagWords(list, tag.field, tag.value, match, choices);
                return (
                  <li key={`${tag.field}/${tag.value}`} className={classes['tag']} data-guided={categoryOf(list, tag.field)?.guided}>
                    {i > 0 && <span className={classes['quiet']}>{condition === 'And' ? texts.andWord : texts.or}</span>}
                    <span title={words}>{words}</span>
                    <button
                      type="button"
                      aria-label={texts.removeTheFilterWords({ words })}
                      onClick={() => {
                        dispatch(removeSearchTag(tag));
                        // the focus moves to the box, because the button is gone
                        if (open) field.current?.focus();
                      }}
                    >
                      <IconX size={11} aria-hidden />
                    </button>
                  </li>
                );
              })}
            </ul>
          )}
          {category && <span className={classes['category']}>{category.label}:</span>}
          <input
            ref={field}
            role="combobox"
            data-search
            aria-label={label}
            aria-expanded={shown}
            aria-controls={`${prefix}-options`}
            aria-activedescendant={shown && active >= 0 ? `${prefix}-${active}` : undefined}
            aria-autocomplete="list"
            aria-invalid={refused || undefined}
            aria-describedby={note === undefined ? undefined : `${prefix}-note`}
            autoComplete="off"
            spellCheck={false}
            placeholder={tags.length > 0 || category ? '' : placeholder}
            value={text}
            onFocus={enter}
            onClick={() => {
              enter();
              setShown(true);
            }}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        {busy && <LateLoader />}
        {(text !== '' || tags.length > 0 || category) && (
          <ActionIcon
            size="sm"
            aria-label={texts.clearTheSearch}
            onClick={() => {
              setTyped(undefined);
              dispatch(clearSearch({}));
              field.current?.focus();
            }}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        )}
        {tags.length === 0 && saved}
        <ActionIcon
          size="sm"
          tabIndex={-1}
          aria-label={texts.searchCategories}
          title={texts.searchCategoriesAltDown}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            field.current?.focus();
            setShown(!shown);
          }}
        >
          <IconChevronDown size={14} aria-hidden />
        </ActionIcon>
        {shown && (
          <div className={classes['dropdown']}>
            <p id={`${prefix}-note`} className={classes['note']} data-refused={refused || undefined}>
              {note ?? hintOf(category, text, options)}
            </p>
            <ul id={`${prefix}-options`} role="listbox" aria-label={texts.searchOptions} className={classes['options']}>
              {options.map((option, i) => (
                <Option
                  key={option.key}
                  id={`${prefix}-${i}`}
                  option={option}
                  place={i + 1}
                  active={i === active}
                  onPoint={() => setActive(i)}
                  onChoose={() => choose(option)}
                />
              ))}
            </ul>
          </div>
        )}
      </div>
      {tags.length > 0 && (
        <div className={classes['combine']}>
          <SegmentedControl
            size="xs"
            aria-label={texts.match}
            value={match}
            data={SearchMatch.options}
            onChange={(next) => dispatch(combineSearch({ match: next === 'Exact' ? 'Exact' : 'Contains', condition }))}
          />
          {tags.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={texts.condition}
              value={condition}
              data={SearchCondition.options}
              onChange={(next) => dispatch(combineSearch({ match, condition: next === 'Or' ? 'Or' : 'And' }))}
            />
          )}
          {saved}
        </div>
      )}
      <span role="status" className="dmp-sr-only">
        {shown ? (note ?? '') : ''}
      </span>
    </div>
  );
}

interface OptionProps {
  readonly id: string;
  readonly option: SearchOption;
  /** Place in the list, from 1. */
  readonly place: number;
  readonly active: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, option, place, active, onPoint, onChoose }: OptionProps): ReactNode {
  return (
    // the keys are the input's, which holds the focus
    <li
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={option.why !== undefined || undefined}
      tabIndex={-1}
      className={classes['option']}
      title={option.why}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={classes['optionText']}>{option.label}</span>
      {option.why !== undefined && <span className={classes['why']}>{option.why}</span>}
      {place <= 9 && (
        <Kbd size="xs" aria-hidden>
          {place}
        </Kbd>
      )}
    </li>
  );
}

function LateLoader(): ReactNode {
  return useDelayed(LOADER_AFTER) ? <Loader size={14} aria-label={texts.searching} /> : null;
}

function hintOf(category: SearchCategory | undefined, text: string, options: readonly SearchOption[]): string {
  if (options.length === 0 && text.trim() !== '' && (category === undefined || category.kind === 'choice'))
    return texts.noOptionWithText({ text: text.trim() });
  if (category === undefined) return texts.tagPlaceholder;
  return category.kind === 'choice' ? texts.chooseValue({ label: category.label }) : texts.typeValue({ label: category.label });
}
