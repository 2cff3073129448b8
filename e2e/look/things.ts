/** Objects of the demo that the screens show. */
import { dashboards } from '#contract/dashboards/dashboards.ts'
import { dynamicDashboards } from '#contract/dashboards/dynamicDashboards.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { automations } from '#contract/automation/automation.ts'
import { people } from '#contract/people/people.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { devices } from '#contract/devices/devices.ts'
import { rrules } from '#contract/rrules/rrules.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { tickets } from '#contract/tickets.ts'
import type { Api } from '#tests/apiClient.ts'
import { meters } from '#contract/meters/meters.ts'
import { findLabelThings, type LabelThings } from './labelThings.ts'

export interface Things extends LabelThings {
  equipment: number
  procedure: number
  procedureLog: number
  ticket: number
  /** A ticket whose problem was found again. */
  repeated: number
  automation: number
  surveyQuestion: number
  user: number
  role: number
  rrule: number
  dashboard: number
  dashboardItem: number
  dynamicDashboard: number
  tracked: number
  /** Equipment with a meter that is read by hand. */
  metered: number
  /** A schedule by use. */
  byUse: number
  /** A gateway without a position. */
  gateway: number
  floor: number
}

export async function findThings(api: Api): Promise<Things> {
  const [things, logs, opened, again, rules, list, users, roles, schedules, boards] =
    await Promise.all([
      api.call(equipment.listEquipment, { body: { limit: 1 } }),
      api.call(procedureLogs.listProcedureLogs, { body: { limit: 1 } }),
      api.call(tickets.listTickets, { body: { limit: 1 } }),
      api.call(tickets.listTickets, { body: { limit: 1, isRepeated: true } }),
      api.call(automations.listAutomations, { body: { limit: 1 } }),
      api.call(procedures.listProcedures, { body: { limit: 1 } }),
      api.call(people.listUsers, { body: { limit: 1, search: 'technician@' } }),
      api.call(people.listRoles, { body: { limit: 1, sort: '-usedBy' } }),
      api.call(rrules.listRrules, { body: { limit: 1 } }),
      api.call(dashboards.listDashboards, { body: { limit: 1, search: 'Monday' } }),
    ])
  const [beacons, gateways, houses, read, byUse] = await Promise.all([
    api.call(rtls.searchBeacons, { body: { limit: 1, isFree: false } }),
    api.call(devices.listGateways, { body: { limit: 1, isPlaced: false } }),
    api.call(rtls.listBuildings),
    api.call(meters.listMeters, { body: { limit: 1, sort: '-total' } }),
    api.call(rrules.listRrules, { body: { limit: 100 } }),
  ])
  const procedure = list.rows[0]?.id
  const detail =
    procedure === undefined
      ? undefined
      : await api.call(procedures.getProcedure, { params: { id: procedure } })
  // Equipment that the procedure applies to; for other types the screen only shows a note.
  const types = detail?.equipmentTypeIds ?? []
  const performed =
    types.length === 0
      ? things
      : await api.call(equipment.listEquipment, {
          body: { limit: 1, filter: { equipmentTypeIds: types } },
        })
  const free = await api.call(dynamicDashboards.listDynamicDashboards, { body: { limit: 1 } })
  const board =
    boards.rows[0] &&
    (await api.call(dashboards.getDashboard, { params: { id: boards.rows[0].id } }))
  const orFirst = (row: { id: number } | undefined) => row?.id ?? 1
  return {
    ...(await findLabelThings(api)),
    equipment: orFirst(performed.rows[0]),
    procedure: procedure ?? 1,
    procedureLog: orFirst(logs.rows[0]),
    ticket: orFirst(opened.rows[0]),
    repeated: orFirst(again.rows[0]),
    automation: orFirst(rules.rows[0]),
    surveyQuestion: orFirst(detail?.questions.at(-1)),
    user: orFirst(users.rows[0]),
    role: orFirst(roles.rows[0]),
    rrule: orFirst(schedules.rows[0]),
    tracked: beacons.rows[0]?.equipmentId ?? 1,
    metered: read.rows[0]?.equipment.id ?? 1,
    byUse: orFirst(byUse.rows.find(({ kind }) => kind === 'byUse')),
    gateway: gateways.rows[0]?.equipment.id ?? 1,
    floor: orFirst(houses.rows[0]?.floors[0]),
    dynamicDashboard: orFirst(free.rows[0]),
    dashboard: orFirst(boards.rows[0]),
    dashboardItem: orFirst(board?.data.chapters[0]?.items[1]),
  }
}
