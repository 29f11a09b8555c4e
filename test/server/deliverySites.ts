/** Servers that exports deliver to and imports take from, on this machine: an SFTP server of ssh2, and a bucket that checks what it is sent. */
import { createHash, createHmac, generateKeyPairSync, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server as Listener, type Socket } from 'node:net';
import ssh2 from 'ssh2';

const { Server, utils } = ssh2;
const { STATUS_CODE } = utils.sftp;

/** An SFTP server with one user, `dmp` / `secret`, that keeps files in memory. */
export class SftpSite {
  readonly files = new Map<string, Buffer>();
  /** Names that files had on their way. */
  readonly opened: string[] = [];
  /** Renames that are refused. */
  refusesRename: (from: string, to: string) => boolean = () => false;
  /** Every connection is cut, once, when this is asked for. */
  cutsAt: 'CONNECT' | 'STAT' | 'OPEN' | 'READ' | 'WRITE' | 'RENAME' | undefined;
  readonly port: number;
  readonly hostKey: string;
  readonly #listener: Listener;
  readonly #open: ReadonlySet<Socket>;

  private constructor(listener: Listener, open: ReadonlySet<Socket>, port: number, hostKey: string) {
    this.#listener = listener;
    this.#open = open;
    this.port = port;
    this.hostKey = hostKey;
  }

  /** `hangs`: takes the connection and never answers what is asked of its files. A port of before with a new key is another server. */
  static async start({ hangs = false, port = 0 } = {}): Promise<SftpSite> {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const parsed = utils.parseKey(privateKey);
    if (parsed instanceof Error) throw parsed;
    const shown = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '');
    const server = new Server({ hostKeys: [privateKey] }, (client) => {
      client.on('error', () => undefined);
      client.on('authentication', (context) => {
        if (context.method === 'password' && context.username === 'dmp' && context.password === 'secret') context.accept();
        else context.reject(['password']);
      });
      client.on('session', (accept) => {
        accept().on('sftp', (take) => {
          const sftp = take();
          if (hangs) sftp.on('OPEN', () => undefined);
          else serve(sftp, site);
        });
      });
    });
    const open = new Set<Socket>();
    const listener = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      if (site.cutsAt === 'CONNECT') return void socket.once('data', () => site.cut('CONNECT'));
      server.injectSocket(socket);
    });
    await new Promise<void>((ready) => listener.listen(port, '127.0.0.1', ready));
    const site = new SftpSite(listener, open, (listener.address() as AddressInfo).port, `SHA256:${shown}`);
    return site;
  }

  /** Cuts the connections where it was to happen at this; answers whether it did. */
  cut(at: SftpSite['cutsAt']): boolean {
    if (this.cutsAt !== at) return false;
    this.cutsAt = undefined;
    for (const socket of this.#open) socket.resetAndDestroy();
    return true;
  }

  close(): Promise<void> {
    return new Promise((closed) => this.#listener.close(() => closed()));
  }
}

function serve(sftp: ssh2.SFTPWrapper, site: SftpSite): void {
  const { files, opened } = site;
  const handles = new Map<number, { name: string; parts: Buffer[]; isRead: boolean }>();
  let last = 0;
  const stat = (id: number, path: string): void => {
    if (site.cut('STAT')) return;
    const file = files.get(path);
    if (file === undefined) sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    else sftp.attrs(id, { mode: 0o100644, uid: 0, gid: 0, size: file.length, atime: 0, mtime: 0 });
  };
  sftp.on('OPEN', (id, name, flags) => {
    if (site.cut('OPEN')) return;
    const isRead = (flags & utils.sftp.OPEN_MODE.WRITE) === 0;
    if (isRead && !files.has(name)) return void sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    if (name.startsWith('missing/')) return void sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(++last);
    handles.set(last, { name, parts: [], isRead });
    opened.push(name);
    sftp.handle(id, handle);
  });
  sftp.on('READ', (id, handle, offset, length) => {
    if (site.cut('READ')) return;
    const bytes = files.get(handles.get(handle.readUInt32BE())?.name ?? '')?.subarray(offset, offset + length) ?? Buffer.alloc(0);
    if (bytes.length === 0) sftp.status(id, STATUS_CODE.EOF);
    else sftp.data(id, bytes);
  });
  sftp.on('WRITE', (id, handle, _offset, data) => {
    if (site.cut('WRITE')) return;
    handles.get(handle.readUInt32BE())?.parts.push(Buffer.from(data));
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('CLOSE', (id, handle) => {
    const open = handles.get(handle.readUInt32BE());
    if (open?.isRead === false) files.set(open.name, Buffer.concat(open.parts));
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('RENAME', (id, from, to) => {
    if (site.cut('RENAME')) return;
    const file = files.get(from);
    // As the protocol has it: a file that is there is not replaced.
    if (file === undefined || files.has(to) || site.refusesRename(from, to)) return void sftp.status(id, STATUS_CODE.FAILURE);
    files.delete(from);
    files.set(to, file);
    sftp.status(id, STATUS_CODE.OK);
  });
  sftp.on('REMOVE', (id, name) => sftp.status(id, files.delete(name) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE));
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('FSETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('SETSTAT', (id) => sftp.status(id, STATUS_CODE.OK));
  sftp.on('REALPATH', (id, path) =>
    sftp.name(id, [{ filename: path, longname: path, attrs: { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 } }]),
  );
}

/** A bucket that takes a PUT only where its signature, its checksum and its length are right, and answers a signed GET. */
export function bucketOf(files: Map<string, Buffer>, key: { id: string; secret: string; region: string }) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const { url = '', method = '', headers } = request;
    const refuse = (status: number, code: string): void => void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    if (!isSigned(request, key)) return refuse(403, 'SignatureDoesNotMatch');
    if (method === 'GET') {
      const file = files.get(url);
      return file === undefined ? refuse(404, 'NoSuchKey') : void response.writeHead(200, { 'content-length': file.length }).end(file);
    }
    if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return refuse(400, 'XAmzContentSHA256Mismatch');
    if (method === 'PUT' && headers['content-length'] !== String(body.length)) return refuse(411, 'MissingContentLength');
    if (method === 'PUT') files.set(url, body);
    else if (method === 'DELETE') files.delete(url);
    response.writeHead(method === 'PUT' ? 200 : 204).end();
  };
}

/** The signature as https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html has it made. */
function isSigned(
  { method = '', url = '', headers }: IncomingMessage,
  { id, secret, region }: { id: string; secret: string; region: string },
): boolean {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  if (!given) return false;
  const [, who, day = '', where, names = '', signature = ''] = given;
  const date = String(headers['x-amz-date']);
  if (who !== id || where !== region || !date.startsWith(day)) return false;
  const canonical = [
    method,
    url,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    String(headers['x-amz-content-sha256']),
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const hmac = (by: string | Buffer, what: string): Buffer => createHmac('sha256', by).update(what).digest();
  const by = [region, 's3', 'aws4_request'].reduce<Buffer>((so, part) => hmac(so, part), hmac(`AWS4${secret}`, day));
  return timingSafeEqual(Buffer.from(signature, 'hex'), hmac(by, text));
}
