import { ApolloProvider } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Action } from '../../../server/domain/access/permissions.ts';
import { hasUnsentInput } from '../../design/form/unsentInput.ts';
import { createGraphQLClient } from '../../graphql/client.ts';
import {
  LoginDocument,
  LogoutDocument,
  LogoutEverywhereDocument,
  MeDocument,
  type SessionUserFragment,
} from '../../graphql/generated.ts';
import { errorMessage, statusOf } from '../../graphql/messages.ts';
import { refreshSession, tokens } from '../../graphql/session.ts';
import { claimsOf } from '../../graphql/tokens.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { deviceDrafts } from '../drafts/deviceDrafts.ts';
import { localizedText } from '../../words/localizedTexts.ts';

/*
 * The signed-in user (docs/spec/staff-screens.md, 'Session'). `useSession()` returns loading, error, initialized, user,
 * login, logout and retry; `useUser()` returns the user below the admin gate; `useMay('create_lot')` tells whether an
 * action is allowed. On start a stored token is validated, else refreshed, else cleared. A token is renewed shortly
 * before it expires. Other tabs follow a login, logout or refresh. A lost connection does not end the session: it is an
 * error with a retry. A session ended by the server leads to the sign-in page (`endedFor`), unless there is unsent
 * input: then the page stays and is `expired` until the user signs in again or leaves.
 */
export interface Session {
  loading: boolean;
  error: string | null;
  /** the error is that the server did not respond */
  offline: boolean;
  initialized: boolean;
  user: SessionUserFragment | null;
  /** the server ended the session of `user`: requests fail until someone signs in */
  expired: boolean;
  /** id of the user whose session the server ended, while the sign-in page is shown; null after a login or logout */
  endedFor: string | null;
  /** resolves to null on success, else to the error text */
  login: (username: string, password: string) => Promise<string | null>;
  logout: () => Promise<void>;
  /** ends all of the user's sessions on every device; resolves to null, or to the error text */
  logoutEverywhere: () => Promise<string | null>;
  retry: () => void;
}

const SessionContext = createContext<Session | null>(null);
const LOGOUT_WAIT_MS = 3000;

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs SessionProvider');
  return session;
}

/** The signed-in user. Use it only below the admin gate. */
export function useUser(): SessionUserFragment {
  const { user } = useSession();
  if (user === null) throw new Error('useUser stands below the admin gate');
  return user;
}

/** Whether the signed-in user may perform an action, by the server's permissions. */
export function useMay(action: Action): boolean {
  return useUser().permissions.includes(action);
}

/** The user of the stored token; null without a token or after a failed refresh. Rejects without a connection. */
async function validate(client: ApolloClient): Promise<SessionUserFragment | null> {
  const ask = async () => (await client.query({ query: MeDocument, fetchPolicy: 'network-only' })).data?.me ?? null;
  const held = tokens.read();
  if (held === null) return null;
  try {
    const user = await ask();
    if (user !== null) return user;
    return (await refreshSession(held.accessToken)) === 'ended' ? null : await ask();
  } catch (failure) {
    if (statusOf(failure) === 401) return null;
    throw failure;
  }
}

function subjectOfTokens(): string | undefined {
  const held = tokens.read();
  return held === null ? undefined : claimsOf(held.accessToken)?.subject;
}

interface State {
  loading: boolean;
  /** cause of the last failed start; translated when rendered */
  failure: { cause: unknown } | null;
  initialized: boolean;
  user: SessionUserFragment | null;
  expired: boolean;
  endedFor: string | null;
}

const NOBODY: State = { loading: false, failure: null, initialized: true, user: null, expired: false, endedFor: null };

/** A logout removes drafts, because they hold names; an expired session keeps them. */
function leave(userId: string | undefined): void {
  tokens.clear();
  if (userId !== undefined) deviceDrafts.dropAll(userId);
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createGraphQLClient);
  const words = useStaffWords();
  const [state, setState] = useState<State>({ ...NOBODY, loading: true, initialized: false });
  // Responses of an older start must not overwrite a newer one (such as a login while the stored token is validated).
  const turn = useRef(0);
  // Subject of the current user's token: if another tab stores tokens of a different user, start again.
  const subject = useRef<string | undefined>(undefined);

  /**
   * Validates the stored token and returns the next state; keeps the given state if something newer happened meanwhile.
   */
  const check = useCallback(async (): Promise<(before: State) => State> => {
    const mine = ++turn.current;
    try {
      const user = await validate(client);
      if (mine !== turn.current) return (before) => before;
      if (user === null) tokens.clear();
      subject.current = subjectOfTokens();
      return () => ({ ...NOBODY, user });
    } catch (failure) {
      if (mine !== turn.current) return (before) => before;
      return (before) => ({ ...before, loading: false, failure: { cause: failure } });
    }
  }, [client]);

  useEffect(() => {
    void check().then(setState);
  }, [check]);

  const start = useCallback(() => {
    setState((before) => ({ ...before, loading: true, failure: null }));
    void check().then(setState);
  }, [check]);

  const signedIn = state.user?.id;
  const { expired } = state;

  // Follow token changes in this tab (an expired session) and in other tabs (login, logout, another user).
  useEffect(
    () =>
      tokens.subscribe(() => {
        if (tokens.read() !== null) {
          if (subjectOfTokens() !== subject.current) void client.clearStore().then(start);
          else if (expired) start();
          return;
        }
        turn.current += 1;
        const isExpired = tokens.ending() === 'expired';
        if (isExpired && signedIn !== undefined && hasUnsentInput()) {
          setState((before) => ({ ...before, expired: true }));
          return;
        }
        subject.current = undefined;
        // Several requests may report the same expired session.
        setState((before) => ({ ...NOBODY, endedFor: isExpired ? (before.user?.id ?? before.endedFor) : null }));
        void client.clearStore();
      }),
    [client, start, expired, signedIn],
  );

  // After signing in again, refetch the queries that failed meanwhile.
  useEffect(() => {
    if (!expired) return undefined;
    return () => void client.refetchQueries({ include: 'active' }).catch(() => undefined);
  }, [client, expired]);

  // Renew shortly before expiry. Ignore a failure: the next request handles it.
  useEffect(() => {
    if (signedIn === undefined || expired) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      const accessToken = tokens.read()?.accessToken;
      const claims = accessToken === undefined ? null : claimsOf(accessToken);
      if (accessToken === undefined || claims === null) return;
      timer = setTimeout(
        () => {
          refreshSession(accessToken).catch(() => undefined);
        },
        refreshDelay(claims.expiry, Date.now()),
      );
    };
    plan();
    const stop = tokens.subscribe(plan);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [signedIn, expired]);

  const login = useCallback(
    async (username: string, password: string): Promise<string | null> => {
      try {
        const { data } = await client.mutate({ mutation: LoginDocument, variables: { username, password } });
        const answer = data?.login;
        if (answer === undefined) return words.say('login.failed');
        if (answer.__typename !== 'Session') return localizedText(words, answer.said);
        turn.current += 1;
        // The same user continues; another user starts with an empty cache.
        if (answer.user.id !== signedIn) await client.clearStore();
        subject.current = claimsOf(answer.accessToken)?.subject;
        tokens.write(answer);
        setState({ ...NOBODY, user: answer.user });
        return null;
      } catch (failure) {
        return errorMessage(words, failure, words.say('login.failed'));
      }
    },
    [client, words, signedIn],
  );

  const logout = useCallback(async () => {
    const held = tokens.read();
    if (held !== null) {
      const told = client.mutate({ mutation: LogoutDocument, variables: { refreshToken: held.refreshToken } });
      // Log out locally even without a connection.
      await Promise.race([told.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, LOGOUT_WAIT_MS))]);
    }
    leave(signedIn);
  }, [client, signedIn]);

  const logoutEverywhere = useCallback(async (): Promise<string | null> => {
    try {
      await client.mutate({ mutation: LogoutEverywhereDocument });
      leave(signedIn);
      return null;
    } catch (failure) {
      return errorMessage(words, failure, words.say('session.everywhereFailed'));
    }
  }, [client, words, signedIn]);

  const session = useMemo<Session>(() => {
    const { failure, ...known } = state;
    const error = failure === null ? null : errorMessage(words, failure.cause);
    const offline = failure !== null && statusOf(failure.cause) === null;
    return { ...known, error, offline, login, logout, logoutEverywhere, retry: start };
  }, [state, words, login, logout, logoutEverywhere, start]);

  return (
    <ApolloProvider client={client}>
      <SessionContext value={session}>{children}</SessionContext>
    </ApolloProvider>
  );
}

/** How long before its expiry an access token is renewed. */
export const RENEW_AHEAD_MS = 60_000;
// setTimeout uses 32 bits and would fire at once for longer delays.
const LONGEST_MS = 2 ** 31 - 1;

/**
 * When to renew an access token.
 * @param expiry and now in milliseconds since 1970
 * @returns milliseconds from now, at least one second, so that an always expiring token causes no tight loop
 */
export function refreshDelay(expiry: number, now: number): number {
  return Math.min(LONGEST_MS, Math.max(1000, expiry - now - RENEW_AHEAD_MS));
}
