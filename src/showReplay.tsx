/** The replay page: the same screens, driven by a problem report instead of a server. Nothing is sent anywhere. */
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { recordedBuilds } from './commands/shell/recordedBuilds.ts';
import { Build, otherBuild } from './domain/build.ts';
import { decodeDmplog } from './kernel/dmplog.ts';
import { createReplayer } from './kernel/replayer.ts';
import { verdictOf } from './kernel/verdict.ts';
import { definitions, LOG_SCHEMA } from './machines/definitions.ts';
import { App } from './ui/App.tsx';
import { NO_PRESENCE } from './ui/parts/colleagues.ts';
import { Themed } from './ui/parts/Themed.tsx';
import { type Ports, PortsProvider } from './ui/ports.tsx';
import { type OpenedReport, ReplayPage } from './ui/replay/ReplayPage.tsx';
import { BoundsMap } from './boundsMap.tsx';
import { VersionMap } from './versionMap.tsx';

/** Shows the replay page. */
export function showReplay(root: Root): void {
  document.title = 'DMP | Replay';
  const here = readBuild();
  root.render(
    <StrictMode>
      <PortsProvider value={NO_PORTS}>
        <Themed colorScheme="auto">
          <ReplayPage
            definitions={definitions}
            open={async (text) => openReport(text, await here)}
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

function openReport(text: string, here: Build | undefined): OpenedReport | Extract<ReturnType<typeof decodeDmplog>, { ok: false }> {
  const report = decodeDmplog(text, LOG_SCHEMA);
  if (!report.ok) return report;
  const replayer = createReplayer(report, definitions);
  return { ok: true, report, replayer, verdict: verdictOf(report, replayer.compared), other: otherBuild(recordedBuilds(report), here) };
}

/** What is shown was; there is nobody to leave, nothing to copy and no id to make. */
const NO_PORTS: Ports = {
  boundsMap: (props) => <BoundsMap {...props} />,
  presence: NO_PRESENCE,
  askForNotices: () => undefined,
  sessionStart: () => undefined,
  newId: () => '',
  newWebhookSecret: () => '',
  newToken: () => Promise.resolve({ text: '', hash: '' }),
  keepFile: () => '',
  copy: () => Promise.resolve(false),
  keepsUnsent: () => true,
  logOut: () => undefined,
  logIn: () => undefined,
  saveText: () => undefined,
  saveWorkbook: () => Promise.resolve(),
  readWorkbook: () => Promise.resolve([]),
  reportProblem: () => Promise.resolve(''),
  readReport: () => '',
  tellFault: () => undefined,
  reload: () => window.location.reload(),
};
