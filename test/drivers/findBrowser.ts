import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

/**
 * A Chromium to run the browser tests in: BROWSER_PATH, one installed on the system, else Playwright's own download.
 * Undefined when there is none; installBrowser can then try to get one.
 */
export function findBrowser(): string | undefined {
  const given = process.env['BROWSER_PATH'];
  if (given !== undefined && given !== '') {
    if (!existsSync(given)) throw new Error(`BROWSER_PATH names ${given}, which does not exist.`);
    return given;
  }
  return [...systemBrowsers(), chromium.executablePath()].find((path) => existsSync(path));
}

/** Gets a browser: Playwright's own download, else (as root on Debian and its relatives) the system's package. */
export function installBrowser(say: (line: string) => void): string {
  const apt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const attempts = [
    {
      name: 'Playwright',
      commands: [[process.execPath, join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js'), 'install', 'chromium']],
    },
    ...(apt ? ['chromium-headless-shell', 'chromium'] : []).map((name) => ({
      name: `apt-get (${name})`,
      commands: [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', name],
      ],
    })),
  ];
  for (const { name, commands } of attempts) {
    say(`No Chromium found; getting one through ${name} ...`);
    try {
      for (const [program = '', ...args] of commands) {
        execFileSync(program, args, {
          stdio: ['ignore', 'ignore', 'pipe'],
          timeout: 240_000,
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        });
      }
    } catch (error) {
      say(`${name} could not: ${reasonOf(error)}`);
    }
    const found = findBrowser();
    if (found !== undefined) return found;
  }
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one from your system, or run `npx playwright install chromium`, or name one with BROWSER_PATH=/path/to/chrome.',
  );
}

/** The switches it is started with: quiet on the network, and without the sandbox for root, for whom there is none. */
export function browserFlags(): string[] {
  const root = process.platform === 'linux' && process.getuid?.() === 0;
  return [
    ...(root ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--disable-dev-shm-usage',
    // The map needs WebGL, which without a graphics card comes from software.
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // Without a graphics card the page itself is put together quicker by the processor than by pretended graphics.
    '--disable-gpu-compositing',
    // Helper threads that compile and collect garbage cost a page that lives for seconds a seventh more than they save it.
    '--js-flags=--single-threaded',
    `--disable-features=${[...UNUSED, ...PLAYWRIGHT_UNUSED].join(',')}`,
  ];
}

/** Two pages of the address bar, which Chromium loads for every window and nobody sees; they cost as much as a page of ours. */
const UNUSED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What Playwright switches off itself: only the last list on a command line counts, and ours comes after it. */
const PLAYWRIGHT_UNUSED = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

function systemBrowsers(): string[] {
  if (process.platform === 'darwin') {
    const apps = [
      'Google Chrome.app/Contents/MacOS/Google Chrome',
      'Chromium.app/Contents/MacOS/Chromium',
      'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
    return ['/Applications', join(process.env['HOME'] ?? '/', 'Applications')].flatMap((folder) => apps.map((app) => join(folder, app)));
  }
  if (process.platform === 'win32') {
    const programs = ['Google\\Chrome\\Application\\chrome.exe', 'Chromium\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];
    const folders = [process.env['PROGRAMFILES'], process.env['PROGRAMFILES(X86)'], process.env['LOCALAPPDATA']];
    return folders.flatMap((folder) => (folder === undefined ? [] : programs.map((program) => `${folder}\\${program}`)));
  }
  // First the one without a window of its own: a page costs it a quarter less processor time (3.0 s instead of 4.0 for the list of stops).
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  return ['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'].flatMap((folder) => names.map((name) => `${folder}/${name}`));
}

/** The line of a failed program's output that names the error. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error && error.stderr instanceof Buffer ? error.stderr.toString() : String(error);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return (lines.find((line) => /^\w*(error|E):/i.test(line)) ?? lines.at(0) ?? 'no reason given').trim();
}

if (process.argv[1] === import.meta.filename) {
  try {
    console.log(findBrowser() ?? installBrowser((line) => console.error(line)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
