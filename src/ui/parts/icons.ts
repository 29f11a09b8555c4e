/** The icons that commands name, by their names in the Tabler set. */
import {
  IconAlertTriangle,
  IconArchive,
  IconArchiveOff,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconArrowRight,
  IconArrowsExchange,
  IconArrowsMove,
  IconBarcode,
  IconBuilding,
  IconBus,
  IconBug,
  IconCheck,
  IconCommand,
  IconCopy,
  IconCopyright,
  IconDatabase,
  IconDoorEnter,
  IconDownload,
  IconEdit,
  IconHistory,
  IconInfoCircle,
  IconKeyboard,
  IconLanguage,
  IconLassoPolygon,
  IconLayoutSidebarLeftExpand,
  IconLayoutSidebarRightExpand,
  IconLink,
  IconMapPin,
  IconPlus,
  IconPencil,
  IconPointFilled,
  IconRoute,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconTicket,
  IconTrash,
  IconUpload,
  IconVectorBezier2,
  IconVersions,
  IconWorldUpload,
  IconWalk,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { createElement, type ReactNode } from 'react';

const ICONS: Readonly<Record<string, Icon>> = {
  'alert-triangle': IconAlertTriangle,
  archive: IconArchive,
  'archive-off': IconArchiveOff,
  'arrow-back-up': IconArrowBackUp,
  'arrow-forward-up': IconArrowForwardUp,
  'arrow-left': IconArrowLeft,
  'arrow-right': IconArrowRight,
  'arrows-exchange': IconArrowsExchange,
  'arrows-move': IconArrowsMove,
  barcode: IconBarcode,
  building: IconBuilding,
  bus: IconBus,
  bug: IconBug,
  check: IconCheck,
  command: IconCommand,
  copy: IconCopy,
  copyright: IconCopyright,
  'door-enter': IconDoorEnter,
  'info-circle': IconInfoCircle,
  link: IconLink,
  'stack-2': IconStack2,
  database: IconDatabase,
  download: IconDownload,
  edit: IconEdit,
  history: IconHistory,
  keyboard: IconKeyboard,
  language: IconLanguage,
  lasso: IconLassoPolygon,
  'layout-left': IconLayoutSidebarLeftExpand,
  'layout-right': IconLayoutSidebarRightExpand,
  'map-pin': IconMapPin,
  plus: IconPlus,
  route: IconRoute,
  search: IconSearch,
  settings: IconSettings,
  'shield-check': IconShieldCheck,
  ticket: IconTicket,
  trash: IconTrash,
  upload: IconUpload,
  versions: IconVersions,
  'world-upload': IconWorldUpload,
  'vector-points': IconVectorBezier2,
  walk: IconWalk,
  pencil: IconPencil,
  x: IconX,
};

/** The icon of that name; a dot where a command names one that is not in the list. */
export function iconOf(name: string): Icon {
  return ICONS[name] ?? IconPointFilled;
}

/** Whether there is an icon of that name. */
export function hasIcon(name: string): boolean {
  return Object.hasOwn(ICONS, name);
}

/** The icon of that name, drawn. */
export function Glyph({ name, size = 16, className }: { name: string; size?: number; className?: string | undefined }): ReactNode {
  return createElement(iconOf(name), { size, 'aria-hidden': true, ...(className === undefined ? {} : { className }) });
}
