import { type ReactNode, useState } from 'react';
import type { OtherBuild } from '../../domain/build.ts';
import type { Definitions } from '../../kernel/command.ts';
import type { Unreadable } from '../../kernel/dmplog.ts';
import { KernelProvider } from '../../kernel/react.tsx';
import type { Replayer } from '../../kernel/replayer.ts';
import type { Report } from '../../kernel/reportLog.ts';
import type { Verdict } from '../../kernel/verdict.ts';
import type { AppState } from '../../projections/state.ts';
import { OpenReport } from './OpenReport.tsx';
import { ReplayDesk } from './ReplayDesk.tsx';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** A report that was read, and what drives it. */
export interface OpenedReport {
  readonly ok: true;
  readonly report: Report;
  readonly replayer: Replayer<AppState>;
  /** What the replay proved. */
  readonly verdict: Verdict;
  /** The builds, where another one recorded it, or where that is not known. */
  readonly other: OtherBuild | undefined;
}

interface ReplayPageProps {
  /** What the product is made of: records are named by their commands' labels. */
  readonly definitions: Definitions<AppState>;
  /** Reads the text of a report file. */
  readonly open: (text: string) => Promise<OpenedReport | Unreadable>;
  /** The product's screens, to be shown in the state of the replay; given its replayer. */
  readonly screens: (replayer: Replayer<AppState>) => ReactNode;
}

/** Opens a problem report and plays it back on the product's own screens, step by step. Nothing is sent anywhere. */
export function ReplayPage({ definitions, open, screens }: ReplayPageProps): ReactNode {
  const [opened, setOpened] = useState<OpenedReport & { readonly name: string }>();
  const [problem, setProblem] = useState<string>();
  const openFile = async (file: File): Promise<void> => {
    try {
      const read = await open(await file.text());
      setProblem(read.ok ? undefined : read.message);
      if (read.ok) setOpened({ ...read, name: file.name });
    } catch (thrown) {
      setProblem(thrown instanceof Error ? thrown.message : texts.readFailed);
    }
  };
  if (!opened) return <OpenReport problem={problem} onFile={(file) => void openFile(file)} />;
  return (
    <main className={classes['page']}>
      <h1 className="dmp-sr-only">{texts.replayOfName({ name: opened.name })}</h1>
      {/* inert: the screens show what was; whatever is pressed there would have nobody to answer */}
      <div className={classes['screens']} inert>
        <KernelProvider kernel={opened.replayer}>{screens(opened.replayer)}</KernelProvider>
      </div>
      <ReplayDesk key={opened.report.header.session} opened={opened} definitions={definitions} onClose={() => setOpened(undefined)} />
    </main>
  );
}
