/** The navigation, grouped by the work; only what is built. */
import {
  ApiOutlined, AppstoreOutlined, AuditOutlined, BarChartOutlined, CalendarOutlined, CheckSquareOutlined, CompassOutlined, DashboardOutlined, DatabaseOutlined, EnvironmentOutlined, FileDoneOutlined, ImportOutlined, KeyOutlined, SettingOutlined, TagsOutlined, WifiOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { opens, placeGroups, type NavigationPlace, type Place, type PlaceGroup } from '../../entities/rights/places.ts'
import { useClaims } from '../../entities/session/useSession.ts'

const icons: Record<Place, ReactNode> = {
  myWork: <CheckSquareOutlined />, procedures: <AuditOutlined />, procedureLogs: <FileDoneOutlined />, tickets: <TagsOutlined />, schedules: <CalendarOutlined />, equipment: <AppstoreOutlined />, locations: <EnvironmentOutlined />, mapping: <CompassOutlined />,
  automationCenter: <ApiOutlined />, gateways: <WifiOutlined />, apiKeys: <KeyOutlined />, dashboards: <DashboardOutlined />, report: <BarChartOutlined />, import: <ImportOutlined />, journal: <DatabaseOutlined />, management: <SettingOutlined />,
}

export interface NavItem extends NavigationPlace { icon: ReactNode }
export interface NavGroup { title: PlaceGroup['title']; items: readonly NavItem[] }

/** What this person may open of what exists. */
export function useNavigationGroups(): NavGroup[] {
  const permissions = useClaims()?.permissions ?? []
  return placeGroups
    .map(({ title, places }) => ({ title, items: places.filter((place) => opens(place, permissions)).map((place) => ({ ...place, ...(place.also === undefined ? {} : { also: place.also.filter((one) => opens(one, permissions)) }), icon: icons[place.route] })) }))
    .filter((group) => group.items.length > 0)
}
