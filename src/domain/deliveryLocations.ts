/** Delivery locations: where the files of exports go. Passwords and keys are stored separately, and no call returns them. */
import { z } from 'zod';

export const DELIVERY_KINDS = ['folder', 'http', 's3', 'sftp'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
export const DELIVERY_KIND_WORDS: Readonly<Record<DeliveryKind, string>> = {
  folder: 'Folder of the server',
  http: 'HTTP PUT',
  s3: 'S3 bucket',
  sftp: 'SFTP server',
};

const path = (message: string) =>
  z
    .string()
    .trim()
    .max(400)
    .refine((text) => !text.split('/').includes('..') && !/[\p{Cc}\\]/u.test(text), message);

const webAddress = z.url({ protocol: /^https?$/, error: 'Enter a full address starting with http:// or https://' }).max(2000);

export const DeliverySettings = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('folder'),
    /** Below the folder of deliveries of the installation. */
    path: path('A folder lies below the folder of deliveries, without ..').regex(
      /^([A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*)?$/,
      'A folder is written as a/b, of letters, digits, - _ and .',
    ),
  }),
  z.object({
    kind: z.literal('http'),
    /** The name of the file is added to it. */
    url: webAddress.refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'Write user and password into the Authorization field'),
  }),
  z.object({
    kind: z.literal('s3'),
    endpoint: webAddress,
    region: z.string().trim().min(1, 'The Region field is required').max(60),
    bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'This is no name of a bucket'),
    prefix: path('A prefix is written as a/b, without ..').transform((text) => text.replace(/^\/+|\/+$/g, '')),
    accessKeyId: z.string().trim().min(1, 'The Access Key ID field is required').max(200),
  }),
  z.object({
    kind: z.literal('sftp'),
    host: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'Enter the name or the address of a host'),
    port: z.int().min(1).max(65_535),
    username: z.string().trim().min(1, 'The User field is required').max(100),
    path: path('A folder is written without ..'),
    /** `SHA256:...`, as the server shows it; without it nothing is sent. */
    hostKey: z
      .string()
      .trim()
      .regex(/^(SHA256:[A-Za-z0-9+/]{43}=?)?$/, 'A host key is written as SHA256: and 43 characters'),
  }),
]);
export type DeliverySettings = z.infer<typeof DeliverySettings>;

/** What proves to a location who we are. Which of them a kind takes: CREDENTIALS. */
export const CREDENTIAL_NAMES = ['authorization', 'secretAccessKey', 'password', 'privateKey'] as const;
export type CredentialName = (typeof CREDENTIAL_NAMES)[number];
export const CREDENTIALS: Readonly<Record<DeliveryKind, readonly CredentialName[]>> = {
  folder: [],
  http: ['authorization'],
  s3: ['secretAccessKey'],
  sftp: ['password', 'privateKey'],
};
export const CREDENTIAL_WORDS: Readonly<Record<CredentialName, string>> = {
  authorization: 'Authorization header',
  secretAccessKey: 'Secret access key',
  password: 'Password',
  privateKey: 'Private key',
};

const credential = z.string().max(10_000).optional();
/** Credentials as they are written: an absent one stays as it is, an empty one is forgotten. No answer holds any. */
export const Credentials = z.object({ authorization: credential, secretAccessKey: credential, password: credential, privateKey: credential });
export type Credentials = z.infer<typeof Credentials>;

export const DeliveryLocationInput = z.object({
  region: z.string().min(1, 'The Region field is required'),
  name: z.string().trim().min(1, 'The Location Name field is required').max(128, 'The Location Name field cannot exceed 128 characters'),
  settings: DeliverySettings,
});
export type DeliveryLocationInput = z.infer<typeof DeliveryLocationInput>;

export const DeliveryLocation = DeliveryLocationInput.extend({
  id: z.int().positive(),
  /** Which credentials are kept for it. */
  credentials: z.array(z.enum(CREDENTIAL_NAMES)),
  /** Exports that deliver there. */
  exports: z.int().min(0),
  rev: z.int().min(0),
});
export type DeliveryLocation = z.infer<typeof DeliveryLocation>;

/** What trying a location has shown. */
export const DeliveryTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  /** The key that an SFTP server showed and that is not the expected one. */
  hostKey: z.string().nullable(),
});
export type DeliveryTest = z.infer<typeof DeliveryTest>;

/** Where a location is, in one line. */
export function placeOfDelivery(settings: DeliverySettings): string {
  switch (settings.kind) {
    case 'folder':
      return settings.path === '' ? 'The folder of deliveries' : settings.path;
    case 'http':
      return settings.url;
    case 's3':
      return `${settings.bucket}${settings.prefix === '' ? '' : `/${settings.prefix}`} at ${settings.endpoint.replace(/^https?:\/\//, '')}`;
    case 'sftp':
      return `${settings.username}@${settings.host}:${settings.port}${settings.path === '' ? '' : ` ${settings.path}`}`;
  }
}
