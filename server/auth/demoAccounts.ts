/** An account of the built-in identity provider, to try the product with. */
export interface DemoAccount {
  readonly key: 'editor' | 'viewer' | 'regional' | 'norole' | 'unverified';
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly verified: boolean;
  readonly roles: readonly string[];
  /** Keys of the regions it sees; all where it is left out. */
  readonly regions?: readonly string[];
  /** What the sign-in page says of it. */
  readonly can: string;
}

/** The accounts of the built-in identity provider: one for each state that an account can be in. */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    key: 'editor',
    subject: 'demo-editor',
    name: 'Mia Jansen',
    email: 'mia.jansen@demo.example',
    verified: true,
    roles: ['dmp.editor'],
    can: 'Edits everything',
  },
  {
    key: 'viewer',
    subject: 'demo-viewer',
    name: 'Tom de Vries',
    email: 'tom.de-vries@demo.example',
    verified: true,
    roles: ['dmp.viewer'],
    can: 'Looks at everything, changes nothing',
  },
  {
    key: 'regional',
    subject: 'demo-regional',
    name: 'Iris Smit',
    email: 'iris.smit@demo.example',
    verified: true,
    roles: ['dmp.editor'],
    regions: ['tarnholm'],
    can: 'Edits the region Tarnholm and sees no other',
  },
  {
    key: 'norole',
    subject: 'demo-norole',
    name: 'Noor Bakker',
    email: 'noor.bakker@demo.example',
    verified: true,
    roles: [],
    can: 'Has no role, so no access',
  },
  {
    key: 'unverified',
    subject: 'demo-unverified',
    name: 'Sam Visser',
    email: 'sam.visser@demo.example',
    verified: false,
    roles: ['dmp.editor'],
    can: 'Has not verified the e-mail address',
  },
];
