import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#tests/apiClient.ts'
import { failProcedure, makeRuledProcedure, ticketsOf } from '#tests/mainJob.ts'
import { type Backend, onBoth } from './backends.ts'
import { percentiles, type Row } from './measures.ts'

const performances = 50

export async function measureTickets(checkout: string): Promise<Row[]> {
  return (await onBoth(checkout, measure)).flat()
}

async function measure(backend: Backend): Promise<Row[]> {
  const server = await backend.start()
  try {
    const administrator = await signIn(server.url, 'admin@plantroom.demo')
    const staff = await signIn(server.url, 'staff@plantroom.demo')
    const technician = await signIn(server.url, 'technician@plantroom.demo')
    const job = await makeRuledProcedure(
      administrator,
      `Measured round ${randomUUID().slice(0, 8)}`,
    )
    const times: number[] = []
    for (let turn = 0; turn < performances; turn += 1) {
      const begun = performance.now()
      const log = await failProcedure(staff, job)
      while ((await ticketsOf(technician, log.id)).length === 0) {
        if (performance.now() - begun > 30_000)
          throw new Error('No ticket was seen within 30 seconds.')
        await wait(2)
      }
      times.push(performance.now() - begun)
    }
    return [
      {
        part: 'tickets',
        what: 'procedure done → ticket visible',
        where: backend.name,
        values: { times: performances, ...percentiles(times) },
      },
    ]
  } finally {
    await server.stop()
  }
}
