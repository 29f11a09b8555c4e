import { Anchor } from '@mantine/core';
import { said } from '../language/language.ts';
import { IconArrowLeft, IconArrowRight, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { beginEdit } from '../../commands/versions/beginEdit.ts';
import { loadVersion } from '../../commands/versions/loadVersion.ts';
import { CONTROL_OF_ACT } from '../../commands/versions/versionActs.ts';
import { formatMoment } from '../../domain/date.ts';
import { comparerPath, dataPath, VERSION_PAGES } from '../../domain/locations.ts';
import { snapshotOf, storedVersionId } from '../../domain/snapshots.ts';
import { isRecordKind, RECORD_KINDS } from '../../domain/model/records.ts';
import { BEGIN_EDIT, READ_ONLY } from '../../domain/versions.ts';
import { rightsIn } from '../../projections/rights.ts';
import { authorOf, databaseOf, isReadable, versionOf } from '../../projections/versions.ts';
import { ActionButton } from '../parts/ActionButton.tsx';
import { useView } from '../parts/appState.ts';
import { CopyId } from '../parts/CopyId.tsx';
import { ShownField } from '../parts/Field.tsx';
import { Glyph } from '../parts/icons.ts';
import { Link, useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Page } from '../parts/Page.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { entityCounts } from './entityCounts.ts';
import { UnreadableVersion } from './UnreadableVersion.tsx';
import { mainAct } from './versionActions.ts';
import { VersionActMenu } from './VersionActMenu.tsx';
import { VersionBadge } from './VersionBadge.tsx';
import classes from './VersionPage.module.css';
import { neighbourPage, PAGE_ICONS, PAGE_TITLES } from './versionPages.ts';
import { VersionOverview } from './VersionOverview.tsx';
import { VersionPageWork } from './VersionActs.tsx';
import { texts } from './texts.ts';

/** A version: its state, its content, and its pages. */
export function VersionPage({ databaseId, versionId }: { databaseId: string; versionId: number }): ReactNode {
  const version = useView((view) => versionOf(view, versionId));
  const database = useView((view) => databaseOf(view, databaseId));
  const readOnly = useView((view) => rightsIn(view, databaseId).readOnly);
  const parent = useView((view) => (version?.ParentId == null ? undefined : versionOf(view, version.ParentId)));
  const current = useView((view) => view.versionLists[databaseId]?.value?.find(({ Current }) => Current)?.Id);
  const before = current !== undefined && current !== versionId ? current : (version?.ParentId ?? undefined);
  const readable = version === undefined || isReadable(version);
  const open = useOpenPlace();
  const step = (by: 1 | -1): ReactNode => {
    const page = neighbourPage(undefined, by, VERSION_PAGES);
    if (page === undefined) return null;
    const word = by === 1 ? texts.nextPage : texts.previousPage;
    return (
      <WhyButton
        iconOnly
        label={`${word}: ${said(PAGE_TITLES[page])}`}
        icon={by === 1 ? IconArrowRight : IconArrowLeft}
        shortcut={by === 1 ? 'Alt+PageDown' : 'Alt+PageUp'}
        onClick={() => open(dataPath({ databaseId, versionId, page }))}
      />
    );
  };
  return (
    <Page
      crumbs={<Link to={dataPath({ databaseId })}>{database?.Name || databaseId}</Link>}
      title={
        <>
          <h1>{version?.Version ?? texts.versionVersionId({ versionId })}</h1>
          {version && <VersionBadge version={version} />}
        </>
      }
      actions={
        <>
          <ActionButton of={version ? CONTROL_OF_ACT[mainAct(version)] : beginEdit} variant="filled" />
          {version && <VersionActMenu version={version} />}
          {step(-1)}
          {step(1)}
        </>
      }
    >
      <div className={classes['body']}>
        {version && <VersionPageWork version={version} />}
        {readable ? <Pages databaseId={databaseId} versionId={versionId} /> : <UnreadableVersion version={version} />}
        {version && readable && snapshotOf(versionId) === undefined && <VersionOverview version={version} databaseId={databaseId} />}
        {version && (
          <section aria-label={texts.aboutThisVersion} className={classes['facts']}>
            <ShownField label={texts.versionId}>
              <CopyId id={String(storedVersionId(version.Id))} what={texts.versionIdWord} />
            </ShownField>
            <ShownField label={texts.source}>{version.Source || '—'}</ShownField>
            <ShownField label={texts.author}>{authorOf(version) || '—'}</ShownField>
            <ShownField label={texts.dateUTC}>
              <span className="dmp-number">{formatMoment(version.Date)}</span>
            </ShownField>
            {version.Published && (
              <ShownField label={version.PublishedAt === undefined ? texts.published : texts.publishedUTC}>
                <span className="dmp-number">{version.PublishedAt === undefined ? texts.yes : formatMoment(version.PublishedAt)}</span>
              </ShownField>
            )}
            {version.Stored && <ShownField label={texts.stored}>{texts.durableCopy}</ShownField>}
            {version.ParentId !== null && (
              <ShownField label={texts.madeFrom}>
                <Anchor component={Link} to={dataPath({ databaseId, versionId: version.ParentId })}>
                  {parent?.Version ?? texts.versionParentIdTitle({ parentId: version.ParentId })}
                </Anchor>
              </ShownField>
            )}
            {readable && (
              <ShownField label={texts.compare}>
                {before === undefined ? (
                  <Anchor component={Link} to={comparerPath({ databaseId, from: version.Id })}>
                    {texts.withAnotherVersion}
                  </Anchor>
                ) : (
                  <Anchor component={Link} to={comparerPath({ databaseId, from: before, to: version.Id })}>
                    {before === current ? texts.withTheCurrentVersion : texts.compareWithSource}
                  </Anchor>
                )}
              </ShownField>
            )}
            <ShownField label={texts.tasks}>
              <Anchor component={Link} to={`/tasks?db_version_id=${storedVersionId(version.Id)}`}>
                {texts.tasksOfVersion}
              </Anchor>
            </ShownField>
            <ShownField label={texts.rights}>
              {readOnly ? READ_ONLY : version.Editable ? texts.editable : readable ? BEGIN_EDIT : texts.notEditable}
            </ShownField>
          </section>
        )}
        {readable && <WhatItHolds databaseId={databaseId} versionId={versionId} />}
      </div>
    </Page>
  );
}

function Pages({ databaseId, versionId }: { databaseId: string; versionId: number }): ReactNode {
  const counts = useView((view) => view.versions[versionId]?.counts.value);
  return (
    <nav aria-label={texts.pagesOfThisVersion}>
      <ul className={classes['pages']}>
        {VERSION_PAGES.map((page) => {
          const count = counts?.[ENTITY_OF_PAGE[page] ?? ''];
          return (
            <li key={page}>
              <Link to={dataPath({ databaseId, versionId, page })} className={classes['page']}>
                <Glyph name={PAGE_ICONS[page]} size={17} className={classes['icon']} />
                <span className={classes['title']}>{said(PAGE_TITLES[page])}</span>
                {count !== undefined && <span className={`dmp-number ${classes['count']}`}>{count.toLocaleString('en-GB')}</span>}
                <IconChevronRight size={15} aria-hidden className={classes['icon']} />
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function WhatItHolds({ databaseId, versionId }: { databaseId: string; versionId: number }): ReactNode {
  const counts = useView((view) => view.versions[versionId]?.counts);
  return (
    <section aria-label={texts.whatItHolds}>
      <h2 className={classes['heading']}>{texts.whatItHolds}</h2>
      <LoadStates load={counts} what={texts.countsOfThisVersion} retry={loadVersion({ versionId })} skeleton={6}>
        {(value) => (
          <dl className={classes['counts']}>
            {entityCounts(value)
              .filter(({ kind }) => !ON_PAGES.has(kind))
              .map(({ kind, title, count }) => (
                <div key={title} className={classes['line']}>
                  <dt>{isRecordKind(kind) ? <Link to={dataPath({ databaseId, versionId, page: RECORD_KINDS[kind].page })}>{title}</Link> : title}</dt>
                  <dd className="dmp-number">{count.toLocaleString('en-GB')}</dd>
                </div>
              ))}
          </dl>
        )}
      </LoadStates>
    </section>
  );
}

const ENTITY_OF_PAGE: Readonly<Record<string, string>> = {
  get schedules() {
    return texts.schedule;
  },
  get fares() {
    return texts.fare;
  },
  get stops() {
    return texts.stop;
  },
  get translations() {
    return texts.translation;
  },
  get agencies() {
    return texts.agency;
  },
};

/** Kinds that are counted beside their pages: they are not counted twice. */
const ON_PAGES: ReadonlySet<string> = new Set(Object.values(ENTITY_OF_PAGE));
