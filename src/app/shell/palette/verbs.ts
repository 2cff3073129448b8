import type { PermissionGroup } from '#contract/people/permissions.ts'
import { pathTo } from '#lib/paths.ts'

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
