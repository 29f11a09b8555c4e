import { type ReactNode, Suspense } from 'react';
import { Toasts } from '../notifications/Toasts.tsx';
import { isFolded } from '../../projections/foldedBars.ts';
import { useView } from '../parts/appState.ts';
import { SavesFollower } from '../parts/SavesFollower.tsx';
import { ScreenFault } from '../parts/ScreenFault.tsx';
import { FollowBar } from '../presence/FollowBar.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { ErrorPopup } from './ErrorPopup.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Header } from './Header.tsx';
import { Keyboard } from './Keyboard.tsx';
import { ScreenActsProvider } from './screenActs.tsx';
import classes from './Shell.module.css';
import { SplitPane } from './SplitPane.tsx';
import { StatusStrip } from './StatusStrip.tsx';
import { UndoFollower } from './UndoFollower.tsx';
import { texts } from './texts.ts';
import { lazyScreen } from '../parts/lazyScreen.ts';

const Overlays = lazyScreen(() => import('./Overlays.tsx').then((module) => module.Overlays));

interface ShellProps {
  readonly content: ReactNode;
  readonly map: ReactNode;
  /** False where the screens only show a recording: no keys are taken then. */
  readonly keys: boolean;
}

/** The frame around everything: header, content beside the map, status strip, and what may lie over them. */
export function Shell({ content, map, keys }: ShellProps): ReactNode {
  const path = useView((view) => view.location.path);
  const folded = useView(isFolded);
  return (
    <ScreenActsProvider>
      <a href="#content" className={classes['skip']}>
        {texts.skipToTheContent}
      </a>
      {!folded && <Header />}
      <SplitPane
        content={
          <ScreenFault what={texts.page} place={path}>
            {content}
          </ScreenFault>
        }
        map={<ScreenFault what={texts.map}>{map}</ScreenFault>}
      />
      <FirstSteps />
      <FollowBar />
      <StatusStrip />
      <div className={classes['corner']}>
        <ConflictPanel />
        <ErrorPopup />
      </div>
      <Toasts />
      {keys && <Keyboard />}
      {keys && <UndoFollower />}
      {keys && <SavesFollower />}
      <ScreenFault what={texts.window} floats>
        <Suspense>
          <Overlays keys={keys} />
        </Suspense>
      </ScreenFault>
    </ScreenActsProvider>
  );
}
