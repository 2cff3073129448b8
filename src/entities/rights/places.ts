import type { PermissionGroup } from '#contract/people/permissions.ts'
import type { RouteName } from '#lib/paths.ts'

export type Place = Extract<
  RouteName,
  | 'home'
  | 'myWork'
  | 'scan'
  | 'procedures'
  | 'procedureLogs'
  | 'signedLogs'
  | 'tickets'
  | 'schedules'
  | 'duties'
  | 'equipment'
  | 'locations'
  | 'inventory'
  | 'mapping'
  | 'zones'
  | 'automationCenter'
  | 'gateways'
  | 'sensors'
  | 'iotImport'
  | 'apiKeys'
  | 'dashboards'
  | 'report'
  | 'import'
  | 'journal'
  | 'management'
>

/** Addresses that belong to an entry: the navigation marks the entry as current there. */
type SubPlace = Extract<
  RouteName,
  | 'equipmentRelated'
  | 'fellowEquipment'
  | 'orgEntities'
  | 'dynamicDashboards'
  | 'dashboardItems'
  | 'metrics'
  | 'metricsChangesValue'
  | 'reportPerformances'
  | 'reportTracers'
  | 'reportTickets'
  | 'reportVisits'
  | 'reportReliability'
  | 'reportReplacement'
  | 'siteSurvey'
  | 'radioCalibration'
  | 'areas'
  | 'users'
  | 'roles'
  | 'companySettings'
  | 'retention'
  | 'labelReports'
  | 'securityLog'
  | 'installationHealth'
  | 'signedLogChain'
>

/** Any of `needs` opens it. Omit for everyone who is signed in. */
export interface NavigationPlace {
  route: Place
  needs?: readonly PermissionGroup[]
  onPhone?: true
  also?: readonly { route: SubPlace; needs?: readonly PermissionGroup[] }[]
}
export interface PlaceGroup {
  title:
    | 'groupWork'
    | 'groupPlaces'
    | 'groupAutomation'
    | 'groupDevices'
    | 'groupInsight'
    | 'groupManagement'
  places: readonly NavigationPlace[]
}

export const placeGroups: readonly PlaceGroup[] = [
  {
    title: 'groupWork',
    places: [
      { route: 'home', onPhone: true },
      { route: 'myWork' },
      { route: 'scan', onPhone: true },
      { route: 'procedures' },
      { route: 'procedureLogs' },
      { route: 'signedLogs' },
      { route: 'tickets', onPhone: true },
      { route: 'schedules' },
      { route: 'duties' },
    ],
  },
  {
    title: 'groupPlaces',
    places: [
      {
        route: 'equipment',
        onPhone: true,
        also: [{ route: 'fellowEquipment' }, { route: 'equipmentRelated' }],
      },
      {
        route: 'mapping',
        onPhone: true,
        also: [
          { route: 'siteSurvey', needs: ['editor|equipment'] },
          { route: 'radioCalibration', needs: ['editor|devices'] },
          { route: 'areas' },
        ],
      },
      { route: 'zones' },
      { route: 'locations', also: [{ route: 'orgEntities' }] },
      { route: 'inventory' },
    ],
  },
  {
    title: 'groupAutomation',
    places: [{ route: 'automationCenter', needs: ['editor|automations'] }],
  },
  {
    title: 'groupInsight',
    places: [
      {
        route: 'dashboards',
        also: [
          { route: 'dynamicDashboards' },
          { route: 'dashboardItems', needs: ['editor|dashboards'] },
        ],
      },
      {
        route: 'report',
        needs: ['viewer|reports'],
        also: [
          { route: 'reportPerformances' },
          { route: 'reportTracers' },
          { route: 'reportTickets', needs: ['viewer|work', 'viewer|costs'] },
          { route: 'reportVisits' },
          { route: 'reportReliability' },
          { route: 'reportReplacement' },
          { route: 'metrics' },
          { route: 'metricsChangesValue' },
        ],
      },
    ],
  },
  {
    title: 'groupDevices',
    places: [
      { route: 'gateways', needs: ['editor|devices'] },
      { route: 'sensors', needs: ['editor|devices'] },
      { route: 'iotImport', needs: ['editor|import'] },
    ],
  },
  {
    title: 'groupManagement',
    places: [
      { route: 'import', needs: ['editor|import'] },
      { route: 'journal', needs: ['viewer|journal'] },
      { route: 'apiKeys', needs: ['editor|devices'] },
      {
        route: 'management',
        needs: [
          'editor|users',
          'editor|company',
          'editor|management',
          'editor|automations',
          'viewer|security',
          'exporter|company',
        ],
        also: [
          { route: 'users', needs: ['editor|users'] },
          { route: 'roles', needs: ['editor|users'] },
          { route: 'companySettings', needs: ['editor|company'] },
          { route: 'retention', needs: ['editor|company', 'exporter|company'] },
          { route: 'labelReports', needs: ['editor|company'] },
          { route: 'securityLog', needs: ['viewer|security'] },
          { route: 'installationHealth', needs: ['viewer|security'] },
          { route: 'signedLogChain', needs: ['viewer|security'] },
        ],
      },
    ],
  },
]

export const isPermitted = (
  { needs }: Pick<NavigationPlace, 'needs'>,
  permissions: readonly PermissionGroup[],
): boolean => needs === undefined || needs.some((group) => permissions.includes(group))

const behind: Partial<Record<RouteName, Place>> = {
  importOne: 'import',
  gatewayTypes: 'gateways',
  sensorTypes: 'sensors',
}

/** Any of the rights opens this address. Undefined if everyone may, or if the screen decides. */
export function needsOf(route: RouteName): readonly PermissionGroup[] | undefined {
  const wanted = behind[route] ?? route
  for (const place of placeGroups.flatMap(({ places }) => places)) {
    if (place.route === wanted) return place.needs
    const sub = place.also?.find((one) => one.route === wanted)
    if (sub !== undefined) return sub.needs ?? place.needs
  }
  return undefined
}
