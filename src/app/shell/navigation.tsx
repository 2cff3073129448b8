/** The navigation, grouped by the work; contains only built screens. */
import {
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BorderOuterOutlined,
  CalendarOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  CloudUploadOutlined,
  CompassOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  EnvironmentOutlined,
  ExperimentOutlined,
  FileDoneOutlined,
  HomeOutlined,
  ImportOutlined,
  InboxOutlined,
  KeyOutlined,
  QrcodeOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TagsOutlined,
  WifiOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import {
  isPermitted,
  placeGroups,
  type NavigationPlace,
  type Place,
  type PlaceGroup,
} from '#entities/rights/places.ts'
import { useClaims } from '#entities/session/useSession.ts'

const icons: Record<Place, ReactNode> = {
  home: <HomeOutlined aria-hidden />,
  myWork: <CheckSquareOutlined aria-hidden />,
  scan: <QrcodeOutlined aria-hidden />,
  procedures: <AuditOutlined aria-hidden />,
  procedureLogs: <FileDoneOutlined aria-hidden />,
  signedLogs: <SafetyCertificateOutlined aria-hidden />,
  tickets: <TagsOutlined aria-hidden />,
  schedules: <CalendarOutlined aria-hidden />,
  duties: <ClockCircleOutlined aria-hidden />,
  equipment: <AppstoreOutlined aria-hidden />,
  locations: <EnvironmentOutlined aria-hidden />,
  inventory: <InboxOutlined aria-hidden />,
  mapping: <CompassOutlined aria-hidden />,
  zones: <BorderOuterOutlined aria-hidden />,
  automationCenter: <ApiOutlined aria-hidden />,
  gateways: <WifiOutlined aria-hidden />,
  sensors: <ExperimentOutlined aria-hidden />,
  iotImport: <CloudUploadOutlined aria-hidden />,
  apiKeys: <KeyOutlined aria-hidden />,
  dashboards: <DashboardOutlined aria-hidden />,
  report: <BarChartOutlined aria-hidden />,
  import: <ImportOutlined aria-hidden />,
  journal: <DatabaseOutlined aria-hidden />,
  management: <SettingOutlined aria-hidden />,
}

export interface NavItem extends NavigationPlace {
  icon: ReactNode
}
export interface NavGroup {
  title: PlaceGroup['title']
  items: readonly NavItem[]
}

export function useNavigationGroups(): NavGroup[] {
  const permissions = useClaims()?.permissions ?? []
  return placeGroups
    .map(({ title, places }) => ({
      title,
      items: places
        .filter((place) => isPermitted(place, permissions))
        .map((place) => ({
          ...place,
          ...(place.also === undefined
            ? {}
            : { also: place.also.filter((one) => isPermitted(one, permissions)) }),
          icon: icons[place.route],
        })),
    }))
    .filter((group) => group.items.length > 0)
}
