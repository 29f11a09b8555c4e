import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconInfoCircle, IconLink, IconNotes, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { openReviewLinks } from '../../commands/changes/reviewLinkSteps.ts';
import { loadDiff } from '../../commands/comparer/loadDiff.ts';
import { saveDiff, showReleaseNotes } from '../../commands/comparer/saveDiff.ts';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { dataPath } from '../../domain/locations.ts';
import { snapshotId, snapshotOf } from '../../domain/snapshots.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { type Comparison, comparisonAt, firstCategory, listAddress, shownList } from '../../projections/comparer.ts';
import { withReview } from '../../projections/review.ts';
import { rightsIn } from '../../projections/rights.ts';
import { searchWith } from '../../projections/taskAddress.ts';
import { changesIn } from '../../projections/versions.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { Loading } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { CategoryNav } from './CategoryNav.tsx';
import { DifferencePanel } from './DifferencePanel.tsx';
import { DiffListPane } from './DiffListPane.tsx';
import { Navigator } from './Navigator.tsx';
import classes from './comparer.module.css';
import { ReleaseNotes } from './ReleaseNotes.tsx';
import { texts } from './texts.ts';

/** The comparer in view, as its address has it. */
function useComparison(): Comparison {
  const location = useView((view) => view.location);
  return useMemo(() => comparisonAt(location) ?? { section: 'comparer', property: '', number: 0 }, [location]);
}

/** Compares two versions of a database. */
export function ComparerPage(): ReactNode {
  const at = useComparison();
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const { path, search } = useView((view) => view.location);
  const { from: a, to: b } = at;
  const isNoted = new URLSearchParams(search).get('dialog') === 'notes';
  return (
    <div className={classes['page']}>
      <header className={classes['bar']}>
        <h1 className={classes['title']}>{texts.comparer}</h1>
        <span className={classes['gap']} />
        {a !== undefined && b !== undefined && (
          <>
            <ReviewButton at={at} versionId={b} />
            <WhyButton label={texts.compareAgain} iconOnly icon={IconRefresh} onClick={() => dispatch(loadDiff({ a, b }))} />
            <WhyButton label={texts.notes} icon={IconNotes} compact hint={texts.releaseNotesHint} onClick={() => dispatch(showReleaseNotes({}))} />
            <LinkButton from={a} versionId={b} databaseId={at.databaseId ?? ''} />
            <WhyButton
              label={texts.report}
              icon={IconFileText}
              compact
              hint={texts.saveReport}
              onClick={() => dispatch(saveDiff({ a, b, format: 'html' }))}
            />
          </>
        )}
        <ActionButton of={saveDiff} label={texts.csv} compact />
      </header>
      <Navigator at={at} />
      {a !== undefined && b !== undefined && <Helper />}
      {a === undefined || b === undefined ? (
        <Empty title={texts.chooseWhatToCompare} hint={texts.chooseVersionsHint} />
      ) : (
        <Differences at={at} a={a} b={b} />
      )}
      {isNoted && a !== undefined && b !== undefined && (
        <ReleaseNotes a={a} b={b} onClose={() => open(path, searchWith(search, { dialog: undefined }))} />
      )}
    </div>
  );
}

/** How to read a comparison, until it was closed once in this browser. */
function Helper(): ReactNode {
  const seen = useView((view) => view.settings.comparerHelperSeen);
  const dispatch = useDispatch();
  if (seen) return null;
  return (
    <Alert
      color="blue"
      variant="light"
      p="xs"
      icon={<IconInfoCircle aria-hidden />}
      withCloseButton
      closeButtonLabel={texts.closeTheHelper}
      onClose={() => dispatch(changeSettings({ changes: { comparerHelperSeen: true } }))}
    >
      {texts.chooseCategoryHint}
    </Alert>
  );
}

/** Shares the comparison with somebody without an account. */
function LinkButton({ from, versionId, databaseId }: { from: number; versionId: number; databaseId: string }): ReactNode {
  const dispatch = useDispatch();
  const readOnly = useView((view) => rightsIn(view, databaseId).readOnly);
  const why = readOnly ? READ_ONLY : (snapshotOf(from) ?? snapshotOf(versionId)) ? texts.noLinkOfSnapshots : undefined;
  return (
    <WhyButton
      label={texts.reviewLink}
      icon={IconLink}
      iconOnly
      why={why}
      hint={texts.reviewLinkHint}
      onClick={() => dispatch(openReviewLinks({ versionId, from }))}
    />
  );
}

/** From what differs to the review of the changes that were made by hand in the second version, one by one on their screens. */
function ReviewButton({ at, versionId }: { at: Comparison; versionId: number }): ReactNode {
  const open = useOpenPlace();
  const changes = useView((view) => changesIn(view, versionId));
  const list = useView(shownList, (one, other) => one?.key === other?.key);
  const first = useView((view) => (list ? view.comparer.lists[list.key]?.value?.Entries[0] : undefined));
  const place = {
    category: list?.category.section ?? '',
    property: list?.property ?? '',
    number: list?.number ?? 0,
    ...(list ? { page: list.page } : {}),
  };
  return (
    <WhyButton
      label={texts.stepThroughChanges}
      icon={IconPlayerPlay}
      compact
      why={changes === 0 && first === undefined ? texts.emptyList : undefined}
      hint={changes === 0 ? texts.stepHint : texts.reviewHint}
      onClick={() => {
        const { databaseId = '' } = at;
        if (changes === 0) {
          const { path, search } = listAddress(at, { ...place, ...(first ? { item: `${first.Kind}/${first.Id}` } : {}) });
          return open(path, search);
        }
        open(dataPath({ databaseId, versionId: snapshotId({ versionId, rev: changes }) }), withReview('', { sets: 'all' }));
      }}
    />
  );
}

function Differences({ at, a, b }: { at: Comparison; a: number; b: number }): ReactNode {
  const load = useView((view) => view.comparer.diff);
  const list = useView(shownList, (one, other) => one?.key === other?.key);
  const summary = load.value;
  if (load.status === 'failed') return <Failed a={a} b={b} />;
  if (!summary || load.status === 'loading') return <Loading what={texts.differences} skeleton={14} />;
  if (!firstCategory(summary)) return <Empty title={texts.thereAreNoDifferences} hint={texts.sameContents} />;
  return (
    <div className={classes['body']}>
      <CategoryNav at={at} summary={summary} />
      <div className={classes['content']}>
        {list ? <DiffListPane at={at} list={list} summary={summary} /> : <Empty title={texts.unknownCategory} hint={texts.unknownCategoryHint} />}
        {at.item !== undefined && <DifferencePanel at={at} item={at.item} />}
      </div>
    </div>
  );
}

/** Why the two versions could not be compared: the response's status and what it said. */
function Failed({ a, b }: { a: number; b: number }): ReactNode {
  const dispatch = useDispatch();
  const failure = useView((view) => view.comparer.failure);
  return (
    <Alert m="sm" p="sm" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={texts.comparisonFailed} role="alert">
      <Stack gap={8} align="flex-start">
        {(failure?.data ?? []).map((text) => (
          <span key={text}>{text}</span>
        ))}
        {failure !== null && failure.status > 0 && <span className={classes['quiet']}>{texts.statusStatus({ status: failure.status })}</span>}
        <Button variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={() => dispatch(loadDiff({ a, b }))}>
          {texts.retry}
        </Button>
      </Stack>
    </Alert>
  );
}
