import { useSession } from '../../../account/use-session';
import { Notice } from '../../../components/notice';
import { Page } from '../../../components/page';
import { PasswordPanel } from './password-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';
import { WebhookPanel } from './webhook-panel';

export function SettingsPage() {
  const { user, second_factor: factor } = useSession();
  const mustEnrol = factor.required && !factor.enabled;
  return (
    <Page title="Settings" lede={user.email}>
      {mustEnrol && (
        <Notice tone="warn" title="Set up a second factor to go on">
          Your operator requires one of everybody in support. It takes a minute.
        </Notice>
      )}
      <PasswordPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      {user.role === 'owner' && <WebhookPanel />}
    </Page>
  );
}
