import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountQuery } from '../../account/account-queries';
import { useSession } from '../../api/session';
import { DownloadButton } from '../../components/download-button';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { MembersPanel } from './members-panel';
import { NotificationsPanel } from './notifications-panel';
import classes from './settings.module.css';

/** What all members of the account share. */
export function AccountPage() {
  const { user } = useSession();
  const account = useQuery(accountQuery({ kind: 'own' })).data;
  return (
    <Page title="Account" lede={account?.name}>
      <div className={classes.sections}>
        <MembersPanel />
        <NotificationsPanel />
        <Panel id="webhook" title="Webhooks" description="Loupe can send notifications to your servers.">
          <Link to="/webhook">Set up endpoints and see their deliveries</Link>
        </Panel>
        {user.role === 'owner' && <AccountDataPanel />}
      </div>
    </Page>
  );
}

function AccountDataPanel() {
  return (
    <Panel
      id="account-data"
      title="Account data"
      description="The file contains the data of this account as compressed lines of JSON. To have the data erased, ask support."
    >
      <DownloadButton
        href="/dashboard/api/account-data.ndjson.gz"
        fallbackName="account-data.ndjson.gz"
        label="Download data"
      />
    </Panel>
  );
}
