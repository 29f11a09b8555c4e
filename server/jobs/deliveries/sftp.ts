import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import type SftpClient from 'ssh2-sftp-client';
import type { DeliverySettings } from '../../../src/domain/deliveryLocations.ts';
import { inWords, isConnectionLost, type SftpServer, withSftp } from '../sftp.ts';
import type { Delivery, KeptCredentials } from './deliver.ts';

type Sftp = Extract<DeliverySettings, { kind: 'sftp' }>;

/** An SFTP server: the file goes there under a name of its own and is renamed when it is whole. */
export const toSftp: Delivery<Sftp> = {
  async deliver(place, settings, credentials, { path, name, size }, options) {
    await withSftp(place.addresses, serverOf(settings, credentials), options, async (client, act) => {
      const target = remotePath(settings, name);
      const part = `${target}.part`;
      let done = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          done += chunk.length;
          act();
          options.onProgress(done, size);
          next(null, chunk);
        },
      });
      pipeline(createReadStream(path), count, () => undefined);
      await inWords(client.put(count, part), `${settings.host} did not take the file`);
      act();
      const refused = `${settings.host} did not let the file be renamed to ${target}`;
      await inWords(putInPlace(client, part, target, refused), refused);
    });
  },
  probe(place, settings, credentials, options) {
    return withSftp(place.addresses, serverOf(settings, credentials), options, async (client, act) => {
      const target = remotePath(settings, '.connection-test');
      await inWords(client.put(Readable.from([Buffer.from('DMP\n')]), target), `${settings.host} did not take a file`);
      act();
      await client.delete(target, true).catch(() => undefined);
      return `${settings.host} lets ${settings.username} write files.`;
    });
  },
};

function serverOf({ host, port, username, hostKey }: Sftp, { password = '', privateKey = '' }: KeptCredentials): SftpServer {
  return { host, port, username, hostKey, password, privateKey };
}

function remotePath({ path }: Sftp, name: string): string {
  return path === '' ? name : `${path.replace(/\/+$/, '')}/${name}`;
}

/**
 * In place of a file of that name: at once where the server can. Else the old file is set aside until the new one has its name, and
 * gets its own back where that fails.
 */
async function putInPlace(client: SftpClient, part: string, target: string, refused: string): Promise<void> {
  try {
    await client.posixRename(part, target);
    return;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
  }
  const aside = `${part}.old`;
  const present = await client.exists(target);
  const isReplaced = present === '-' || present === 'l';
  if (isReplaced) {
    // Left by a delivery that was cut off before it could remove it.
    await client.delete(aside, true);
    await client.rename(target, aside);
  }
  try {
    await client.rename(part, target);
  } catch (error) {
    if (!isReplaced) throw error;
    const isBack = await client.rename(aside, target).then(
      () => true,
      () => false,
    );
    if (isBack) throw error;
    return inWords<void>(Promise.reject(error), `${refused}, and the file of before lies there as ${aside}`);
  }
  await client.delete(aside, true).catch(() => undefined);
}
