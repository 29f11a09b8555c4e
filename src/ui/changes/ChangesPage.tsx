import { SegmentedControl, Select } from '@mantine/core';
import {
  IconArrowBackUp,
  IconGitBranch,
  IconLink,
  IconMessage,
  IconPlayerPlay,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { askDeleteChanges, openAttach, openRebase, openComments } from '../../commands/changes/changeDialogSteps.ts';
import { loadChangesets, loadMoreChangesets } from '../../commands/changes/loadChanges.ts';
import { toggleChanges, undoChangesets } from '../../commands/changes/switchChanges.ts';
import type { ChangeSet } from '../../domain/changes.ts';
import { formatMoment } from '../../domain/date.ts';
import { changesPath } from '../../domain/locations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { CHANGE_MODES, type ChangeLogPlace, changeLogAt, changeLogSearch, draftsOf, usableFilter } from '../../projections/changeLog.ts';
import { reviewPlace } from '../../projections/draftReviews.ts';
import { REVIEW_LIMIT, reviewLocation } from '../../projections/review.ts';
import { rightsIn } from '../../projections/rights.ts';
import type { AppState } from '../../projections/state.ts';
import { versionOf } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { type Column, VirtualList } from '../parts/VirtualList.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { VersionBadge } from '../versions/VersionBadge.tsx';
import { authorWords } from './authorWords.ts';
import { AttachModal } from './AttachModal.tsx';
import { ChangeFilters } from './ChangeFilters.tsx';
import { CommentModal } from './CommentModal.tsx';
import { ConflictList } from './ConflictList.tsx';
import { DeleteModal } from './DeleteModal.tsx';
import { RebaseModal } from './RebaseModal.tsx';
import { ReviewPage } from './ReviewPage.tsx';
import { ReviewsList } from './ReviewsList.tsx';
import { SetDetails } from './SetDetails.tsx';
import classes from './changes.module.css';
import { texts } from './texts.ts';

/** The change log of a database. */
export function ChangesPage(): ReactNode {
  const location = useView((view) => view.location);
  const at = useMemo(() => changeLogAt(location) ?? { mode: 'Activate' as const, filter: {} }, [location]);
  const open = useOpenPlace();
  const databases = useView((view) => view.databases.value);
  const versionId = useView((view) => reviewPlace(view)?.versionId);
  if (versionId !== undefined && at.databaseId !== undefined) return <ReviewPage key={versionId} databaseId={at.databaseId} versionId={versionId} />;
  return (
    <div className={classes['page']}>
      <header className={classes['bar']}>
        <h1 className={classes['title']}>{texts.changes}</h1>
        <Select
          aria-label={texts.database}
          placeholder={texts.chooseADatabase}
          searchable
          data={(databases ?? []).map(({ Id, Name, RegionName }) => ({ value: Id, label: `${Name || Id} (${RegionName})` }))}
          value={at.databaseId ?? null}
          onChange={(id) => id !== null && open(changesPath(id), changeLogSearch({ mode: at.mode, filter: {} }))}
        />
        <SegmentedControl
          aria-label={texts.mode}
          data={[...CHANGE_MODES]}
          value={at.mode}
          onChange={(mode) => open(changesPath(at.databaseId), changeLogSearch({ ...at, mode }), { replace: true })}
        />
      </header>
      {at.databaseId === undefined ? (
        <Empty title={texts.chooseADatabase} hint={texts.databaseHint} />
      ) : (
        <Log key={at.databaseId} at={at} databaseId={at.databaseId} />
      )}
    </div>
  );
}

function Log({ at, databaseId }: { at: ChangeLogPlace; databaseId: string }): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const load = useView((view) => view.changes.sets);
  const more = useView((view) => view.changes.more);
  const loadingMore = useView((view) => view.changes.tail.status === 'loading');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [draftId, setDraftId] = useState<number>();
  const drafts = useView((view) => draftsOf(view, databaseId), sameList);
  const readOnly = useView((view) => rightsIn(view, databaseId).readOnly);
  const filter = usableFilter(at.filter) as Record<string, string>;
  const wished = drafts.find(({ Id }) => Id === (draftId ?? Number(at.filter.dbVersionId)));
  const draft = wished ?? drafts[0];
  const sets = load.value ?? NONE;
  const picked = sets.filter(({ SetId }) => chosen.has(String(SetId)));
  const go = (to: Partial<ChangeLogPlace>, replace = false): void => open(changesPath(databaseId), changeLogSearch({ ...at, ...to }), { replace });

  const why = readOnly ? READ_ONLY : draft === undefined ? texts.beginEditFirst : picked.length === 0 ? texts.chooseChangeSetsFirst : undefined;
  const setIds = picked.map(({ SetId }) => SetId);
  const attachable = useView((view) => attachableIn(view, at.open), sameIds);
  const switchTo = (active: boolean): void => void (draft && dispatch(toggleChanges({ versionId: draft.Id, changeIds: [], setIds, active })));
  const selection = useMemo(
    () => ({ selected: chosen, onSelect: setChosen, boxLabel: ({ SetId }: ChangeSet) => texts.chooseSetSetId({ setId: SetId }) }),
    [chosen],
  );
  return (
    <>
      <ChangeFilters
        filter={at.filter}
        onChange={(next) => open(changesPath(databaseId), changeLogSearch({ mode: at.mode, filter: next }), { replace: true })}
      />
      <div className={classes['acts']} role="group" aria-label={at.mode}>
        <Select
          aria-label={texts.editIn}
          leftSection={<span className={classes['quiet']}>{texts.in}</span>}
          placeholder={texts.noDraft}
          data={drafts.map(({ Id, Version }) => ({ value: String(Id), label: `${Version} #${Id}` }))}
          value={draft ? String(draft.Id) : null}
          onChange={(id) => setDraftId(Number(id))}
          className={classes['draft'] ?? ''}
        />
        {at.mode === 'Activate' && (
          <>
            <WhyButton label={texts.switchOff} icon={IconToggleLeft} why={why} onClick={() => switchTo(false)} />
            <WhyButton label={texts.switchOn} icon={IconToggleRight} why={why} onClick={() => switchTo(true)} />
            <WhyButton
              label={texts.undo}
              icon={IconArrowBackUp}
              why={why}
              onClick={() => void (draft && dispatch(undoChangesets({ versionId: draft.Id, setIds })))}
            />
            <WhyButton
              label={texts.rebase}
              icon={IconGitBranch}
              why={readOnly ? READ_ONLY : undefined}
              hint={texts.rebaseHint}
              onClick={() => dispatch(openRebase({ databaseId }))}
            />
          </>
        )}
        {at.mode === 'Comment' && (
          <WhyButton
            label={texts.commentOnChanges}
            icon={IconMessage}
            why={readOnly ? READ_ONLY : undefined}
            onClick={() => dispatch(openComments({ databaseId }))}
          />
        )}
        {at.mode === 'Attach' && (
          <WhyButton
            label={texts.attachToATrack}
            icon={IconLink}
            why={readOnly || draft === undefined ? why : attachable.length === 0 ? texts.openTrackChangeFirst : undefined}
            onClick={() => void (draft && dispatch(openAttach({ versionId: draft.Id, changeIds: [...attachable] })))}
          />
        )}
        {at.mode === 'Delete' && (
          <WhyButton
            label={texts.delete}
            icon={IconTrash}
            color="red"
            why={why}
            hint={texts.deleteHint}
            onClick={() => void (draft && dispatch(askDeleteChanges({ versionId: draft.Id, setIds: setIds.toReversed() })))}
          />
        )}
        <span className={classes['gap']} />
        <WhyButton
          label={texts.review}
          icon={IconPlayerPlay}
          why={
            picked.length === 0
              ? texts.chooseChangeSetsFirst
              : picked.length > REVIEW_LIMIT
                ? texts.reviewLimitReached({ reviewLimit: REVIEW_LIMIT })
                : undefined
          }
          hint={texts.reviewHint}
          onClick={() => {
            const [first] = picked.toSorted((a, b) => a.SetId - b.SetId);
            if (!first) return;
            const { path, search } = reviewLocation(
              databaseId,
              first,
              setIds.toSorted((a, b) => a - b),
            );
            open(path, search);
          }}
        />
        {picked.length > 0 && <span className={classes['quiet']}>{texts.pickedChosen({ picked: picked.length })}</span>}
      </div>
      {draft && <ConflictList versionId={draft.Id} />}
      <ReviewsList databaseId={databaseId} />
      <div className={classes['list']}>
        <div className={classes['count']}>
          <span className={classes['quiet']} aria-live="polite">
            {load.value && sets.length > 0 ? (more ? texts.countOfSetsAndMore : texts.countOfSets)({ sets: sets.length }) : ''}
          </span>
          {more && (
            <WhyButton
              compact
              label={texts.loadOlder}
              why={loadingMore ? texts.loading : undefined}
              onClick={() => dispatch(loadMoreChangesets({ databaseId, filter, before: sets.at(-1)?.SetId ?? 1 }))}
            />
          )}
        </div>
        <LoadStates
          load={load}
          what={texts.changesWord}
          retry={loadChangesets({ databaseId, filter })}
          skeleton={14}
          isEmpty={(list) => list.length === 0}
          empty={<Empty title={texts.noChanges} hint={texts.emptyHint} />}
        >
          {(list) => (
            <VirtualList
              label={texts.changeSets}
              rows={list}
              columns={COLUMNS}
              selection={selection}
              rowHeight={40}
              idOf={idOf}
              textOf={wordsOf}
              selected={at.open === undefined ? undefined : String(at.open)}
              onChoose={({ SetId }) => go({ open: SetId })}
            />
          )}
        </LoadStates>
      </div>
      {at.open !== undefined && (
        <SetDetails
          setId={at.open}
          draft={draft}
          readOnly={readOnly}
          onClose={() => {
            const { open: _open, ...rest } = at;
            open(changesPath(databaseId), changeLogSearch(rest));
          }}
        />
      )}
      <CommentModal databaseId={databaseId} sets={picked} />
      <AttachModal />
      <RebaseModal />
      <DeleteModal onDelete={() => setChosen(new Set())} />
    </>
  );
}

const NONE: readonly ChangeSet[] = [];

/** Ids of the changes of a set that can be attached to a track. */
function attachableIn(view: AppState, setId: number | undefined): readonly number[] {
  const changes = setId === undefined ? undefined : view.changes.changes[setId]?.value;
  return (changes ?? []).flatMap(({ ChangeId, Type }) => (Type === 'Track' || Type === 'Timetable' ? [ChangeId] : []));
}

const COLUMNS: readonly Column<ChangeSet>[] = [
  {
    key: 'set',
    get title() {
      return texts.changeSets;
    },
    width: 'minmax(180px, 3fr)',
    render: (set) => (
      <span className={classes['words']} data-off={set.Inactive === set.Count || undefined} title={wordsOf(set)}>
        {wordsOf(set)}
      </span>
    ),
  },
  {
    key: 'state',
    get title() {
      return texts.state;
    },
    width: 'minmax(64px, 0.6fr)',
    render: (set) => stateOf(set),
  },
  {
    key: 'changes',
    get title() {
      return texts.changes;
    },
    width: '66px',
    align: 'right',
    render: ({ Count }) => <span className="dmp-number">{Count}</span>,
  },
  {
    key: 'version',
    get title() {
      return texts.version;
    },
    width: '116px',
    render: (set) => <VersionCell set={set} />,
  },
  {
    key: 'by',
    get title() {
      return texts.by;
    },
    width: 'minmax(76px, 1fr)',
    render: (set) => <span title={authorWords(set)}>{authorWords({ ...set, CreatedBy: set.CreatedBy.replace(/@.*/, '') })}</span>,
  },
  {
    key: 'date',
    get title() {
      return texts.dateUTC;
    },
    width: '128px',
    render: ({ Date: at, Comments }) => (
      <span className="dmp-number">
        {formatMoment(at)}
        {Comments > 0 && <span title={texts.commentsComments({ comments: Comments })}>{` (${Comments})`}</span>}
      </span>
    ),
  },
  {
    key: 'id',
    get title() {
      return texts.set;
    },
    width: '60px',
    align: 'right',
    render: ({ SetId }) => <span className="dmp-number">{SetId}</span>,
  },
];

function VersionCell({ set }: { set: ChangeSet }): ReactNode {
  const version = useView((view) => versionOf(view, set.DbVersionId));
  return (
    <span className={classes['set']} title={`${set.Version} #${set.DbVersionId}`}>
      <span className="dmp-number">#{set.DbVersionId}</span>
      {version && <VersionBadge version={version} />}
    </span>
  );
}

function stateOf({ Count, Inactive, Deleted, Carried }: ChangeSet): string {
  if (!Carried) return texts.switch;
  if (Deleted === Count) return texts.deleted;
  return Inactive === 0 ? texts.active : Inactive === Count ? texts.off : texts.partlyOff;
}

function wordsOf({ Message, SetId }: ChangeSet): string {
  return Message === '' ? texts.changeSetSetId({ setId: SetId }) : Message;
}

function idOf({ SetId }: ChangeSet): string {
  return String(SetId);
}

function sameIds(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((id, i) => id === b[i]);
}

function sameList(a: readonly { readonly Id: number }[], b: readonly { readonly Id: number }[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
