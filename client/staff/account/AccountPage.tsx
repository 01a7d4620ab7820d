import { Box, Grid } from '@chakra-ui/react';
import { Facts, Page, Panel } from '../../design/Page.tsx';
import { DASH } from '../../words/format.ts';
import { useOfficeWords } from '../../words/adminMessages.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { AlertMail } from './AlertMail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { EraseMe } from './EraseMe.tsx';
import { ExportMyData } from './ExportMyData.tsx';
import { MySessions } from './MySessions.tsx';

/** The user's own account: profile, password, sessions and data. */
export default function AccountPage() {
  const { say } = useOfficeWords();
  const { username, name, role, farmId, email } = useUser();
  return (
    <Page title={say('account.title')}>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="5" alignItems="start">
        <Grid gap="5">
          <Panel title={say('account.who')}>
            <Facts
              items={[
                [say('account.username'), username],
                [say('account.name'), name || DASH],
                [say('account.role'), say(`role.${role}`)],
                [say('account.farm'), farmId || DASH],
                [say('account.email'), email || DASH],
              ]}
            />
            <Box mt="3" fontSize="sm" color="fg.muted">
              {say('account.byOthers')}
            </Box>
          </Panel>
          <ChangePassword />
        </Grid>
        <Grid gap="5">
          <AlertMail />
          <MySessions />
          <ExportMyData />
          <EraseMe />
        </Grid>
      </Grid>
    </Page>
  );
}
