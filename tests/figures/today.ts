import { contract } from '#contract/index.ts'
import type { FigureKey } from '#contract/rules/companyFigures.ts'
import { centreAddress, centreQuestion } from '../../src/features/automations/centreAddress.ts'
import { gatewaysAddress, gatewaysQuestion } from '../../src/features/devices/gatewaysAddress.ts'
import { equipmentAddress, equipmentQuestion } from '../../src/features/equipment/address.ts'
import { importsAddress, importsQuestion } from '../../src/features/imports/importsAddress.ts'
import { usersAddress, usersQuestion } from '../../src/features/people/usersAddress.ts'
import { logsAddress, logsQuestion } from '../../src/features/procedureLogs/logsAddress.ts'
import { checksAddress, checksQuestion } from '../../src/features/rrules/checksAddress.ts'
import {
  equipmentSchedulesAddress,
  equipmentSchedulesQuestion,
} from '../../src/features/rrules/equipment/equipmentSchedulesAddress.ts'
import { ticketsQuestion, ticketsShape } from '../../src/features/tickets/ticketsAddress.ts'
import {
  checksOfPlace,
  lateOfPlace,
  openTicketsOfPlace,
  overdueTicketsOfPerson,
  rowsOfFigure,
  upkeepRows,
} from '../../src/features/today/rowsOf.ts'
import { readAddress } from '#lib/addressState.ts'
import type { Ask, Opens, Pairs, Shown } from './shown.ts'
import { NOW, ZONE } from './world.ts'

const { tickets, rrules, procedureLogs, automations, devices, people, imports } = contract
const { today, locations } = contract

export function todayOpens(ok: Ask): Opens {
  const screens = {
    '/rrule/checks': (at: URLSearchParams) =>
      ok(rrules.listOccurrences, {
        body: { ...checksQuestion(readAddress(checksAddress, at), ZONE), limit: 500 },
      }),
    '/equipment-schedules': (at: URLSearchParams) =>
      ok(rrules.listEquipmentSchedules, {
        body: equipmentSchedulesQuestion(readAddress(equipmentSchedulesAddress, at)) as object,
      }),
    '/tickets': (at: URLSearchParams) =>
      ok(tickets.listTickets, { body: ticketsQuestion(readAddress(ticketsShape, at)) as object }),
    '/equipment': (at: URLSearchParams) =>
      ok(contract.equipment.listEquipment, {
        body: equipmentQuestion(readAddress(equipmentAddress, at)) as object,
      }),
    '/procedure-log': (at: URLSearchParams) =>
      ok(procedureLogs.listProcedureLogs, {
        body: { ...(logsQuestion(readAddress(logsAddress, at), ZONE) as object), limit: 500 },
      }),
    '/automation-center': (at: URLSearchParams) =>
      ok(automations.listAutomations, {
        body: {
          centre: 'automationCenter',
          ...centreQuestion(readAddress(centreAddress, at), null),
        },
      }),
    '/iot/gateways': (at: URLSearchParams) =>
      ok(devices.listGateways, { body: gatewaysQuestion(readAddress(gatewaysAddress, at)) }),
    '/management/users': (at: URLSearchParams) =>
      ok(people.listUsers, { body: usersQuestion(readAddress(usersAddress, at)) as object }),
    '/import': (at: URLSearchParams) =>
      ok(imports.listImports, { body: importsQuestion(readAddress(importsAddress, at), []) }),
  }

  async function open(address: string) {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const screen = Object.entries(screens).find(([path]) => path === pathname)?.[1]
    if (screen === undefined) throw new Error(`No list is declared for ${address}`)
    return screen(searchParams)
  }
  const countAt = async (address: string) => (await open(address)).count
  const moment = { timeZone: ZONE, now: Date.parse(NOW) }
  /** Percentage of a list's checks that its own filter finds done in time. */
  const shareAt = async (address: string) =>
    (100 * (await countAt(`${address}&outcome=inTime`))) / (await countAt(address))

  async function unusableStatuses() {
    const { rows } = await ok(contract.referenceLists.getEquipmentStatuses, {})
    return rows.flatMap(({ id, isUsable }) => (isUsable ? [] : [id]))
  }

  async function rowsBehindFigure(key: FigureKey): Promise<number | null> {
    const address = rowsOfFigure(key, { ...moment, unusable: await unusableStatuses() })
    if (key === 'onTime') return shareAt(address)
    if (key === 'availability') {
      const [from, to] =
        new URL(address, 'http://localhost').searchParams.get('ranges')?.split('_') ?? []
      const { whole } = await ok(contract.reliability.getReliability, {
        body: { range: { from: from ?? '', to: to ?? '' } },
      })
      return whole.availability
    }
    const { count, rows } = await open(address)
    if (key !== 'score') return count
    const scores = rows.flatMap((row) => ('score' in row && row.score !== null ? [row.score] : []))
    return scores.reduce((sum, score) => sum + score, 0) / scores.length
  }

  const opens: Opens = {
    async 'today.getCompanyFigures'() {
      const { figures } = await ok(today.getCompanyFigures, {})
      const pairs = figures.map(async ({ key, weeks }): Promise<Pairs[number]> => [
        weeks.at(-1) ?? null,
        await rowsBehindFigure(key),
      ])
      return { 'figures[].weeks[]': await Promise.all(pairs) }
    },
    async 'today.getBehind'() {
      const { places, people: behind } = await ok(today.getBehind, {})
      const each = async <T>(rows: readonly T[], pair: (row: T) => Promise<Pairs[number]>) =>
        Promise.all(rows.map(pair))
      return {
        'places[].lateThings': await each(places, async ({ id, lateThings }) => [
          lateThings,
          await countAt(lateOfPlace(id)),
        ]),
        'places[].onTime': await each(places, async ({ id, onTime }) => [
          onTime,
          await shareAt(checksOfPlace(id, moment)),
        ]),
        'places[].onTimeBefore': await each(places, async ({ id, onTimeBefore }) => [
          onTimeBefore,
          await shareAt(checksOfPlace(id, moment, 1)),
        ]),
        'people[].overdueTickets': await each(behind, async ({ id, overdueTickets }) => [
          overdueTickets,
          await countAt(overdueTicketsOfPerson(id)),
        ]),
      }
    },
    async 'today.getUpkeep'() {
      const { missing: _missing, ...upkeep } = await ok(today.getUpkeep, {})
      const pairs = Object.entries(upkeep).map(async ([key, shown]) => {
        const address = Object.entries(upkeepRows).find(([name]) => name === key)?.[1] ?? key
        return [key, [[shown, await countAt(address)]]]
      })
      return Object.fromEntries(await Promise.all(pairs)) as Shown
    },
    async 'locations.listPlacesInNeed'() {
      const { count, rows } = await ok(locations.listPlacesInNeed, { body: { limit: 200 } })
      return {
        count: [[count, rows.length]],
        'rows[].lateThings': await Promise.all(
          rows.map(async ({ id, lateThings }) => [lateThings, await countAt(lateOfPlace(id))]),
        ),
        'rows[].openTickets': await Promise.all(
          rows.map(async ({ id, openTickets }) => [
            openTickets,
            await countAt(openTicketsOfPlace(id)),
          ]),
        ),
      } as Shown
    },
  }
  return opens
}
