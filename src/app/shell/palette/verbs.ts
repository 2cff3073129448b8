/** What can be begun or opened from anywhere without standing in the menu, and the rights that it needs. */
import type { PermissionGroup } from '#contract/permissions'
import { pathTo, type RouteName } from '../../../lib/paths.ts'

type Verb =
  | 'newTicket'
  | 'newEquipment'
  | 'newLocation'
  | 'newProcedure'
  | 'newSchedule'
  | 'newAutomation'
  | 'newDashboard'
  | 'newUser'

interface Beginning {
  verb: Verb
  to: string
  needs?: PermissionGroup
}

/** Screens that stand in no menu but in the hub of *Management*, and the rights that they need. */
export const managementScreens = [
  { route: 'users', needs: 'editor|users' },
  { route: 'roles', needs: 'editor|users' },
  { route: 'companySettings', needs: 'editor|company' },
  { route: 'retention', needs: 'editor|company' },
  { route: 'securityLog', needs: 'viewer|security' },
  { route: 'installationHealth', needs: 'viewer|security' },
  { route: 'signedLogChain', needs: 'viewer|security' },
  { route: 'filterObjectEditor', needs: 'editor|automations' },
] as const satisfies readonly { route: RouteName; needs: PermissionGroup }[]

export const verbsOf = (companyId: number): readonly Beginning[] => [
  { verb: 'newTicket', to: pathTo('tickets', undefined, { new: '1' }) },
  {
    verb: 'newEquipment',
    to: pathTo('equipment', undefined, { mode: 'new' }),
    needs: 'editor|equipment',
  },
  {
    verb: 'newLocation',
    to: pathTo('locations', undefined, { mode: 'new' }),
    needs: 'editor|locations',
  },
  { verb: 'newProcedure', to: pathTo('procedureNew'), needs: 'editor|procedures' },
  { verb: 'newSchedule', to: pathTo('scheduleNew'), needs: 'editor|schedules' },
  {
    verb: 'newAutomation',
    to: pathTo('companyTriggeredEventCreate', { companyId }),
    needs: 'editor|automations',
  },
  {
    verb: 'newDashboard',
    to: pathTo('dashboardEditor', { dashboardId: 'new' }),
    needs: 'editor|dashboards',
  },
  { verb: 'newUser', to: pathTo('users', undefined, { mode: 'new' }), needs: 'editor|users' },
]
