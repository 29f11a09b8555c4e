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
import { askDeleteChanges, openAttach, openCarryOn, openComments } from '../../commands/changes/changeDialogSteps.ts';
import { loadChangesets, loadMoreChangesets } from '../../commands/changes/loadChanges.ts';
import { toggleChanges, undoChangesets } from '../../commands/changes/switchChanges.ts';
import type { ChangeSet } from '../../domain/changes.ts';
import { formatMoment } from '../../domain/date.ts';
import { changesPath } from '../../domain/locations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { CHANGE_MODES, type ChangeLogPlace, changeLogAt, changeLogSearch, draftsOf, usableFilter } from '../../projections/changeLog.ts';
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
import { AttachModal } from './AttachModal.tsx';
import { ChangeFilters } from './ChangeFilters.tsx';
import { CommentModal } from './CommentModal.tsx';
import { ConflictList } from './ConflictList.tsx';
import { DeleteModal } from './DeleteModal.tsx';
import { RebaseModal } from './RebaseModal.tsx';
import { SetDetails } from './SetDetails.tsx';
import classes from './changes.module.css';

/** The change log of a database. */
export function ChangesPage(): ReactNode {
  const location = useView((view) => view.location);
  const at = useMemo(() => changeLogAt(location) ?? { mode: 'Activate' as const, filter: {} }, [location]);
  const open = useOpenPlace();
  const databases = useView((view) => view.databases.value);
  return (
    <div className={classes['page']}>
      <header className={classes['bar']}>
        <h1 className={classes['title']}>Changes</h1>
        <Select
          aria-label="Database"
          placeholder="Choose a database"
          searchable
          data={(databases ?? []).map(({ Id, Name, RegionName }) => ({ value: Id, label: `${Name || Id} (${RegionName})` }))}
          value={at.databaseId ?? null}
          onChange={(id) => id !== null && open(changesPath(id), changeLogSearch({ mode: at.mode, filter: {} }))}
        />
        <SegmentedControl
          aria-label="Mode"
          data={[...CHANGE_MODES]}
          value={at.mode}
          onChange={(mode) => open(changesPath(at.databaseId), changeLogSearch({ ...at, mode }), { replace: true })}
        />
      </header>
      {at.databaseId === undefined ? (
        <Empty title="Choose a database" hint="Its changes are listed here, newest first." />
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

  const why = readOnly
    ? READ_ONLY
    : draft === undefined
      ? 'Begin an edit of a version first'
      : picked.length === 0
        ? 'Choose change sets first'
        : undefined;
  const setIds = picked.map(({ SetId }) => SetId);
  const attachable = useView((view) => attachableIn(view, at.open), sameIds);
  const switchTo = (active: boolean): void => void (draft && dispatch(toggleChanges({ versionId: draft.Id, changeIds: [], setIds, active })));
  const selection = useMemo(() => ({ selected: chosen, onSelect: setChosen, boxLabel: ({ SetId }: ChangeSet) => `Choose set ${SetId}` }), [chosen]);
  return (
    <>
      <ChangeFilters
        filter={at.filter}
        onChange={(next) => open(changesPath(databaseId), changeLogSearch({ mode: at.mode, filter: next }), { replace: true })}
      />
      <div className={classes['acts']} role="group" aria-label={at.mode}>
        <Select
          aria-label="Edit in"
          leftSection={<span className={classes['quiet']}>in</span>}
          placeholder="No draft"
          data={drafts.map(({ Id, Version }) => ({ value: String(Id), label: `${Version} #${Id}` }))}
          value={draft ? String(draft.Id) : null}
          onChange={(id) => setDraftId(Number(id))}
          className={classes['draft'] ?? ''}
        />
        {at.mode === 'Activate' && (
          <>
            <WhyButton label="Switch off" icon={IconToggleLeft} why={why} onClick={() => switchTo(false)} />
            <WhyButton label="Switch on" icon={IconToggleRight} why={why} onClick={() => switchTo(true)} />
            <WhyButton
              label="Undo"
              icon={IconArrowBackUp}
              why={why}
              onClick={() => void (draft && dispatch(undoChangesets({ versionId: draft.Id, setIds })))}
            />
            <WhyButton
              label="Carry on"
              icon={IconGitBranch}
              why={readOnly ? READ_ONLY : undefined}
              hint="Carry the corrections of a version on to another one"
              onClick={() => dispatch(openCarryOn({ databaseId }))}
            />
          </>
        )}
        {at.mode === 'Comment' && (
          <WhyButton
            label="Comment on changes"
            icon={IconMessage}
            why={readOnly ? READ_ONLY : undefined}
            onClick={() => dispatch(openComments({ databaseId }))}
          />
        )}
        {at.mode === 'Attach' && (
          <WhyButton
            label="Attach to a track"
            icon={IconLink}
            why={readOnly || draft === undefined ? why : attachable.length === 0 ? 'Open a change set with a change of a track first' : undefined}
            onClick={() => void (draft && dispatch(openAttach({ versionId: draft.Id, changeIds: [...attachable] })))}
          />
        )}
        {at.mode === 'Delete' && (
          <WhyButton
            label="Delete"
            icon={IconTrash}
            color="red"
            why={why}
            hint="Takes the chosen sets back where they hold; they are no longer carried on"
            onClick={() => void (draft && dispatch(askDeleteChanges({ versionId: draft.Id, setIds: setIds.toReversed() })))}
          />
        )}
        <span className={classes['gap']} />
        <WhyButton
          label="Review"
          icon={IconPlayerPlay}
          why={
            picked.length === 0
              ? 'Choose change sets first'
              : picked.length > REVIEW_LIMIT
                ? `At most ${REVIEW_LIMIT} change sets are reviewed at once`
                : undefined
          }
          hint="Steps through the chosen change sets on their screens, before and after"
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
        {picked.length > 0 && <span className={classes['quiet']}>{`${picked.length} chosen`}</span>}
      </div>
      {draft && <ConflictList versionId={draft.Id} />}
      <div className={classes['list']}>
        <div className={classes['count']}>
          <span className={classes['quiet']} aria-live="polite">
            {load.value && sets.length > 0
              ? `${sets.length.toLocaleString('en-GB')}${more ? '+' : ''} change set${sets.length === 1 && !more ? '' : 's'}`
              : ''}
          </span>
          {more && (
            <WhyButton
              compact
              label="Load older"
              why={loadingMore ? 'Loading' : undefined}
              onClick={() => dispatch(loadMoreChangesets({ databaseId, filter, before: sets.at(-1)?.SetId ?? 1 }))}
            />
          )}
        </div>
        <LoadStates
          load={load}
          what="changes"
          retry={loadChangesets({ databaseId, filter })}
          skeleton={14}
          isEmpty={(list) => list.length === 0}
          empty={<Empty title="There are no changes" hint="Nothing was changed by hand, or nothing matches the filters." />}
        >
          {(list) => (
            <VirtualList
              label="ChangeSets"
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
    title: 'ChangeSets',
    width: 'minmax(180px, 3fr)',
    render: (set) => (
      <span className={classes['words']} data-off={set.Inactive === set.Count || undefined} title={wordsOf(set)}>
        {wordsOf(set)}
      </span>
    ),
  },
  { key: 'state', title: 'State', width: 'minmax(64px, 0.6fr)', render: (set) => stateOf(set) },
  { key: 'changes', title: 'Changes', width: '66px', align: 'right', render: ({ Count }) => <span className="dmp-number">{Count}</span> },
  { key: 'version', title: 'Version', width: '116px', render: (set) => <VersionCell set={set} /> },
  { key: 'by', title: 'By', width: 'minmax(76px, 1fr)', render: ({ CreatedBy }) => <span title={CreatedBy}>{CreatedBy.replace(/@.*/, '')}</span> },
  {
    key: 'date',
    title: 'Date (UTC)',
    width: '128px',
    render: ({ Date: at, Comments }) => (
      <span className="dmp-number">
        {formatMoment(at)}
        {Comments > 0 && <span title={`${Comments} comments`}>{` (${Comments})`}</span>}
      </span>
    ),
  },
  { key: 'id', title: 'Set', width: '60px', align: 'right', render: ({ SetId }) => <span className="dmp-number">{SetId}</span> },
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
  if (!Carried) return 'Switch';
  if (Deleted === Count) return 'Deleted';
  return Inactive === 0 ? 'Active' : Inactive === Count ? 'Off' : 'Partly off';
}

function wordsOf({ Message, SetId }: ChangeSet): string {
  return Message === '' ? `Change set ${SetId}` : Message;
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
