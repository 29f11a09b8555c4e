import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconCircleCheck, IconCircleX, IconLoader2 } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect } from 'react';
import { loadValidationSummary } from '../../commands/validation/loadValidationSummary.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { summaryPlace, validationTotals, withSummary } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { useQuery } from '../parts/query.ts';
import { Loading } from '../parts/LoadStates.tsx';
import classes from './validation.module.css';
import { spokenLanguage } from '../language/language.ts';
import { effectWords } from './effectWords.ts';
import { texts } from './texts.ts';
import { lazyScreen } from '../parts/lazyScreen.ts';

const ExclusionManager = lazyScreen(() => import('../exclusions/ExclusionManager.tsx').then((module) => module.ExclusionManager));
const ProfileModal = lazyScreen(() => import('./ProfileModal.tsx').then((module) => module.ProfileModal));
const SummaryBody = lazyScreen(() => import('./SummaryBody.tsx').then((module) => module.SummaryBody));

/** What is wrong in the version, at the foot of its pages: a line of counts, expanded into groups, rules and cases. */
export function SummaryPanel({ versionId }: { versionId: number }): ReactNode {
  const { path, search } = useView((view) => view.location);
  const open = useOpenPlace();
  const [exclusions] = useQuery('exclusions');
  const [profile] = useQuery('profile');
  const place = summaryPlace(search);
  const dispatch = useDispatch();
  const idle = useView((view) => view.versions[versionId]?.validation.summary.status === 'idle');
  useEffect(() => {
    if (idle) dispatch(loadValidationSummary({ versionId }));
  }, [dispatch, idle, versionId]);
  const toggle = (): void =>
    open(
      path,
      place.open
        ? withSummary(search, { summary: null, rule: null, by: null, excluding: null, fresh: null })
        : withSummary(search, { summary: 'open' }),
      { replace: true },
    );
  return (
    <section className={classes['panel']} aria-label={texts.validation} data-foot data-open={place.open || undefined}>
      <div className={classes['bar']}>
        <UnstyledButton className={classes['toggle']} aria-expanded={place.open} onClick={toggle}>
          <Counts versionId={versionId} />
        </UnstyledButton>
        <LastEffect versionId={versionId} />
        <Tooltip label={place.open ? texts.collapseTheSummary : texts.expandTheSummary}>
          <ActionIcon variant="subtle" color="gray" aria-label={place.open ? texts.collapseTheSummary : texts.expandTheSummary} onClick={toggle}>
            {place.open ? <IconChevronDown size={16} aria-hidden /> : <IconChevronUp size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </div>
      {place.open && (
        <div className={classes['body']}>
          <Suspense fallback={<Loading what={texts.validationWord} skeleton={4} />}>
            <SummaryBody versionId={versionId} />
          </Suspense>
        </div>
      )}
      {exclusions !== '' && (
        <Suspense>
          <ExclusionManager versionId={versionId} />
        </Suspense>
      )}
      {profile !== '' && (
        <Suspense>
          <ProfileModal />
        </Suspense>
      )}
    </section>
  );
}

/** What the last edit brought or cured. */
function LastEffect({ versionId }: { versionId: number }): ReactNode {
  const effects = useView((view) => view.versions[versionId]?.validation.effects);
  const words = effectWords(Object.values(effects ?? {}).at(-1));
  return words === undefined ? null : (
    <span className={classes['quiet']} role="status" title={texts.byTheLastEdit}>
      {words}
    </span>
  );
}

function Counts({ versionId }: { versionId: number }): ReactNode {
  const load = useView((view) => view.versions[versionId]?.validation.summary);
  const totals = validationTotals(load?.value);
  const checking = load?.value?.Checking === true;
  return (
    <>
      <span className={classes['heading']}>{texts.validation}</span>
      <span className={classes['counts']} role="status">
        {totals ? (
          <>
            <Count icon={<IconCircleX size={14} aria-hidden />} tone="error" count={totals.errors} word={texts.errorWord({ count: totals.errors })} />
            <Count
              icon={<IconAlertTriangle size={14} aria-hidden />}
              tone="warning"
              count={totals.warnings}
              word={texts.warningWord({ count: totals.warnings })}
            />
            {totals.errors + totals.warnings === 0 && <IconCircleCheck size={14} className={classes['done']} aria-hidden />}
          </>
        ) : (
          <span className={classes['quiet']}>{load?.status === 'failed' ? texts.couldNotBeLoaded : ''}</span>
        )}
        {checking && (
          <span className={classes['checking']}>
            <IconLoader2 size={13} aria-hidden /> {texts.checking}
          </span>
        )}
      </span>
    </>
  );
}

function Count({ icon, tone, count, word }: { icon: ReactNode; tone: string; count: number; word: string }): ReactNode {
  return (
    <span className={classes['count']} data-tone={count === 0 ? undefined : tone}>
      {icon}
      <span className="dmp-number">{count.toLocaleString(spokenLanguage().locale)}</span> {word}
    </span>
  );
}
