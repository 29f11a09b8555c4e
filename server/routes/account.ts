import * as contract from '../../src/contract/account.ts';
import type { ProductConfig } from '../../src/domain/settings.ts';
import { registerPublic, registerRead, type Ground } from './register.ts';

/** Serves who is signed in and what this installation offers. */
export function registerAccount(ground: Ground, config: ProductConfig): void {
  registerRead(ground, contract.readAccount, (_call, { account }) => Promise.resolve(account));
  registerPublic(ground, contract.readConfig, () => Promise.resolve(config));
}
