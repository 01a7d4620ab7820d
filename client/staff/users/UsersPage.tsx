import { useQuery } from '@apollo/client/react';
import { Box, Flex, Grid } from '@chakra-ui/react';
import { Send, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ROLES, type Role } from '../../../server/domain/access/permissions.ts';
import { Banner } from '../../design/Banner.tsx';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { SelectField, TextField } from '../../design/Field.tsx';
import { Page } from '../../design/Page.tsx';
import { PaginationControl } from '../../design/PaginationControl.tsx';
import { UsersDocument } from '../../graphql/generated.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { useDebounced } from './useDebounced.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { PageIntro } from '../admin-shared/PageIntro.tsx';
import { LoadFailure } from '../admin-shared/Retry.tsx';
import { OpenInvitations, useInvitations } from './OpenInvitations.tsx';
import { rolesToGive } from './userForm.ts';
import { UserTable } from './UserTable.tsx';
import { UserTasks, type UserTask } from './UserTasks.tsx';

const TYPING_RESTS_MS = 300;

/** The accounts, for users who manage them. The address stores the search. */
export default function UsersPage() {
  const words = useOfficeWords();
  const { say } = words;
  const [params, setParams] = useSearchParams();
  const list = userListOf(params);
  const [search, setSearch] = useState(list.search);
  const [task, setTask] = useState<UserTask | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const roles = rolesToGive(useUser());
  const [invitationPage, setInvitationPage] = useState(1);
  const invitations = useInvitations(invitationPage);

  const show = (change: Partial<UserList>) =>
    setParams((before) => withUserList(before, { ...userListOf(before), page: 1, ...change }), { replace: true });
  useDebounced(search, TYPING_RESTS_MS, (typed) => show({ search: typed.trim() }));

  const { data, previousData, error, loading, refetch } = useQuery(UsersDocument, {
    variables: {
      page: list.page,
      role: list.role,
      disabled: list.state === null ? null : list.state === 'disabled',
      search: list.search === '' ? null : list.search,
    },
    fetchPolicy: 'cache-and-network',
  });
  const shown = (data ?? previousData)?.users;
  const filtered = isFiltered(list);

  return (
    <Page
      title={say('users.title')}
      actions={
        <>
          <Button variant="secondary" onClick={() => setTask({ kind: 'add' })}>
            <UserPlus aria-hidden />
            {say('users.add')}
          </Button>
          <Button onClick={() => setTask({ kind: 'invite' })}>
            <Send aria-hidden />
            {say('users.invite')}
          </Button>
        </>
      }
    >
      <PageIntro>{say('users.lead')}</PageIntro>
      {done !== null && (
        <Banner tone="leaf" onDismiss={() => setDone(null)}>
          {done}
        </Banner>
      )}
      <Grid
        templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: '2fr 1fr 1fr' }}
        columnGap={{ base: '3', lg: '4' }}
        rowGap="3"
      >
        <Box gridColumn={{ base: '1 / -1', lg: 'auto' }}>
          <TextField
            label={say('users.search')}
            type="search"
            placeholder={say('users.searchHint')}
            maxLength={100}
            value={search}
            onChange={setSearch}
          />
        </Box>
        <SelectField
          label={say('users.role')}
          value={list.role ?? ''}
          onChange={(role) => show({ role: ROLES.find((one) => one === role) ?? null })}
          options={[
            { value: '', label: say('users.allRoles') },
            ...roles.map((role) => ({ value: role, label: say(`role.${role}`) })),
          ]}
        />
        <SelectField
          label={say('users.state')}
          value={list.state ?? ''}
          onChange={(state) => show({ state: state === 'enabled' || state === 'disabled' ? state : null })}
          options={[
            { value: '', label: say('users.allStates') },
            { value: 'enabled', label: say('users.enabled') },
            { value: 'disabled', label: say('users.disabled') },
          ]}
        />
      </Grid>
      <UserTable
        rows={shown?.users}
        busy={loading && shown !== undefined}
        onTask={setTask}
        error={
          error === undefined || shown !== undefined ? undefined : (
            <LoadFailure title={say('users.failed')} error={error} onRetry={refetch} />
          )
        }
        empty={
          <EmptyState
            icon={Users}
            title={say(filtered ? 'users.noMatch' : 'users.none')}
            action={
              filtered && (
                <Button
                  variant="secondary"
                  onClick={() => {
                    setSearch('');
                    show({ search: '', role: null, state: null });
                  }}
                >
                  {say('users.clear')}
                </Button>
              )
            }
          >
            {say(filtered ? 'users.noMatchHint' : 'users.noneHint')}
          </EmptyState>
        }
      />
      {shown !== undefined && shown.pagination.total > 0 && (
        <Flex align="center" justify="space-between" gap="4" wrap="wrap">
          <Box fontSize="sm" color="fg.muted" aria-live="polite">
            {say('users.count', { count: shown.pagination.total })}
          </Box>
          <PaginationControl
            page={shown.pagination.page}
            totalPages={shown.pagination.totalPages}
            onChange={(page) => show({ page })}
            label={say('users.list')}
          />
        </Flex>
      )}
      <OpenInvitations invitations={invitations} onDone={setDone} onPage={setInvitationPage} />
      <UserTasks
        task={task}
        roles={roles}
        mailOffered={invitations.shown?.mailOffered ?? false}
        onInvited={() => void invitations.refetch()}
        onClose={() => setTask(null)}
        onDone={(message) => {
          setTask(null);
          setDone(message);
          refetch().catch(() => undefined);
          void invitations.refetch();
        }}
      />
    </Page>
  );
}

/** Filters and page of the account list. */
interface UserList {
  search: string;
  role: Role | null;
  state: 'enabled' | 'disabled' | null;
  /** from 1 */
  page: number;
}

/** Reads the filters from the address; invalid values are ignored. */
export function userListOf(params: URLSearchParams): UserList {
  const state = params.get('state');
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    role: ROLES.find((role) => role === params.get('role')) ?? null,
    state: state === 'enabled' || state === 'disabled' ? state : null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes the state into the address, and keeps other parameters. */
export function withUserList(before: URLSearchParams, { search, role, state, page }: UserList): URLSearchParams {
  const params = new URLSearchParams(before);
  const own = { search, role: role ?? '', state: state ?? '', page: page === 1 ? '' : String(page) };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params;
}

/** Whether a filter is active. */
export function isFiltered({ search, role, state }: UserList): boolean {
  return search !== '' || role !== null || state !== null;
}
