import { expect, test } from 'vitest';
import { addressOfTask, SecretServer, serverOfAddress } from './secretServers.ts';

test.each([
  [{ url: 'https://Feeds.Example.org/a/b.zip?x=1' }, 'https://feeds.example.org'],
  [{ url: 'http://feeds.example.org:8080' }, 'http://feeds.example.org:8080'],
  [{ endpoint: 'https://s3.example.org:443/' }, 'https://s3.example.org'],
  [{ url: 'http://[::1]:80/a' }, 'http://[::1]'],
  [{ host: 'Files.example.org' }, 'sftp://files.example.org:22'],
  [{ host: 'files.example.org', port: 2222 }, 'sftp://files.example.org:2222'],
  [{ url: 'feeds' }, undefined],
  [{ url: 'https://feeds.example.org@stranger.example/' }, undefined],
  [{ url: 'https://feeds.example.org\\@stranger.example/' }, undefined],
  [{ host: '' }, undefined],
  [{ key: 'a' }, undefined],
])('the server of %j is %s', (command, server) => {
  expect(serverOfAddress(addressOfTask(command))).toBe(server);
  if (server !== undefined) expect(SecretServer.safeParse(server).success).toBe(true);
});

test.each(['feeds.example.org', 'ftp://a', 'https://a/path', 'https://me@a', 'https://a?x', 'sftp://', '*', ''])('%s is no server', (text) => {
  expect(SecretServer.safeParse(text).success).toBe(false);
});
