/**
 * Processor time of a submission from its arrival to its ticket, with ten rules: of the server, and
 * of PostgreSQL. 8 clients submit at once, on many pieces of equipment, in a process of their own.
 */
import { equipment } from '#contract/equipment/equipment.ts'
import { signIn } from '#tests/apiClient.ts'
import { failProcedure, makeRuledProcedure } from '#tests/mainJob.ts'
import { ticketSeen, withOwnRules } from './automations.ts'
import { type Backend, onBoth } from './backends.ts'
import { hundredths, round, timed, type Row } from './measures.ts'
import { processorSeconds } from './processorSeconds.ts'

/** The first ones compile what the rest run. */
const WARM_UP = 500
const COUNTED = 2_000
const CLIENTS = 8

export const measureSubmissions = (checkout: string): Promise<Row[]> => onBoth(checkout, measure)

async function measure(backend: Backend): Promise<Row> {
  const server = await backend.start()
  try {
    const administrator = await signIn(server.url, 'admin@plantroom.demo')
    const staff = await signIn(server.url, 'staff@plantroom.demo')
    const job = await withOwnRules(
      administrator,
      await makeRuledProcedure(administrator, 'Measured'),
    )
    const things = (await administrator.call(equipment.listEquipment, { body: { limit: 100 } }))
      .rows
    let turn = 0
    const submitted = async (count: number) => {
      let last = 0
      await timed(count, CLIENTS, async () => {
        const equipmentId = things[(turn += 1) % things.length]?.id ?? job.equipmentId
        last = Math.max(last, (await failProcedure(staff, { ...job, equipmentId })).id)
      })
      await ticketSeen(administrator, last)
    }
    await submitted(WARM_UP)
    const before = processorSeconds(backend, server.child.pid)
    const begun = performance.now()
    await submitted(COUNTED)
    const seconds = (performance.now() - begun) / 1_000
    const after = processorSeconds(backend, server.child.pid)
    const each = (name: string) =>
      hundredths((((after[name] ?? 0) - (before[name] ?? 0)) * 1_000) / COUNTED)
    const values = {
      'CPU ms each': each('CPU s'),
      ...(backend.databasePid !== undefined && { 'database CPU ms each': each('database CPU s') }),
      'a second': round(COUNTED / seconds),
    }
    console.log(`    ${backend.name}: ${JSON.stringify(values)}`)
    return {
      part: 'submissions',
      what: 'submission to ticket, 10 rules',
      where: backend.name,
      values,
    }
  } finally {
    await server.stop()
  }
}
