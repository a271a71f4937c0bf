import { linkOptions } from '@tanstack/react-router';
import { isStaff } from '../../account/permissions';
import type { CurrentSession } from '../../api/session';
import {
  IconAdjustmentsHorizontal,
  IconChartBar,
  IconEye,
  IconGauge,
  IconHeartbeat,
  IconKey,
  IconList,
  IconReceipt,
  IconSearch,
  IconShieldCheck,
  IconTerminal,
  IconUser,
} from '../../components/icons';

type Role = CurrentSession['user']['role'];

const you = { ...linkOptions({ to: '/you' }), label: 'You', icon: IconUser, exact: false } as const;

const destinations = {
  members: [
    { ...linkOptions({ to: '/' }), label: 'Overview', icon: IconChartBar, exact: true },
    { ...linkOptions({ to: '/keys' }), label: 'Keys', icon: IconKey, exact: false },
    { ...linkOptions({ to: '/requests' }), label: 'Requests', icon: IconList, exact: false },
    { ...linkOptions({ to: '/ledger' }), label: 'Ledger', icon: IconReceipt, exact: false },
    { ...linkOptions({ to: '/playground' }), label: 'Playground', icon: IconTerminal, exact: false },
    { ...linkOptions({ to: '/monitors' }), label: 'Monitors', icon: IconEye, exact: false },
    { ...linkOptions({ to: '/settings' }), label: 'Account', icon: IconAdjustmentsHorizontal, exact: false },
    you,
  ],
  support: [
    { ...linkOptions({ to: '/support' }), label: 'Customers', icon: IconSearch, exact: true },
    { ...linkOptions({ to: '/support/rate-requests' }), label: 'Rate requests', icon: IconGauge, exact: false },
    { ...linkOptions({ to: '/support/pending-top-ups' }), label: 'Pending top-ups', icon: IconReceipt, exact: false },
    { ...linkOptions({ to: '/support/staff' }), label: 'Staff', icon: IconShieldCheck, exact: false },
    { ...linkOptions({ to: '/support/audit' }), label: 'Audit log', icon: IconList, exact: false },
    { ...linkOptions({ to: '/support/health' }), label: 'Service health', icon: IconHeartbeat, exact: false },
    you,
  ],
} as const;

export const destinationsFor = (role: Role) => destinations[isStaff(role) ? 'support' : 'members'];
