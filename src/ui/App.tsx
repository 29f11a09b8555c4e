import { type ReactNode, Suspense, useEffect } from 'react';
import { BLOCKS_PAGE, CALENDAR_PAGE, JOURNEYS_PAGE, placeOf } from '../domain/locations.ts';
import { snapshotOf } from '../domain/snapshots.ts';
import { RECORD_KIND_NAMES, RECORD_KINDS } from '../domain/model/records.ts';
import { windowTitle } from '../projections/comparer.ts';
import { accessProblem } from './account/access.ts';
import { NoAccessPage, SignInFailedPage, TermsPage, WaitingPage } from './account/AccountPages.tsx';
import classes from './App.module.css';
import { isFolded } from '../projections/foldedBars.ts';
import { Spoken } from './language/Spoken.tsx';
import { useView } from './parts/appState.ts';
import { Empty } from './parts/Empty.tsx';
import { Link, Navigation } from './parts/Link.tsx';
import { Loading } from './parts/LoadStates.tsx';
import { Themed } from './parts/Themed.tsx';
import { Header } from './shell/Header.tsx';
import { texts } from './shell/texts.ts';
import { Shell } from './shell/Shell.tsx';
import { Spreadsheet } from './spreadsheets/Spreadsheet.tsx';
import { SummaryPanel } from './validation/SummaryPanel.tsx';
import { VersionBar } from './versions/VersionBar.tsx';
import { VersionGuard } from './versions/VersionGuard.tsx';
import { PointedProvider } from './parts/pointed.tsx';
import { lazyScreen } from './parts/lazyScreen.ts';

// Each page is a chunk of its own: what the frame needs comes first.
const StartPage = lazyScreen(() => import('./databases/StartPage.tsx').then((module) => module.StartPage));
const DatabasePage = lazyScreen(() => import('./databases/DatabasePage.tsx').then((module) => module.DatabasePage));
const JourneysPage = lazyScreen(() => import('./journeys/JourneysPage.tsx').then((module) => module.JourneysPage));
const CalendarPage = lazyScreen(() => import('./calendars/CalendarPage.tsx').then((module) => module.CalendarPage));
const BlocksPage = lazyScreen(() => import('./blocks/BlocksPage.tsx').then((module) => module.BlocksPage));
const VersionPage = lazyScreen(() => import('./versions/VersionPage.tsx').then((module) => module.VersionPage));
const StopsPage = lazyScreen(() => import('./stops/StopsPage.tsx').then((module) => module.StopsPage));
const SchedulesPage = lazyScreen(() => import('./schedules/SchedulesPage.tsx').then((module) => module.SchedulesPage));
const FaresPage = lazyScreen(() => import('./fares/FaresPage.tsx').then((module) => module.FaresPage));
const TranslationsPage = lazyScreen(() => import('./translations/TranslationsPage.tsx').then((module) => module.TranslationsPage));
const ChangesPage = lazyScreen(() => import('./changes/ChangesPage.tsx').then((module) => module.ChangesPage));
const ComparerPage = lazyScreen(() => import('./comparer/ComparerPage.tsx').then((module) => module.ComparerPage));
const TasksPage = lazyScreen(() => import('./tasks/TasksPage.tsx').then((module) => module.TasksPage));
const PipelinesPage = lazyScreen(() => import('./pipelines/PipelinesPage.tsx').then((module) => module.PipelinesPage));
const ExportsPage = lazyScreen(() => import('./exports/ExportsPage.tsx').then((module) => module.ExportsPage));
const LogPage = lazyScreen(() => import('./logs/LogPage.tsx').then((module) => module.LogPage));
const SentNoticesPage = lazyScreen(() => import('./notifications/SentNoticesPage.tsx').then((module) => module.SentNoticesPage));
const ProblemReportsPage = lazyScreen(() => import('./problemReports/ProblemReportsPage.tsx').then((module) => module.ProblemReportsPage));
const AgenciesPage = lazyScreen(() => import('./agencies/AgenciesPage.tsx').then((module) => module.AgenciesPage));
const RecordsPage = lazyScreen(() => import('./records/RecordsPage.tsx').then((module) => module.RecordsPage));

interface AppProps {
  /** The map, always beside the content. */
  readonly map: ReactNode;
  /** The screens only show a recording: title, colours and keys stay those of the page around them. */
  readonly replayed?: boolean;
}

/** The product: which screen the address and the sign-in call for. */
export function App({ map, replayed = false }: AppProps): ReactNode {
  const colorScheme = useView((view) => view.settings.colorScheme);
  const language = useView((view) => view.settings.language) ?? 'en';
  const screens = (
    <Navigation>
      <PointedProvider>
        <div className={classes['app']}>
          <Screens map={map} replayed={replayed} />
        </div>
      </PointedProvider>
    </Navigation>
  );
  if (replayed) return screens;
  return (
    <Themed colorScheme={colorScheme}>
      <Spoken language={language}>
        <PageTitle />
        {screens}
      </Spoken>
    </Themed>
  );
}

function Screens({ map, replayed }: { map: ReactNode; replayed: boolean }): ReactNode {
  const path = useView((view) => view.location.path);
  const session = useView((view) => view.session);
  const terms = useView((view) => view.config?.terms ?? false);
  const started = useView((view) => view.started);
  const place = placeOf(path);
  if (session.status === 'failed')
    return (
      <Framed>
        <SignInFailedPage message={session.message} />
      </Framed>
    );
  if (!started || !session.account || place.section === 'callback')
    return (
      <Framed>
        <WaitingPage />
      </Framed>
    );
  const problem = accessProblem(session.account);
  if (problem !== undefined && place.section === 'terms' && terms)
    return (
      <Framed>
        <TermsPage />
      </Framed>
    );
  if (problem !== undefined)
    return (
      <Framed>
        <NoAccessPage problem={problem} email={session.account.email} />
      </Framed>
    );
  if (session.account.termsAccepted === false)
    return (
      <Framed>
        <TermsPage accept />
      </Framed>
    );
  const content = (
    <Suspense fallback={<Loading what={texts.page} />}>
      <Content path={path} />
    </Suspense>
  );
  return <Shell keys={!replayed} map={map} content={content} />;
}

/** A page without the frame of content and map. */
function Framed({ children }: { children: ReactNode }): ReactNode {
  return (
    <>
      <Header bare />
      <main className={classes['page']}>{children}</main>
    </>
  );
}

function Content({ path }: { path: string }): ReactNode {
  useFocusAfter(path);
  const terms = useView((view) => view.config?.terms ?? false);
  const folded = useView(isFolded);
  const place = placeOf(path);
  if (place.section === 'terms' && terms) return <TermsPage />;
  if (place.section === 'changes') return <ChangesPage />;
  if (place.section === 'comparer') return <ComparerPage />;
  if (place.section === 'tasks') return <TasksPage />;
  if (place.section === 'pipelines') return <PipelinesPage />;
  if (place.section === 'exports') return <ExportsPage runId={place.runId} />;
  if (place.section === 'log') return <LogPage />;
  if (place.section === 'notices') return <SentNoticesPage />;
  if (place.section === 'reports') return <ProblemReportsPage />;
  if (place.section !== 'data') return <NotFound path={path} />;
  const { databaseId, versionId, page } = place;
  if (databaseId === undefined) return <StartPage />;
  if (versionId === undefined) return <DatabasePage key={databaseId} databaseId={databaseId} />;
  if (page !== undefined && !Object.hasOwn(PAGES, page)) return <NotFound path={path} />;
  return (
    <VersionGuard databaseId={databaseId} versionId={versionId}>
      {page === undefined ? (
        <>
          {snapshotOf(versionId) !== undefined && <VersionBar />}
          <VersionPage databaseId={databaseId} versionId={versionId} />
        </>
      ) : (
        <>
          {!folded && <VersionBar />}
          <Suspense key={`${versionId}/${page}`} fallback={<Loading what={texts.page} />}>
            {PAGES[page]}
          </Suspense>
        </>
      )}
      <Spreadsheet />
      {snapshotOf(versionId) === undefined && !folded && <SummaryPanel versionId={versionId} />}
    </VersionGuard>
  );
}

/**
 * What had the focus went with the page it was on: the content takes it, for keys on nothing would do nothing. A window that closes
 * meanwhile (the palette, a question) gives it back only once it has faded, to what may be gone.
 */
function useFocusAfter(path: string): void {
  useEffect(() => {
    const began = performance.now();
    const timer = setInterval(() => {
      if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
      if (performance.now() - began > FADED) clearInterval(timer);
    }, 50);
    return () => clearInterval(timer);
  }, [path]);
}

/** Milliseconds after which no window that was open when the page changed is there any more. */
const FADED = 1000;

const PAGES: Readonly<Record<string, ReactNode>> = {
  schedules: <SchedulesPage />,
  fares: <FaresPage />,
  stops: <StopsPage />,
  translations: <TranslationsPage />,
  agencies: <AgenciesPage />,
  [CALENDAR_PAGE]: <CalendarPage />,
  [BLOCKS_PAGE]: <BlocksPage />,
  [JOURNEYS_PAGE]: <JourneysPage />,
  ...Object.fromEntries(RECORD_KIND_NAMES.map((kind) => [RECORD_KINDS[kind].page, <RecordsPage key={kind} kind={kind} />])),
};

function NotFound({ path }: { path: string }): ReactNode {
  return (
    <Empty heading={1} title={texts.thereIsNothingHere} hint={texts.unknownPage({ path })}>
      <Link to="/data">{texts.toTheDatabases}</Link>
    </Empty>
  );
}

function PageTitle(): ReactNode {
  const title = useView(windowTitle);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
