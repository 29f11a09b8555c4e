/** Find and replace: what to search for, every text that would change, and one act that changes those that are selected. */
import { Alert, Checkbox, Select, TextInput } from '@mantine/core';
import { IconReplace, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { closeFindReplace, confirmReplace, selectTexts } from '../../commands/texts/findReplaceSteps.ts';
import { findTexts } from '../../commands/texts/findTexts.ts';
import { replaceTexts } from '../../commands/texts/textEdits.ts';
import { MOST_TEXTS } from '../../domain/edits/texts.ts';
import { plainId } from '../../domain/entities.ts';
import { kindOf } from '../../domain/model/catalogue.ts';
import { sameJson } from '../../domain/sameJson.ts';
import { labelAt, SEARCH_LIMIT, SEARCH_MODES, TEXT_GROUPS, TEXT_LIMIT, type TextGroup } from '../../domain/versionTexts.ts';
import { useDispatch, useWorkflow } from '../../kernel/react.tsx';
import type { FindReplaceContext } from '../../machines/findReplaceMachine.ts';
import { type FoundText, textKey } from '../../projections/foundTexts.ts';
import { editRefusal } from '../../projections/rights.ts';
import { textSearch } from '../../projections/typedForms.ts';
import { fieldLabel, said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { StillWaiting } from '../parts/StillWaiting.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './findReplace.module.css';
import { texts } from './texts.ts';

/** Where people search at first. */
const FIRST_GROUPS: TextGroup[] = ['names', 'headsigns', 'descriptions'];

/** The window of find and replace, over any page of a version. */
export function FindReplaceModal(): ReactNode {
  const dispatch = useDispatch();
  const opened = useWorkflow('findReplace', ({ value }) => value !== 'closed');
  return (
    <Modal opened={opened} onClose={() => dispatch(closeFindReplace({}))} title={texts.findAndReplace} size={940} transitionProps={{ duration: 0 }}>
      {opened && <Content />}
    </Modal>
  );
}

function Content(): ReactNode {
  const dispatch = useDispatch();
  const { versionId, left, messages } = useWorkflow('findReplace', ({ context }): FindReplaceContext => context);
  const saving = useWorkflow('findReplace', ({ value }) => value === 'saving');
  useShownHere(messages, replaceTexts);
  const load = useView((view) => view.versions[versionId]?.foundTexts);
  const refusal = useView(editRefusal);
  const [typed, type] = useTyped(textSearch, { find: '', replace: '', mode: 'text', letters: 'any', groups: FIRST_GROUPS });
  const { find, replace, mode, letters } = typed;
  const groups = TEXT_GROUPS.filter((one) => typed.groups.includes(one));
  const search = { find, replace, mode, letters, groups };
  const found = load?.value ?? undefined;
  const searching = load?.status === 'loading';
  const isCurrent = found !== undefined && sameJson(found.search, search);
  const selected = useMemo(() => {
    const leave = new Set(left);
    return new Set((found?.texts ?? []).filter((one) => one.problem === undefined).flatMap((one) => (leave.has(textKey(one)) ? [] : [textKey(one)])));
  }, [found, left]);
  const choose = (ids: ReadonlySet<string>): void =>
    void dispatch(selectTexts({ left: (found?.texts ?? []).flatMap((one) => (ids.has(textKey(one)) ? [] : [textKey(one)])) }));
  const whyNot = find === '' ? texts.writeWhatToFind : groups.length === 0 ? texts.chooseWhere : undefined;
  const startSearch = (): void => {
    if (whyNot === undefined) dispatch(findTexts({ versionId, ...search }));
  };
  const searchOnEnter = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') startSearch();
  };
  const whyNoReplace =
    refusal !== undefined
      ? said(refusal)
      : found === undefined
        ? texts.searchFirst
        : !isCurrent
          ? texts.searchAgain
          : selected.size === 0
            ? texts.nothingSelected
            : undefined;
  return (
    <>
      <div className={classes['form']}>
        <TextInput
          label={texts.find}
          data-autofocus
          maxLength={SEARCH_LIMIT}
          value={find}
          onChange={({ currentTarget }) => type({ find: currentTarget.value })}
          onKeyDown={searchOnEnter}
        />
        <TextInput
          label={texts.replaceWith}
          maxLength={TEXT_LIMIT}
          description={mode === 'pattern' ? texts.groupHint : texts.replaceHint}
          inputWrapperOrder={['label', 'input', 'description']}
          value={replace}
          onChange={({ currentTarget }) => type({ replace: currentTarget.value })}
          onKeyDown={searchOnEnter}
        />
        <fieldset className={classes['groups']}>
          <legend>{texts.searchIn}</legend>
          <div className={classes['groupRow']}>
            {TEXT_GROUPS.map((one) => (
              <Checkbox
                key={one}
                size="xs"
                label={groupWord(one)}
                checked={groups.includes(one)}
                onChange={({ currentTarget: { checked } }) =>
                  type({ groups: TEXT_GROUPS.filter((each) => (each === one ? checked : groups.includes(each))) })
                }
              />
            ))}
          </div>
        </fieldset>
        <div className={classes['searchRow']}>
          <Select
            aria-label={texts.how}
            size="xs"
            w={190}
            allowDeselect={false}
            data={[
              { value: 'text', label: texts.text },
              { value: 'words', label: texts.words },
              { value: 'pattern', label: texts.pattern },
            ]}
            value={mode}
            onChange={(value) => type({ mode: SEARCH_MODES.find((one) => one === value) ?? 'text' })}
          />
          <Checkbox
            size="xs"
            label={texts.sameLetters}
            checked={letters === 'same'}
            onChange={({ currentTarget }) => type({ letters: currentTarget.checked ? 'same' : 'any' })}
          />
          <span className={classes['gap']} />
          <StillWaiting on={searching} />
          <WhyButton label={texts.search} icon={IconSearch} loading={searching} why={whyNot} onClick={startSearch} />
        </div>
      </div>
      {load?.status === 'failed' && (
        <Alert color="red" variant="light" p="xs" mt="xs" role="alert">
          {load.messages.join(' ')}
        </Alert>
      )}
      {found && load?.status !== 'failed' && <Found texts={found.texts} more={found.more} selected={selected} onSelect={choose} />}
      <NotSaved message={messages[0]} />
      <div className={classes['bar']}>
        <span className={classes['gap']} />
        <StillWaiting on={saving} />
        <WhyButton label={texts.close} onClick={() => dispatch(closeFindReplace({}))} />
        <WhyButton
          variant="filled"
          icon={IconReplace}
          label={texts.replace({ texts: isCurrent ? selected.size : 0 })}
          loading={saving}
          why={whyNoReplace}
          onClick={() => dispatch(confirmReplace({}))}
        />
      </div>
    </>
  );
}

interface FoundProps {
  readonly texts: readonly FoundText[];
  readonly more: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

function Found({ texts: found, more, selected, onSelect }: FoundProps): ReactNode {
  const columns: readonly Column<FoundText>[] = [
    {
      key: 'what',
      title: texts.what,
      width: 'minmax(150px, 1.4fr)',
      value: ({ owner }) => owner,
      render: (row) => (
        <span title={plainId(row.kind, row.id)}>
          {row.owner === row.from ? plainId(row.kind, row.id) : row.owner} <span className={classes['quiet']}>{said(kindOf(row.kind).words[0])}</span>
        </span>
      ),
    },
    { key: 'field', title: texts.field, width: 'minmax(90px, 0.8fr)', value: wordOfField, render: wordOfField },
    {
      key: 'now',
      title: texts.now,
      width: 'minmax(120px, 2fr)',
      value: ({ from }) => from,
      render: ({ from }) => (
        <span className={classes['asWritten']} title={from}>
          {from}
        </span>
      ),
    },
    {
      key: 'after',
      title: texts.after,
      width: 'minmax(120px, 2fr)',
      value: ({ to }) => to,
      render: ({ to, problem }) =>
        problem === undefined ? (
          <span className={classes['changed']} title={to}>
            {to}
          </span>
        ) : (
          <span className={classes['problem']} title={problem}>
            {texts.notPossible({ problem: said(problem) })}
          </span>
        ),
    },
  ];
  if (found.length === 0) return <Empty title={texts.nothingFound} hint={texts.nothingFoundHint} />;
  return (
    <>
      <div className={classes['bar']}>
        <span role="status">{texts.count({ texts: found.length, selected: selected.size })}</span>
        <span className={classes['gap']} />
        <WhyButton compact label={texts.selectAll} onClick={() => onSelect(new Set(found.map(textKey)))} />
        <WhyButton compact label={texts.selectNone} onClick={() => onSelect(new Set())} />
      </div>
      <div className={classes['list']}>
        <VirtualList
          label={texts.foundTexts}
          rows={found}
          columns={columns}
          idOf={textKey}
          selection={{ selected, onSelect, byRow: true, boxLabel: ({ owner }) => texts.select({ what: owner }) }}
        />
      </div>
      {more && <p className={classes['quiet']}>{texts.firstTexts({ texts: MOST_TEXTS })}</p>}
    </>
  );
}

function wordOfField({ kind, path }: FoundText): string {
  const key = path.split('/').at(-1) ?? path;
  return fieldLabel(kind, { key, label: labelAt(kind, path), help: '' });
}

function groupWord(group: TextGroup): string {
  switch (group) {
    case 'names':
      return texts.names;
    case 'headsigns':
      return texts.headsigns;
    case 'descriptions':
      return texts.descriptions;
    case 'addresses':
      return texts.addresses;
    case 'ids':
      return texts.ids;
    case 'trips':
      return texts.trips;
    case 'translations':
      return texts.translations;
  }
}
