import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { asSystem } from '#kernel/data/transaction.ts'
import { openStockedWard } from '#tests/stockedWard.ts'
import { watchedRules } from '#tests/watchedRules.ts'
import { MAX_WAITING } from './events/kind.ts'

const { automations } = contract

it('a company waits for so many at most, says how many it refused, and waits for them later', async () => {
  const ward = await openStockedWard()
  const { testApp, admin } = ward
  const rules = await watchedRules(testApp, () => admin)
  const many = await rules.save(
    { kind: 'ticketOverdue', ticketTypeIds: [], whenOver: 'nothing' },
    'Many',
  )
  const low = await rules.save({ kind: 'stockLow', minutes: 10, whenOver: 'nothing' }, 'Low')
  await rules.look()
  const due = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
  await asSystem(testApp.pool, (db) =>
    db.execute(sql`insert into automation_wait
      (company_id, automation_id, subject_id, since, due_at, chain)
      select ${testApp.here.id}::int, ${many.id}::int, each, ${due}::timestamptz, ${due}::timestamptz, '{}'
      from generate_series(1, ${MAX_WAITING - 1}::int) as each`),
  )
  ward.item = await ward.newItem()
  for (const place of [ward.location, ward.room, ward.building]) {
    await ward.receive(2, {}, place)
    await ward.minimumOf(5, place)
  }
  testApp.clock.advance(30_000)
  await rules.look()
  const waitingOf = async () =>
    (await testApp.call(admin, automations.getAutomation, { params: { id: low.id } })).body
  expect(await waitingOf()).toMatchObject({ waiting: 1, refused: 2 })
  testApp.clock.advance(60_000)
  await rules.look()
  await rules.look()
  expect(await waitingOf()).toMatchObject({ waiting: 3, refused: 0 })
  testApp.clock.advance(9 * 60_000)
  await rules.settle()
  expect(await rules.runsOf(low.id)).toHaveLength(3)
  await testApp.close()
})
