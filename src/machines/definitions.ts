/** The product as the kernel, a replayer or a law sees it: its first state, its commands, facts and workflows. */
import { commandCatalogue, eventCatalogue } from '../commands/catalogue.ts';
import { personName } from '../domain/account.ts';
import type { Definitions } from '../kernel/command.ts';
import { type AppState, initialState } from '../projections/state.ts';
import { workflowCatalogue } from './catalogue.ts';

/** Version of the log: rises when records of an older build could not be replayed by their upcasters alone. */
export const LOG_SCHEMA = 1;

export const definitions: Definitions<AppState> = {
  initial: initialState,
  commands: commandCatalogue,
  events: eventCatalogue,
  workflows: workflowCatalogue,
  keepState: 'all',
  people: {
    inState: ({ session: { account } }) => (account ? [account.email, account.name] : []),
    aliases: (address) => {
      const { first, last } = personName(address);
      return [`${first} ${last}`.trim()];
    },
  },
};
