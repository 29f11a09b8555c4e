import { NO_PRESENCE } from '../../src/ui/parts/colleagues.ts';
import type { Ports } from '../../src/ui/ports.tsx';

const nothing = (): void => undefined;
/** What screens need of the outside, where nothing comes of it. */
export const quietPorts: Ports = {
  boundsMap: () => null,
  presence: NO_PRESENCE,
  sessionStart: () => undefined,
  newId: () => 'id',
  newWebhookSecret: () => `whsec_${'A'.repeat(43)}=`,
  newToken: (prefix) => Promise.resolve({ text: `${prefix}text`, hash: '0'.repeat(64) }),
  keepFile: () => 'file',
  askForNotices: () => undefined,
  copy: () => Promise.resolve(true),
  keepsUnsent: () => true,
  logOut: nothing,
  logIn: nothing,
  reportProblem: () => Promise.resolve(''),
  readReport: () => '',
  sendReport: () => Promise.resolve({ failed: 'offline' }),
  tellFault: nothing,
  saveText: () => undefined,
  saveWorkbook: () => Promise.resolve(),
  readWorkbook: () => Promise.resolve([]),
  reload: nothing,
};
