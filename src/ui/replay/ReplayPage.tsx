import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { OtherBuild } from '../../domain/build.ts';
import { reportNumber } from '../../domain/problemReports.ts';
import type { Unreadable } from '../../kernel/reportLines.ts';
import type { Replayer } from '../../kernel/replayer.ts';
import type { Report } from '../../kernel/reportLog.ts';
import type { Trace } from '../../kernel/trace.ts';
import type { Verdict } from '../../kernel/verdict.ts';
import type { AppState } from '../../projections/state.ts';
import { OpenReport } from './OpenReport.tsx';
import { type Product, ReplayDesk } from './ReplayDesk.tsx';
import { Stage } from './Stage.tsx';
import { TracePage } from './TracePage.tsx';
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

/** A trace that was read, with the report of each of its tabs. */
export interface OpenedTrace {
  readonly ok: true;
  readonly trace: Trace;
  readonly tabs: readonly OpenedReport[];
}

/** A report that was sent to support. */
export interface SentReport {
  readonly id: number;
  /** Reads its text; rejects with the reason. */
  readonly read: () => Promise<string>;
}

interface ReplayPageProps {
  readonly product: Product;
  /** The report to begin with. */
  readonly sent: SentReport | undefined;
  /** Reads the text of a report file, or of a trace of several tabs. */
  readonly open: (text: string) => Promise<OpenedReport | OpenedTrace | Unreadable>;
  /** The product's screens, to be shown in the state of the replay; given its replayer. */
  readonly screens: (replayer: Replayer<AppState>) => ReactNode;
}

/** Opens a problem report and plays it back on the product's own screens, step by step. Nothing is sent anywhere. */
export function ReplayPage({ product, sent, open, screens }: ReplayPageProps): ReactNode {
  const [opened, setOpened] = useState<OpenedReport & { readonly name: string }>();
  const [trace, setTrace] = useState<OpenedTrace & { readonly name: string }>();
  const [problem, setProblem] = useState<string>();
  const [waiting, setWaiting] = useState(sent !== undefined);
  const openText = async (name: string, text: () => Promise<string>): Promise<void> => {
    try {
      const read = await open(await text());
      setProblem(read.ok ? undefined : read.message);
      if (!read.ok) return;
      if ('trace' in read) setTrace({ ...read, name });
      else setOpened({ ...read, name });
    } catch (thrown) {
      // the words of a browser for a file that it cannot read say nothing of the cause
      setProblem(thrown instanceof Error && !(thrown instanceof DOMException) ? thrown.message : texts.readFailed);
    }
  };
  const openSent = useEffectEvent(async ({ id, read }: SentReport) => {
    await openText(reportNumber(id), read);
    setWaiting(false);
  });
  useEffect(() => {
    if (sent) void openSent(sent);
  }, [sent]);
  const openTab = (tab: number, seq: number | undefined): void => {
    const report = trace?.tabs[tab];
    if (!report) return;
    report.replayer.seek(seq === undefined ? 0 : seq - (report.replayer.records[0]?.seq ?? 0) + 1);
    setOpened({ ...report, name: trace.trace.tabs[tab]?.name ?? trace.name });
  };
  if (!opened && trace) return <TracePage trace={trace} product={product} onOpen={openTab} onClose={() => setTrace(undefined)} />;
  if (!opened && waiting)
    return (
      <main className={classes['page']}>
        <p role="status">{texts.reportIsRead({ number: reportNumber(sent?.id ?? 0) })}</p>
      </main>
    );
  if (!opened) return <OpenReport problem={problem} onFile={(file) => void openText(file.name, () => file.text())} />;
  return (
    <main className={classes['page']}>
      <h1 className="dmp-sr-only">{texts.replayOfName({ name: opened.name })}</h1>
      <Stage source={opened.replayer} className={classes['screens']}>
        {screens(opened.replayer)}
      </Stage>
      <ReplayDesk
        key={opened.report.header.session}
        opened={opened}
        product={product}
        back={trace !== undefined}
        onClose={() => setOpened(undefined)}
      />
    </main>
  );
}
