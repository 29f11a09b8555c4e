/**
 * `npm run dev`: the product from its sources on one port. Screens change in place as their files are saved; the server
 * starts again when one of its files is.
 *
 *   PORT    where to listen (4180)
 *
 * The browser talks to Vite, which serves the client and passes everything else on to the server behind it.
 */
import './needs.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer as createTcpServer, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

for (const entry of ['src/main.tsx', 'server/main.ts']) {
  if (!existsSync(join(root, entry))) {
    console.error(`${entry} is missing: there is nothing to develop against yet.`);
    process.exit(1);
  }
}

/** Addresses a browser opens as a page although they are the server's: sign-in, downloads, and what the server tells of itself. */
const SERVER_PAGES = /^\/(oidc|storage|scheduler|exports\/ui|api|help|openapi\.json|version|healthz|readyz)(\/|$|\?)/;
/** What Vite serves itself. */
const CLIENT_FILES = /^\/(@|src\/|node_modules\/|index\.html)/;

// Not at the top: without the packages, `needs` could not say so first.
const { createServer } = await import('vite');
const serverPort = await freePort();
const vite = await createServer({
  root,
  server: {
    host: process.env['HOST'] ?? 'localhost',
    port: Number(process.env['PORT'] ?? 4180),
    // The embedded database writes all the time; nothing in these folders is part of the page.
    watch: { ignored: ['**/.data/**', '**/dist/**', '**/test-results/**'] },
    proxy: {
      '^/': { target: `http://127.0.0.1:${serverPort}`, ws: true, xfwd: true, bypass: passOrServe },
    },
  },
});
await vite.listen();
const url = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';

const server = spawn(
  process.execPath,
  [
    join(root, 'node_modules/tsx/dist/cli.mjs'),
    'watch',
    '--clear-screen=false',
    '--include',
    'server/**/*',
    '--exclude',
    '**/*.test.ts',
    'server/main.ts',
  ],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(serverPort), PUBLIC_URL: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
server.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    server.kill('SIGTERM');
    void vite.close();
  });
}
await serverAnswers();
console.log(`DMP in development: ${url}`);

/** Answers the address for Vite to serve, or nothing to pass the request on to the server (once it is up again). */
async function passOrServe(request) {
  const address = request.url ?? '/';
  // Vite's own socket for hot reloading; without this it is passed on to the server like every other.
  const ofVite = /\bvite-(hmr|ping)\b/.test(request.headers['sec-websocket-protocol'] ?? '');
  if (ofVite || CLIENT_FILES.test(address)) return address;
  const page = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (page && !SERVER_PAGES.test(address)) return '/index.html';
  await serverAnswers();
  return undefined;
}

/** Waits for the server to listen: the first time, and while it starts again after a change (at most 20 s). */
async function serverAnswers() {
  const until = Date.now() + 20_000;
  while (Date.now() < until && !(await listens())) await new Promise((wake) => setTimeout(wake, 100));
}

function listens() {
  return new Promise((done) => {
    const socket = connect(serverPort, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });
}

function freePort() {
  return new Promise((done, fail) => {
    const probe = createTcpServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
