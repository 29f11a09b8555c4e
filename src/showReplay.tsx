/** The replay page: the same screens, driven by a problem report instead of a server. Nothing is sent anywhere. */
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { recordedBuilds } from './commands/shell/recordedBuilds.ts';
import { routeCatalogue } from './contract/catalogue.ts';
import { Build, otherBuild } from './domain/build.ts';
import { decodeDmplog } from './kernel/dmplog.ts';
import type { Unreadable } from './kernel/reportLines.ts';
import { createReplayer } from './kernel/replayer.ts';
import { decodeTrace, looksLikeTrace } from './kernel/trace.ts';
import { verdictOf } from './kernel/verdict.ts';
import { definitions, LOG_SCHEMA } from './machines/definitions.ts';
import { automaticTypes } from './projections/recordRole.ts';
import { App } from './ui/App.tsx';
import { NO_PRESENCE } from './ui/parts/colleagues.ts';
import { Themed } from './ui/parts/Themed.tsx';
import { type Ports, PortsProvider } from './ui/ports.tsx';
import type { Product } from './ui/replay/ReplayDesk.tsx';
import { type OpenedReport, type OpenedTrace, ReplayPage, type SentReport } from './ui/replay/ReplayPage.tsx';
import { BoundsMap } from './boundsMap.tsx';
import { copyText } from './effects/copyText.ts';
import { VersionMap } from './versionMap.tsx';

/** Shows the replay page. `sent`: the report that support opens in it; without one it takes a file. */
export function showReplay(root: Root, sent?: SentReport): void {
  document.title = 'DMP | Replay';
  const here = readBuild();
  root.render(
    <StrictMode>
      <PortsProvider value={NO_PORTS}>
        <Themed colorScheme="auto">
          <ReplayPage
            product={PRODUCT}
            sent={sent}
            open={async (text) => openFile(text, await here)}
            screens={(replayer) => <App replayed map={<VersionMap stateNow={replayer.snapshot} />} />}
          />
        </Themed>
      </PortsProvider>
    </StrictMode>,
  );
}

/** The build of this page, as its server says it; undefined where the server does not answer. */
async function readBuild(): Promise<Build | undefined> {
  try {
    return Build.parse(await (await fetch('/version')).json());
  } catch {
    return undefined;
  }
}

const routes = new Map(routeCatalogue.map((route) => [route.name, route]));

const PRODUCT: Product = {
  automatic: automaticTypes(definitions),
  addressOf: (call) => routes.get(call),
  pictured: <App replayed map={<div style={{ height: '100%', background: 'var(--dmp-hover)' }} />} />,
};

function openFile(text: string, here: Build | undefined): OpenedReport | OpenedTrace | Unreadable {
  if (!looksLikeTrace(text)) return openReport(text, here);
  const read = decodeTrace(text);
  if (!read.ok) return read;
  const tabs: OpenedReport[] = [];
  for (const { name, log } of read.trace.tabs) {
    const report = openReport(log, here);
    if (!report.ok) return { ...report, message: `${name}: ${report.message}` };
    tabs.push(report);
  }
  return { ok: true, trace: read.trace, tabs };
}

function openReport(text: string, here: Build | undefined): OpenedReport | Unreadable {
  const report = decodeDmplog(text, LOG_SCHEMA);
  if (!report.ok) return report;
  const replayer = createReplayer(report, definitions);
  return { ok: true, report, replayer, verdict: verdictOf(report, replayer.compared), other: otherBuild(recordedBuilds(report), here) };
}

/** What is shown was; there is nobody to leave and no id to make. The desk copies what differs between two states. */
const NO_PORTS: Ports = {
  boundsMap: (props) => <BoundsMap {...props} />,
  presence: NO_PRESENCE,
  askForNotices: () => undefined,
  sessionStart: () => undefined,
  newId: () => '',
  newWebhookSecret: () => '',
  newToken: () => Promise.resolve({ text: '', hash: '' }),
  keepFile: () => '',
  copy: copyText,
  keepsUnsent: () => true,
  logOut: () => undefined,
  logIn: () => undefined,
  saveText: () => undefined,
  saveWorkbook: () => Promise.resolve(),
  readWorkbook: () => Promise.resolve([]),
  reportProblem: () => Promise.resolve(''),
  readReport: () => '',
  sendReport: () => Promise.resolve({ failed: 'offline' }),
  tellFault: () => undefined,
  reload: () => window.location.reload(),
};
