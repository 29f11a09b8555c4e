/** The accounts of a world, what they may do, and the tokens they sign in with. */
import { type Auth, AuthError, type Caller } from '../../server/auth/auth.ts';

export const PEOPLE = ['mia', 'otto', 'rita', 'zoe'] as const;
export type PersonName = (typeof PEOPLE)[number];

/** Those of every world; both may do everything. */
export const EDITORS: readonly PersonName[] = ['mia', 'otto'];
/** Those of worlds with rights: rita may only look, zoe sees another region only. */
export const OTHERS: readonly PersonName[] = ['rita', 'zoe'];

/** Tokens that are accepted: of each account the last one that it got. */
export class Tokens {
  readonly #last = new Map<PersonName, number>();

  /** The token of somebody who signs in now. */
  of(person: PersonName): string {
    return `${person}.${this.#last.get(person) ?? 0}`;
  }

  /** From now on the tokens that somebody has are refused. */
  revoke(person: PersonName): void {
    this.#last.set(person, (this.#last.get(person) ?? 0) + 1);
  }

  readonly auth: Auth = {
    verify: (authorization) => {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      const person = PEOPLE.find((one) => this.of(one) === token);
      if (person === undefined) return Promise.reject(new AuthError(401, 'bad_token', 'The token is not valid.'));
      return Promise.resolve(callerOf(person));
    },
  };
}

export function subjectOf(person: PersonName): string {
  return `subject-${person}`;
}

function callerOf(person: PersonName): Caller {
  const email = `${person}@world.example`;
  return {
    subject: subjectOf(person),
    regions: person === 'zoe' ? ['elsewhere'] : 'all',
    account: { name: email, email, verified: true, hasAccess: true, permissions: { readOnly: person === 'rita' } },
  };
}
