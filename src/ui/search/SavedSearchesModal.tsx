import { Alert, Stack, TextInput } from '@mantine/core';
import { IconBell, IconBellOff, IconBookmark, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { createSavedSearch, deleteSavedSearch, loadSavedSearches, watchSearch } from '../../commands/search/savedSearches.ts';
import {
  answerDeleteSearch,
  applySavedSearch,
  askToDeleteSearch,
  closeSavedSearches,
  submitSavedSearch,
  toggleWatch,
} from '../../commands/search/savedSearchSteps.ts';
import { type SavedSearch, SEARCH_NAME_LIMIT, SearchDefinition, watchRefusal } from '../../domain/savedSearches.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import { rightsIn } from '../../projections/rights.ts';
import { searchToSave } from '../../projections/savedSearches.ts';
import { newSavedSearch } from '../../projections/typedForms.ts';
import { presentPlace } from '../../projections/versions.ts';
import { said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './savedSearches.module.css';
import { tagWords } from './tagWords.ts';
import { texts } from './texts.ts';

/** The saved searches of a region: a form for the search of the present list, and the list. */
export function SavedSearchesModal(): ReactNode {
  const dispatch = useDispatch();
  const region = useWorkflow('savedSearches', ({ value, context }): string => (value === 'closed' ? '' : context.region));
  return (
    <Modal opened={region !== ''} onClose={() => dispatch(closeSavedSearches({}))} title={texts.savedSearches} size={620}>
      {region !== '' && <SearchesWindow region={region} />}
    </Modal>
  );
}

function SearchesWindow({ region }: { region: string }): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => (view.savedSearches?.of === region ? view.savedSearches.list : undefined));
  const messages = useWorkflow('savedSearches', ({ context }): readonly string[] => context.messages);
  const readOnly = useView((view) => rightsIn(view, presentPlace(view).databaseId).readOnly);
  useShownHere(messages, createSavedSearch, watchSearch, deleteSavedSearch);
  // What is refused may be about a search that somebody else has made or deleted since: the list is loaded again.
  const refused = messages.length > 0;
  useEffect(() => {
    dispatch(loadSavedSearches({ region }));
  }, [dispatch, region, refused]);
  return (
    <Stack gap="md">
      <p className={classes['hint']}>{texts.savedSearchesHint}</p>
      <SaveForm readOnly={readOnly} />
      {messages.length > 0 && (
        <Alert color="red" variant="light" p="xs" role="alert" title={texts.notDone}>
          {messages.join(' ')}
        </Alert>
      )}
      <LoadStates
        load={load}
        what={texts.savedSearchesWord}
        retry={loadSavedSearches({ region })}
        skeleton={2}
        isEmpty={(searches) => searches.length === 0}
        empty={<p className={classes['hint']}>{texts.noSavedSearches}</p>}
      >
        {(searches) => (
          <ul className={classes['searches']} aria-label={texts.savedSearches}>
            {searches.map((search) => (
              <SearchRow key={search.Id} search={search} readOnly={readOnly} />
            ))}
          </ul>
        )}
      </LoadStates>
    </Stack>
  );
}

/** The form that saves the search of the present list. */
export function SaveForm({ readOnly }: { readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const saved = useView((view) => JSON.stringify(searchToSave(view)) as string | undefined);
  const definition = saved === undefined ? undefined : SearchDefinition.parse(JSON.parse(saved));
  const waits = useWorkflow('savedSearches', ({ value }) => value === 'sending');
  const [{ name }, type] = useTyped(newSavedSearch, { name: '' });
  const refused = useWorkflow('savedSearches', ({ context }) => context.messages.length > 0);
  const [asked, setAsked] = useState(false);
  const [sent, setSent] = useState(false);
  const unnamed = name.trim() === '' ? texts.typeAName : undefined;
  const why = readOnly ? said(READ_ONLY) : definition ? (waits ? texts.beingSent : undefined) : texts.searchFirst;
  const save = (): void => {
    setAsked(true);
    if (why !== undefined || unnamed !== undefined) return;
    dispatch(submitSavedSearch({ Name: name.trim() }));
    setSent(true);
  };
  const clear = useEffectEvent(() => {
    setSent(false);
    if (refused) return;
    setAsked(false);
    type({ name: '' });
  });
  useEffect(() => {
    if (sent && !waits) clear();
  }, [sent, waits]);
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        label={texts.nameOfSearch}
        description={definition ? wordsOf(definition) : texts.searchFirst}
        value={name}
        maxLength={SEARCH_NAME_LIMIT}
        error={asked && unnamed}
        data-autofocus
        onChange={(event) => type({ name: event.currentTarget.value })}
      />
      <WhyButton variant="filled" label={texts.saveSearch} icon={IconBookmark} why={why} onClick={save} />
      <StillWaiting on={waits} />
    </form>
  );
}

function SearchRow({ search, readOnly }: { search: SavedSearch; readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const { Id: searchId, Name, Watched } = search;
  const asking = useWorkflow('savedSearches', ({ value, context }) => value === 'asking' && context.searchId === searchId);
  const waits = useWorkflow('savedSearches', ({ value }) => value !== 'listing');
  const unwatchable = Watched ? undefined : watchRefusal(search);
  const facts = [texts.savedBy({ by: search.By }), ...(search.Watchers === 0 ? [] : [texts.watchedBy({ count: search.Watchers })])];
  return (
    <li>
      <button type="button" className={classes['open']} onClick={() => dispatch(applySavedSearch({ searchId }))}>
        {Name}
      </button>
      <span className={classes['facts']}>{[wordsOf(search), ...facts].join(' · ')}</span>
      <span className={classes['acts']}>
        <WhyButton
          label={Watched ? texts.unwatchNamed({ name: Name }) : texts.watchNamed({ name: Name })}
          icon={Watched ? IconBell : IconBellOff}
          iconOnly
          why={unwatchable}
          active={Watched}
          onClick={() => !waits && dispatch(toggleWatch({ searchId }))}
        />
        <WhyButton
          label={texts.deleteNamed({ name: Name })}
          icon={IconTrash}
          iconOnly
          why={readOnly ? said(READ_ONLY) : undefined}
          onClick={() => !waits && dispatch(askToDeleteSearch({ searchId }))}
        />
      </span>
      {asking && (
        <div className={classes['question']}>
          <span>{texts.deleteSearchQuestion}</span>
          <WhyButton label={texts.deleteWord} color="red" compact autofocus onClick={() => dispatch(answerDeleteSearch({ delete: true }))} />
          <WhyButton label={texts.keep} variant="subtle" compact onClick={() => dispatch(answerDeleteSearch({ delete: false }))} />
        </div>
      )}
    </li>
  );
}

/** `Stops: Name contains market and Zone contains A`. */
function wordsOf({ List, Tags, Match, Condition }: SearchDefinition): string {
  const titles = { schedules: texts.schedules, stops: texts.stops, transfers: texts.transfers, pathways: texts.pathways };
  const tags = Tags.map(({ field, value }) => tagWords(List, field, value, Match, {}));
  return `${titles[List]}: ${tags.join(` ${Condition === 'And' ? texts.andWord : texts.or} `)}`;
}
