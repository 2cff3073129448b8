/** The navigation, grouped by the work; only what is built. */
import {
  ApiOutlined, AppstoreOutlined, AuditOutlined, DatabaseOutlined, EnvironmentOutlined, FileDoneOutlined, ImportOutlined, SettingOutlined, TagsOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { PermissionGroup } from '#contract/permissions'
import { useClaims } from '../../entities/session/useSession.ts'
import { isThere } from '../screens.ts'
import type { RouteName } from '../paths.ts'

type Place = Extract<RouteName,
  'procedures' | 'procedureLogs' | 'tickets' | 'equipment' | 'locations' | 'automationCenter' | 'ticketCenter' | 'import' | 'journal' | 'management'>

export interface NavItem { route: Place; icon: ReactNode; needs?: PermissionGroup; onPhone?: true }
export interface NavGroup { title: 'groupWork' | 'groupPlaces' | 'groupAutomation' | 'groupManagement'; items: readonly NavItem[] }

const groups: readonly NavGroup[] = [
  {
    title: 'groupWork',
    items: [
      { route: 'procedures', icon: <AuditOutlined />, onPhone: true },
      { route: 'procedureLogs', icon: <FileDoneOutlined /> },
      { route: 'tickets', icon: <TagsOutlined />, onPhone: true },
    ],
  },
  {
    title: 'groupPlaces',
    items: [
      { route: 'equipment', icon: <AppstoreOutlined />, onPhone: true },
      { route: 'locations', icon: <EnvironmentOutlined />, onPhone: true },
    ],
  },
  {
    title: 'groupAutomation',
    items: [{ route: 'automationCenter', icon: <ApiOutlined />, needs: 'editor|automations' }],
  },
  {
    title: 'groupManagement',
    items: [
      { route: 'import', icon: <ImportOutlined />, needs: 'editor|import' },
      { route: 'journal', icon: <DatabaseOutlined />, needs: 'viewer|journal' },
      { route: 'management', icon: <SettingOutlined />, needs: 'editor|management' },
    ],
  },
]

/** What this person may open of what exists. */
export function useNavigationGroups(): NavGroup[] {
  const permissions = useClaims()?.permissions ?? []
  return groups
    .map((group) => ({ ...group, items: group.items.filter((item) => isThere(item.route) && (item.needs === undefined || permissions.includes(item.needs))) }))
    .filter((group) => group.items.length > 0)
}
