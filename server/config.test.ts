import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { contentSecurityPolicy } from './securityHeaders.ts';

describe('settings', () => {
  it('nothing has to be set', () => {
    expect(readConfig({})).toMatchObject({
      port: 4180,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4180',
      databaseUrl: undefined,
      oidc: undefined,
      logLevel: 'info',
    });
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4180, databaseUrl: undefined });
  });

  it.each([
    ['PORT', '0', 'Write a port number from 1 to 65535.'],
    ['PORT', 'http', 'Write a port number from 1 to 65535.'],
    ['DATABASE_URL', 'mysql://x/y', 'Write an address such as postgres://user:password@host:5432/name.'],
    ['PUBLIC_URL', 'https://x.example/dmp', 'The product lives at the root of its address: leave the path out.'],
    ['SATELLITE_URL', 'https://x.example/tiles', 'with {z}, {x} and {y} in it'],
    ['MAPBOX_TOKEN', 'sk.secret', 'Secret tokens (sk.) must not reach a browser.'],
    ['TERMS', 'maybe', 'Write yes or no.'],
    ['OIDC_ISSUER', 'https://id.example', 'OIDC_CLIENT_ID: Write the id'],
    ['LOG_LEVEL', 'loud', 'Write one of'],
    ['OBJECT_STORE_URL', 'https://bucket', 'Write an address such as s3://bucket/prefix'],
    ['OBJECT_STORE_URL', 's3://bucket', 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
    ['RETENTION_DAYS', '0', 'Write a whole number, 1 or more.'],
  ])('%s=%s is refused with what to write', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(message);
  });

  it('a bucket is read from its address, and retention is off unless days are given', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig({ ...keys, OBJECT_STORE_URL: 's3://feeds/a/b/?endpoint=http://minio:9000/&region=x' }).objectStore).toEqual({
      bucket: 'feeds',
      prefix: 'a/b',
      endpoint: 'http://minio:9000',
      region: 'x',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(readConfig({ ...keys, OBJECT_STORE_URL: 's3://feeds' }).objectStore).toMatchObject({
      prefix: '',
      endpoint: 'https://s3.us-east-1.amazonaws.com',
    });
    expect(() => readConfig({ ...keys, OBJECT_STORE_URL: 's3://feeds?endpoint=minio' })).toThrow('Write the endpoint as an http or https address');
    expect(readConfig({}).retention).toBeUndefined();
    expect(readConfig({ RETENTION_DAYS: '90' }).retention).toEqual({ days: 90, keep: 5 });
  });

  it('every wrong setting is named at once', () => {
    expect(() => readConfig({ PORT: 'x', TERMS: 'x' })).toThrow(/PORT: .*\n?.*TERMS: /s);
  });

  it('demo accounts are not let out on the network unless it is said aloud', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow('DEMO_ACCOUNTS=yes-on-this-network');
    expect(() => readConfig({ HOST: '192.168.1.4' })).toThrow('anybody could sign in and change data');
    expect(() => readConfig({ HOST: '0.0.0.0', DEMO_ACCOUNTS: 'yes' })).toThrow('yes-on-this-network');
    expect(readConfig({ HOST: '0.0.0.0', DEMO_ACCOUNTS: 'yes-on-this-network' }).host).toBe('0.0.0.0');
    expect(readConfig({ HOST: '0.0.0.0', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'dmp' }).oidc).toMatchObject({
      audience: 'dmp',
      rolesClaim: 'roles',
    });
    expect(readConfig({ HOST: '::1' }).host).toBe('::1');
    expect(() => readConfig({ PUBLIC_URL: 'https://dmp.example' })).toThrow('PUBLIC_URL=https://dmp.example lets others');
    expect(readConfig({ PUBLIC_URL: 'http://localhost:8080' }).demoAccountsForAll).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'http://[::1]:8080' }).publicUrl).toBe('http://[::1]:8080');
    expect(readConfig({ PUBLIC_URL: 'https://dmp.example', DEMO_ACCOUNTS: 'yes-on-this-network' }).demoAccountsForAll).toBe(true);
  });

  it('problem reports are taken with the demo accounts, and with another provider where it is said', () => {
    const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'dmp' };
    const taken = (given: Readonly<Record<string, string>>): boolean => readConfig(given).problemReports.taken;
    expect([taken({}), taken({ PROBLEM_REPORTS: 'no' }), taken(provider), taken({ ...provider, PROBLEM_REPORTS: 'yes' })]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(readConfig({ PROBLEM_REPORT_LIMIT_MB: '3', PROBLEM_REPORT_DAYS: '7' }).problemReports).toMatchObject({ most: 3_000_000, days: 7 });
  });

  it('pages may load from the configured places and nowhere else', () => {
    const policy = contentSecurityPolicy(
      readConfig({
        OSM_URL: 'none',
        SATELLITE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.jpg',
        OIDC_ISSUER: 'https://id.example/realm',
        OIDC_CLIENT_ID: 'dmp',
      }),
    );
    expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example;");
    expect(policy).toMatch(/connect-src [^;]*https:\/\/id\.example(;| )/);
    expect(policy).not.toContain('openstreetmap');
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(contentSecurityPolicy(readConfig({}), 'abc')).toContain("style-src 'self' 'nonce-abc';");
    expect(contentSecurityPolicy(readConfig({}), 'abc')).not.toContain('unsafe');
  });
});
