import { connect, createServer, type Socket } from 'node:net';

/** A line between browsers and a server that can be cut, and led to another process that takes the server's place. */
export interface CutLine {
  /** Where browsers find the server, whichever process it is. */
  readonly url: string;
  /** Leads to the server at this address from now on. */
  leadTo(url: string): void;
  /** Breaks every connection; new ones are broken at once, until the line leads somewhere again. */
  cut(): void;
  close(): Promise<void>;
}

/** Opens a line on a free port of this machine; it leads nowhere yet. */
export async function openCutLine(): Promise<CutLine> {
  let port: number | undefined;
  const open = new Set<Socket>();
  const line = createServer((browser) => {
    if (port === undefined) return void browser.destroy();
    const server = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done, fail) => {
    line.once('error', fail);
    line.listen(0, '127.0.0.1', done);
  });
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  const cut = (): void => {
    port = undefined;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    leadTo: (url) => {
      port = Number(new URL(url).port);
    },
    cut,
    close: () => {
      cut();
      return new Promise((done) => line.close(() => done()));
    },
  };
}
