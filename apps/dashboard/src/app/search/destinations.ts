import { linkOptions } from '@tanstack/react-router';
import type { CurrentSession } from '../../api/session';
import type { IconName } from '../../components/icon';

type Role = CurrentSession['user']['role'];

const settings = { ...linkOptions({ to: '/settings' }), label: 'Settings', icon: 'settings', exact: false } as const;

/** The pages of an account and those of support, in the order of the navigation. */
const destinations = {
  members: [
    { ...linkOptions({ to: '/' }), label: 'Overview', icon: 'overview', exact: true },
    { ...linkOptions({ to: '/keys' }), label: 'Keys', icon: 'key', exact: false },
    { ...linkOptions({ to: '/requests' }), label: 'Requests', icon: 'requests', exact: false },
    { ...linkOptions({ to: '/ledger' }), label: 'Ledger', icon: 'ledger', exact: false },
    { ...linkOptions({ to: '/playground' }), label: 'Playground', icon: 'playground', exact: false },
    settings,
  ],
  support: [
    { ...linkOptions({ to: '/support' }), label: 'Customers', icon: 'search', exact: true },
    { ...linkOptions({ to: '/support/rate-requests' }), label: 'Rate requests', icon: 'rate', exact: false },
    { ...linkOptions({ to: '/support/staff' }), label: 'Staff', icon: 'person', exact: false },
    { ...linkOptions({ to: '/support/audit' }), label: 'Audit log', icon: 'audit', exact: false },
    { ...linkOptions({ to: '/support/health' }), label: 'Service health', icon: 'health', exact: false },
    settings,
  ],
} as const satisfies Record<string, readonly { to: string; label: string; icon: IconName; exact: boolean }[]>;

export const destinationsFor = (role: Role) => destinations[role === 'support' ? 'support' : 'members'];
