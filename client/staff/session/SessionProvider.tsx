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
import { messageOf, statusOf } from '../../graphql/messages.ts';
import { refreshSession, tokens } from '../../graphql/session.ts';
import { claimsOf } from '../../graphql/tokens.ts';
import { useStaffWords } from '../../words/staffWords.ts';
import { deviceDrafts } from '../drafts/deviceDrafts.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import { refreshDelay } from './refreshDelay.ts';

/*
 * Who is signed in (docs/spec/staff-screens.md, 'Session'). `useSession()` gives loading, error, initialized, user, and
 * login, logout, retry; `useUser()` the user below the admin gate; `useMay('create_lot')` whether an action is theirs.
 *
 * On start a stored token is validated, else refreshed, else cleared. A token is renewed shortly before it expires.
 * What one tab does (log in, log out, refresh) the others follow. A line that is down ends no session: it is an error
 * with a way to try again. A session that the server ended leads to the sign-in page (`endedFor`), unless something was
 * typed and not sent: then the page stays, `expired` until the person signs in again or leaves.
 */
export interface Session {
  loading: boolean;
  error: string | null;
  initialized: boolean;
  user: SessionUserFragment | null;
  /** the server ended the session of `user`: nothing can be asked until somebody signs in */
  expired: boolean;
  /** id of the user whose session the server ended, while the sign-in page is shown; null after a sign-in or a logout */
  endedFor: string | null;
  /** resolves to null when signed in, else to what the person should read */
  login: (username: string, password: string) => Promise<string | null>;
  logout: () => Promise<void>;
  /** ends all sessions of the person, on every device; resolves to null, or to what the person should read */
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

/** The signed-in user; only below the admin gate. */
export function useUser(): SessionUserFragment {
  const { user } = useSession();
  if (user === null) throw new Error('useUser stands below the admin gate');
  return user;
}

/** Whether the signed-in user may do an action, as the server's permission table says. */
export function useMay(action: Action): boolean {
  return useUser().permissions.includes(action);
}

/** The user of the stored token; null when there is none and a refresh brought none. Rejects when the line is down. */
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
  /** what the last start failed with; said where it is drawn */
  failure: { cause: unknown } | null;
  initialized: boolean;
  user: SessionUserFragment | null;
  expired: boolean;
  endedFor: string | null;
}

const NOBODY: State = { loading: false, failure: null, initialized: true, user: null, expired: false, endedFor: null };

/** Whoever logs out leaves no names on the device; a session that merely ended leaves what was typed. */
function leave(userId: string | undefined): void {
  tokens.clear();
  if (userId !== undefined) deviceDrafts.dropAll(userId);
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createGraphQLClient);
  const words = useStaffWords();
  const [state, setState] = useState<State>({ ...NOBODY, loading: true, initialized: false });
  // Answers of an older start must not overrule a newer one (a login while the stored token was being validated).
  const turn = useRef(0);
  // Whose tokens the shown user came from: tokens of someone else, written by another tab, start anew.
  const subject = useRef<string | undefined>(undefined);

  /** The state after validating the stored token; leaves the given one when something newer has happened meanwhile. */
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

  // Follow what happens to the tokens here (a session that ended) and in other tabs (log in, log out, another user).
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
        // Several calls may report the end of one session.
        setState((before) => ({ ...NOBODY, endedFor: isExpired ? (before.user?.id ?? before.endedFor) : null }));
        void client.clearStore();
      }),
    [client, start, expired, signedIn],
  );

  // Whoever goes on sees what could not be asked meanwhile.
  useEffect(() => {
    if (!expired) return undefined;
    return () => void client.refetchQueries({ include: 'active' }).catch(() => undefined);
  }, [client, expired]);

  // Renew shortly before expiry. A failure is left to the next request, which finds out for itself.
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
        // The same person goes on where they were; anybody else begins anew.
        if (answer.user.id !== signedIn) await client.clearStore();
        subject.current = claimsOf(answer.accessToken)?.subject;
        tokens.write(answer);
        setState({ ...NOBODY, user: answer.user });
        return null;
      } catch (failure) {
        return messageOf(words, failure, words.say('login.failed'));
      }
    },
    [client, words, signedIn],
  );

  const logout = useCallback(async () => {
    const held = tokens.read();
    if (held !== null) {
      const told = client.mutate({ mutation: LogoutDocument, variables: { refreshToken: held.refreshToken } });
      // Whoever logs out on a dead line is logged out here all the same.
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
      return messageOf(words, failure, words.say('session.everywhereFailed'));
    }
  }, [client, words, signedIn]);

  const session = useMemo<Session>(() => {
    const { failure, ...known } = state;
    const error = failure === null ? null : messageOf(words, failure.cause);
    return { ...known, error, login, logout, logoutEverywhere, retry: start };
  }, [state, words, login, logout, logoutEverywhere, start]);

  return (
    <ApolloProvider client={client}>
      <SessionContext value={session}>{children}</SessionContext>
    </ApolloProvider>
  );
}
