/**
 * Sign-in at the identity provider (OpenID Connect, code flow with PKCE) and the tokens that come of it. Tokens stay in
 * here: others get one by `accessToken()`, for the one call they make with it.
 */
import { ErrorResponse, ErrorTimeout, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import { BehaviorSubject, type Observable } from 'rxjs';
import type { ProductConfig } from '../domain/settings.ts';
import { ownPath } from './ownPath.ts';
import { browserSurroundings, CALLBACK_PATH, type Surroundings } from './signInSurroundings.ts';

/** Where sign-in stands. `user` is what the identity token says (`id` is its subject); what the account may do is asked of the server. */
export type SignInState =
  | { readonly status: 'unknown' }
  | { readonly status: 'signedOut' }
  | { readonly status: 'signedIn'; readonly user: { readonly id: string; readonly name: string; readonly email: string } }
  /** The provider does not let this person in: shown as a user without access. */
  | { readonly status: 'unauthorized'; readonly message: string }
  | { readonly status: 'failed'; readonly message: string };

export interface SignIn {
  readonly user$: Observable<SignInState>;
  /**
   * Takes up the session of this tab, finishes a sign-in that returns from the provider (and shows the path that was
   * left), or leaves for the provider. Call it before the address is read. Returns where it stands; `unknown` while leaving.
   */
  start(): Promise<SignInState>;
  /** A token valid for at least 30 seconds more. Rejects with SignInNeeded (the page is being left) or SignInUnreachable. */
  accessToken(): Promise<string>;
  /** Saves the present path and leaves for the provider. */
  login(): Promise<void>;
  /** Ends the session here, in other tabs and at the provider. */
  logOut(): Promise<void>;
  /** Whether the page is being left for the provider: nobody asks then whether to stay. */
  isLeaving(): boolean;
}

/** The user has to sign in again; the page is already on its way there. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

/**
 * The identity provider cannot be reached just now: the call may be retried. One that stays away for PATIENCE leads to
 * sign-in as a refusal does; where that cannot be reached either, the page stays and says so until the provider is back.
 */
export class SignInUnreachable extends Error {
  override readonly name = 'SignInUnreachable';
}

/** Milliseconds that a provider may be out of reach before renewing a token is given up and sign-in is requested. */
const PATIENCE = 20_000;

/** Seconds that a token must still be valid to be given out. */
const MINIMUM_VALIDITY = 30;

/** Sign-in by the product's configuration. `surroundings` stands for the browser in tests. */
export function createSignIn(config: ProductConfig['oidc'], surroundings: Surroundings = browserSurroundings()): SignIn {
  const { tab } = surroundings;
  const manager = createManager(config, surroundings);
  const state = new BehaviorSubject<SignInState>({ status: 'unknown' });
  let renewing: Promise<User> | undefined;
  let leaving: Promise<void> | undefined;
  /** Since when the provider has been out of reach, as `surroundings.now()` says it. */
  let awaySince: number | undefined;

  const be = (next: SignInState): SignInState => {
    state.next(next);
    return next;
  };
  const beSignedIn = (user: User): SignInState => {
    tab.removeItem(INVALID_STATE);
    const email = user.profile.email ?? '';
    return be({ status: 'signedIn', user: { id: user.profile.sub, name: email, email } });
  };

  const login = (): Promise<void> => {
    leaving ??= leave().catch((error: unknown) => {
      leaving = undefined;
      const message = error instanceof InCircles ? error.message : `The sign-in service cannot be reached: ${messageOf(error)}`;
      // Whoever waits for a token asks again and again.
      if (state.value.status !== 'failed' || state.value.message !== message) be({ status: 'failed', message });
    });
    return leaving;
  };
  const leave = async (): Promise<void> => {
    if (!surroundings.atCallback) tab.setItem(PATH, surroundings.path());
    if (goesInCircles(tab, surroundings.now())) {
      throw new InCircles('Signing in again and again does not help: the server does not accept this sign-in.');
    }
    // its addresses may be known from before: the page is left only for a provider that answers
    if (awaySince !== undefined) await fetch(`${config.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, { cache: 'no-store' });
    await manager.signinRedirect();
  };

  const renew = async (): Promise<User> => {
    try {
      const user = await manager.signinSilent();
      awaySince = undefined;
      if (user !== null && state.value.status === 'failed') beSignedIn(user);
      if (user !== null) return user;
    } catch (error) {
      if (isUnreachable(error)) {
        awaySince ??= surroundings.now();
        if (surroundings.now() - awaySince >= PATIENCE) await login();
        if (leaving === undefined) throw new SignInUnreachable(messageOf(error), { cause: error });
        throw new SignInNeeded('Sign in again.', { cause: error });
      }
    }
    await login();
    throw new SignInNeeded('Sign in again.');
  };

  const validUser = async (): Promise<User | null> => {
    const user = await manager.getUser();
    return user !== null && user.expired !== true ? user : null;
  };

  /** Shows the path that was left for the provider, in place of the one with code and state. */
  const savedPath = (): string => ownPath(tab.getItem(PATH) ?? '/', surroundings.url());
  const showSavedPath = (): void => surroundings.show(savedPath());

  const finish = async (url: string): Promise<SignInState> => {
    try {
      const user = await manager.signinRedirectCallback(url);
      tab.setItem(SIGNED_IN_AT, String(surroundings.now()));
      showSavedPath();
      return beSignedIn(user);
    } catch (error) {
      if (isInvalidState(error)) return mendInvalidState();
      showSavedPath();
      if (error instanceof ErrorResponse && UNAUTHORIZED.has(error.error ?? '')) {
        return be({ status: 'unauthorized', message: messageOf(error) });
      }
      return be({ status: 'failed', message: messageOf(error) });
    }
  };

  /**
   * The provider's answer fits no question of ours: an old tab, the Back button, cleared storage. A user who is signed in
   * goes on; else the page is loaded afresh, once, which asks the provider again; then it is an error.
   */
  const mendInvalidState = async (): Promise<SignInState> => {
    const user = await validUser();
    if (user !== null) {
      showSavedPath();
      return beSignedIn(user);
    }
    await manager.clearStaleState();
    if (tab.getItem(INVALID_STATE) !== null) {
      tab.removeItem(INVALID_STATE);
      showSavedPath();
      return be({ status: 'failed', message: 'Invalid state: this sign-in does not belong to this browser.' });
    }
    tab.setItem(INVALID_STATE, 'reloaded');
    surroundings.load(savedPath());
    return state.value;
  };

  surroundings.others.hear((fact) => {
    if (fact !== 'signedOut' || state.value.status !== 'signedIn') return;
    be({ status: 'signedOut' });
    void manager.removeUser().then(login);
  });

  return {
    user$: state.asObservable(),
    login,
    async start() {
      if (surroundings.framed) {
        // A silent renewal of the page around this one: hand over the answer and do nothing else.
        await manager.signinSilentCallback(surroundings.url());
        return state.value;
      }
      if (tab.getItem(LEFT) !== null) {
        // Back from the provider's log-out: only now would another tab that signs in again be asked who it is.
        tab.removeItem(LEFT);
        surroundings.others.tell('signedOut');
      }
      if (surroundings.atCallback && isAnswer(surroundings.url())) return finish(surroundings.url());
      if (surroundings.atCallback) showSavedPath();
      const user = await manager.getUser();
      if (user?.refresh_token !== undefined && (await surroundings.isCopy())) {
        // Used by both tabs, it would end the session of both. This one asks the provider for one of its own.
        delete user.refresh_token;
        await manager.storeUser(user);
      }
      if (user !== null && (user.expired !== true || user.refresh_token !== undefined)) return beSignedIn(user);
      await login();
      return state.value;
    },
    async accessToken() {
      if (state.value.status === 'signedOut') throw new SignInNeeded('Sign in again.');
      const user = await manager.getUser();
      if (user !== null && (user.expires_in ?? Infinity) > MINIMUM_VALIDITY) return user.access_token;
      renewing ??= renew().finally(() => (renewing = undefined));
      return (await renewing).access_token;
    },
    isLeaving: () => leaving !== undefined || state.value.status === 'signedOut',
    async logOut() {
      be({ status: 'signedOut' });
      for (const key of [PATH, SIGNED_IN_AT, STRIKES]) tab.removeItem(key);
      tab.setItem(LEFT, 'yes');
      try {
        await manager.signoutRedirect();
      } catch {
        // A provider without a log-out address, or out of reach: at least nobody is signed in here any more.
        await manager.removeUser();
        surroundings.load('/');
      }
    },
  };
}

const PATH = 'dmp.signIn.path';
const INVALID_STATE = 'dmp.signIn.invalidState';
const LEFT = 'dmp.signIn.left';
const SIGNED_IN_AT = 'dmp.signIn.at';
const STRIKES = 'dmp.signIn.strikes';

class InCircles extends Error {}

/** Answers of a provider that mean: this person is known, and not let in. */
const UNAUTHORIZED = new Set(['unauthorized', 'access_denied', 'unauthorized_client']);

function createManager(config: ProductConfig['oidc'], surroundings: Surroundings): UserManager {
  const { origin } = new URL(surroundings.url());
  const redirect = `${origin}${CALLBACK_PATH}`;
  return new UserManager(
    {
      authority: config.issuer,
      client_id: config.clientId,
      scope: config.scope,
      ...(config.resource === null ? {} : { resource: config.resource }),
      redirect_uri: redirect,
      silent_redirect_uri: redirect,
      post_logout_redirect_uri: `${origin}/`,
      // A tab of its own keeps its own session: a token read by one tab is never renewed by another.
      userStore: new WebStorageStateStore({ store: surroundings.tab, prefix: 'dmp.user.' }),
      stateStore: new WebStorageStateStore({ store: surroundings.browser, prefix: 'dmp.signIn.state.' }),
      // Renewed when a call needs it, so that a sleeping laptop wakes up to one renewal and not to a timer that was missed.
      automaticSilentRenew: false,
      monitorSession: false,
      requestTimeoutInSeconds: 15,
    },
    {
      prepare: async () => ({
        navigate: async ({ url }) => {
          surroundings.leave(url);
          return { url };
        },
        close: () => undefined,
      }),
      callback: async () => undefined,
    },
  );
}

function isAnswer(url: string): boolean {
  const { searchParams } = new URL(url);
  return searchParams.has('state') || searchParams.has('code') || searchParams.has('error');
}

/** Whether the provider could not be asked, as against having said no. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ErrorTimeout) return error.message === 'Network timed out';
  if (error instanceof ErrorResponse) return error.error === 'server_error' || error.error === 'temporarily_unavailable';
  // A fetch that failed, an answer of 500 or more, or a page of a proxy in between.
  return error instanceof TypeError || (error instanceof Error && /\(5\d\d\)|Content-Type/.test(error.message));
}

/** The words of oidc-client-ts and of other libraries for an answer that belongs to no question. */
function isInvalidState(error: unknown): boolean {
  return error instanceof Error && /invalid state|no matching state|state does not match|no state in response/i.test(error.message);
}

/** Whether a sign-in that had just worked is requested again, for the third time in a row: the server refuses its tokens. */
function goesInCircles(tab: Storage, now: number): boolean {
  const fresh = now - Number(tab.getItem(SIGNED_IN_AT) ?? 0) < 10_000;
  const strikes = fresh ? Number(tab.getItem(STRIKES) ?? 0) + 1 : 0;
  tab.setItem(STRIKES, String(strikes));
  return strikes > 2;
}

function messageOf(error: unknown): string {
  if (error instanceof ErrorResponse) return error.error_description ?? error.error ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
