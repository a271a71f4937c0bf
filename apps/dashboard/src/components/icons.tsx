import {
  AdjustmentsHorizontalIcon,
  ArrowDownTrayIcon,
  ArrowPathIcon,
  ArrowRightStartOnRectangleIcon,
  Bars3Icon,
  BellIcon,
  BoltIcon,
  BookOpenIcon,
  ChartBarIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronUpDownIcon,
  ChevronUpIcon,
  CommandLineIcon,
  DocumentDuplicateIcon,
  EllipsisHorizontalIcon,
  ExclamationTriangleIcon,
  EyeIcon,
  HeartIcon,
  KeyIcon,
  ListBulletIcon,
  MagnifyingGlassIcon,
  NoSymbolIcon,
  PaperAirplaneIcon,
  PencilIcon,
  PlusIcon,
  PrinterIcon,
  ReceiptPercentIcon,
  ShieldCheckIcon,
  SparklesIcon,
  UserIcon,
  XMarkIcon,
} from '@heroicons/react/24/outline';
import type { ComponentType, SVGProps } from 'react';

/** An icon beside a text, hidden from screen readers. `page.css` sets the width of its stroke. */
function iconOf(Outline: ComponentType<SVGProps<SVGSVGElement>>) {
  return function Icon({ size = 24 }: { size?: number }) {
    return <Outline className="icon" width={size} height={size} />;
  };
}

export const IconAdjustmentsHorizontal = iconOf(AdjustmentsHorizontalIcon);
export const IconAlertTriangle = iconOf(ExclamationTriangleIcon);
export const IconBan = iconOf(NoSymbolIcon);
export const IconBell = iconOf(BellIcon);
export const IconBook = iconOf(BookOpenIcon);
export const IconChartBar = iconOf(ChartBarIcon);
export const IconCheck = iconOf(CheckIcon);
export const IconChevronDown = iconOf(ChevronDownIcon);
export const IconChevronLeft = iconOf(ChevronLeftIcon);
export const IconChevronUp = iconOf(ChevronUpIcon);
export const IconCopy = iconOf(DocumentDuplicateIcon);
export const IconDots = iconOf(EllipsisHorizontalIcon);
export const IconDownload = iconOf(ArrowDownTrayIcon);
export const IconEye = iconOf(EyeIcon);
export const IconGauge = iconOf(BoltIcon);
export const IconHeartbeat = iconOf(HeartIcon);
export const IconKey = iconOf(KeyIcon);
export const IconList = iconOf(ListBulletIcon);
export const IconLogout = iconOf(ArrowRightStartOnRectangleIcon);
export const IconMenu2 = iconOf(Bars3Icon);
export const IconPencil = iconOf(PencilIcon);
export const IconPlus = iconOf(PlusIcon);
export const IconPrinter = iconOf(PrinterIcon);
export const IconReceipt = iconOf(ReceiptPercentIcon);
export const IconRefresh = iconOf(ArrowPathIcon);
export const IconSearch = iconOf(MagnifyingGlassIcon);
export const IconSelector = iconOf(ChevronUpDownIcon);
export const IconSend = iconOf(PaperAirplaneIcon);
export const IconShieldCheck = iconOf(ShieldCheckIcon);
export const IconSparkles = iconOf(SparklesIcon);
export const IconTerminal = iconOf(CommandLineIcon);
export const IconUser = iconOf(UserIcon);
export const IconX = iconOf(XMarkIcon);
