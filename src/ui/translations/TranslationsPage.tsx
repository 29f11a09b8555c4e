import { IconTable } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { loadTranslations } from '../../commands/translations/loadTranslations.ts';
import { languageName, translatedText } from '../../domain/translations.ts';
import type { Translation } from '../../domain/model/translation.ts';
import { filterTranslations, searchWithTranslationFilter, translationFilterOf } from '../../projections/translationList.ts';
import { queryValues } from '../../domain/queryText.ts';
import { useView } from '../parts/appState.ts';
import { DeleteModeBar, DeleteQuestion, useDeleteMode } from '../parts/DeleteMode.tsx';
import { Empty } from '../parts/Empty.tsx';
import { ItemButton } from '../parts/ItemButton.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { SearchBox } from '../parts/SearchBox.tsx';
import { useCreateMode } from '../parts/useCreateMode.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { type Column, ListTitle, VirtualList } from '../parts/VirtualList.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';
import { TranslationDetails } from './TranslationDetails.tsx';
import { CreateTranslation } from './CreateTranslation.tsx';
import { TranslationSheetPage } from './TranslationSheetPage.tsx';
import { TranslationFilters } from './TranslationFilters.tsx';
import { texts } from './texts.ts';
import classes from '../parts/listWithFields.module.css';

const NONE: readonly Translation[] = [];

/** The translations of a version, and one of them. */
export function TranslationsPage(): ReactNode {
  const { versionId = 0, itemId } = usePlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.versions[versionId]?.translations);
  if (itemId !== undefined || queryValues(search, 'view')[0] !== 'sheet') return <TranslationList />;
  return (
    <div className={classes['page']}>
      <LoadStates load={load} what={texts.translationsWord} retry={loadTranslations({ versionId })} skeleton={14}>
        {(translations) => <TranslationSheetPage versionId={versionId} translations={translations} />}
      </LoadStates>
    </div>
  );
}

function TranslationList(): ReactNode {
  const { versionId = 0, itemId } = usePlace();
  const pathTo = usePathTo();
  const open = useOpenPlace();
  const search = useView((view) => view.location.search);
  const load = useView((view) => view.versions[versionId]?.translations);
  const all = load?.value ?? NONE;
  const filter = useMemo(() => translationFilterOf(search), [search]);
  const rows = useMemo(() => filterTranslations(all, filter), [all, filter]);
  const mode = useDeleteMode('translations');
  const creating = useCreateMode();
  const chosen = useMemo(() => all.find(({ Id }) => Id === itemId), [all, itemId]);
  const here = pathTo({ page: 'translations', ...(itemId === undefined ? {} : { itemId }) });
  const narrow = (change: Partial<typeof filter>): void =>
    open(here, searchWithTranslationFilter(search, { ...filter, ...change }), { replace: true });
  return (
    <div className={classes['page']}>
      <section className={classes['listPane']} aria-label={texts.translations}>
        <header className={classes['bar']}>
          <ListTitle title={texts.translations} count={rows.length} total={load?.value ? all.length : undefined} />
          <SearchBox value={filter.text} onSearch={(text) => narrow({ text })} label={texts.searchTranslations} placeholder={texts.textOrId} />
          <div className={classes['tools']}>
            <TranslationFilters filter={filter} onChange={narrow} />
            {!mode.on && (
              <WhyButton iconOnly label={texts.showAsSheet} icon={IconTable} onClick={() => open(pathTo({ page: 'translations' }), '?view=sheet')} />
            )}
            {!mode.on && <ItemButton of="translation" act="create" iconOnly />}
            <DeleteModeBar mode={mode} ids={rows.map(idOf)} />
          </div>
        </header>
        <LoadStates
          load={load}
          what={texts.translationsWord}
          retry={loadTranslations({ versionId })}
          skeleton={14}
          isEmpty={(list) => list.length === 0}
          empty={<Empty title={texts.noTranslations} hint={texts.emptyHint} />}
        >
          {() => (
            <VirtualList
              label={texts.translations}
              rows={rows}
              all={all}
              columns={COLUMNS}
              idOf={idOf}
              textOf={translatedText}
              selected={itemId}
              selection={mode.selection(translatedText)}
              onChoose={({ Id }) => open(pathTo({ page: 'translations', itemId: Id }), search)}
              empty={<Empty title={texts.noTranslationMatches} hint={texts.noMatchTranslationHint} />}
            />
          )}
        </LoadStates>
      </section>
      {creating.isOpen && <CreateTranslation key={versionId} versionId={versionId} onClose={creating.close} />}
      <DeleteQuestion page="translations" title={texts.removeTranslation({ size: mode.chosen.size })}>
        {texts.removeOneQuestion({ size: mode.chosen.size })}
      </DeleteQuestion>
      {chosen && !mode.on && (
        <TranslationDetails key={chosen.Id} translation={chosen} onClose={() => open(pathTo({ page: 'translations' }), search)} />
      )}
      {!chosen && itemId !== undefined && load?.status === 'succeeded' && <Empty title={texts.unknownTitle} hint={texts.unknownHint({ itemId })} />}
    </div>
  );
}

const COLUMNS: readonly Column<Translation>[] = [
  {
    key: 'text',
    get title() {
      return texts.text;
    },
    value: (one) => translatedText(one),
    width: 'minmax(110px, 2fr)',
    render: (one) => (
      <span title={translatedText(one)} className={one.FieldValue ? undefined : 'dmp-mono'}>
        {translatedText(one)}
      </span>
    ),
  },
  {
    key: 'translation',
    get title() {
      return texts.translation;
    },
    value: (one) => one.Translation,
    width: 'minmax(110px, 2fr)',
    render: (one) => (
      <span title={one.Translation} lang={one.LanguageName || undefined} dir="auto">
        {one.Translation}
      </span>
    ),
  },
  {
    key: 'language',
    get title() {
      return texts.language;
    },
    value: (one) => languageName(one.LanguageName),
    width: 'minmax(76px, 0.8fr)',
    render: (one) => <span title={languageName(one.LanguageName)}>{languageName(one.LanguageName)}</span>,
  },
  {
    key: 'category',
    get title() {
      return texts.category;
    },
    value: (one) => one.CategoryName,
    width: 'minmax(66px, 0.7fr)',
    render: (one) => <span title={one.CategoryName}>{one.CategoryName}</span>,
  },
  {
    key: 'field',
    get title() {
      return texts.field;
    },
    value: (one) => one.FieldName,
    width: 'minmax(84px, 1fr)',
    render: (one) => <span title={one.FieldName}>{one.FieldName}</span>,
  },
];

function idOf(translation: Translation): string {
  return translation.Id;
}
