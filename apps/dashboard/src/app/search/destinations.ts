import {
  AdjustmentsHorizontalIcon,
  BoltIcon,
  ChartBarIcon,
  CommandLineIcon,
  EyeIcon,
  HeartIcon,
  KeyIcon,
  ListBulletIcon,
  MagnifyingGlassIcon,
  ReceiptPercentIcon,
  ShieldCheckIcon,
  UserIcon,
} from '@heroicons/react/24/outline';
import { linkOptions } from '@tanstack/react-router';
import { isStaff } from '../../account/permissions';
import type { CurrentSession } from '../../api/session';

type Role = CurrentSession['user']['role'];

const you = { ...linkOptions({ to: '/you' }), label: 'You', icon: UserIcon, exact: false } as const;

const destinations = {
  members: [
    { ...linkOptions({ to: '/' }), label: 'Overview', icon: ChartBarIcon, exact: true },
    { ...linkOptions({ to: '/keys' }), label: 'Keys', icon: KeyIcon, exact: false },
    { ...linkOptions({ to: '/requests' }), label: 'Requests', icon: ListBulletIcon, exact: false },
    { ...linkOptions({ to: '/ledger' }), label: 'Ledger', icon: ReceiptPercentIcon, exact: false },
    { ...linkOptions({ to: '/playground' }), label: 'Playground', icon: CommandLineIcon, exact: false },
    { ...linkOptions({ to: '/monitors' }), label: 'Monitors', icon: EyeIcon, exact: false },
    { ...linkOptions({ to: '/settings' }), label: 'Account', icon: AdjustmentsHorizontalIcon, exact: false },
    you,
  ],
  support: [
    { ...linkOptions({ to: '/support' }), label: 'Customers', icon: MagnifyingGlassIcon, exact: true },
    { ...linkOptions({ to: '/support/rate-requests' }), label: 'Rate requests', icon: BoltIcon, exact: false },
    {
      ...linkOptions({ to: '/support/pending-top-ups' }),
      label: 'Pending top-ups',
      icon: ReceiptPercentIcon,
      exact: false,
    },
    { ...linkOptions({ to: '/support/staff' }), label: 'Staff', icon: ShieldCheckIcon, exact: false },
    { ...linkOptions({ to: '/support/audit' }), label: 'Audit log', icon: ListBulletIcon, exact: false },
    { ...linkOptions({ to: '/support/health' }), label: 'Service health', icon: HeartIcon, exact: false },
    you,
  ],
} as const;

export const destinationsFor = (role: Role) => destinations[isStaff(role) ? 'support' : 'members'];
