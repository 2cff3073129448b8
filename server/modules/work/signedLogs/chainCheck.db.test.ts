import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultCode } from '#contract/signedLog/verify.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import { asSystem, inCompany } from '#kernel/data/transaction.ts'
import { openSealedRound, type SealedRound } from '#tests/sealedRound.ts'

let round: SealedRound
beforeAll(async () => {
  round = await openSealedRound()
  for (let log = 0; log < 6; log += 1) await round.send()
})
afterAll(() => round.testApp.close())

const foundAfter = async (...statements: SQL[]): Promise<[FaultCode, number][]> => {
  const kept = await asSystem(round.testApp.pool, async (db) => ({
    logs: (await db.execute(sql`select * from signed_log`)).rows,
    heads: (await db.execute(sql`select * from signed_head`)).rows,
    copies: (await db.execute(sql`select * from procedure_log`)).rows,
  }))
  for (const statement of statements) await round.behindTheBack(statement)
  const { faults } = await round.check()
  await round.behindTheBack(sql`delete from signed_log`)
  for (const [table, all] of [
    ['signed_log', kept.logs],
    ['signed_head', kept.heads],
  ] as const) {
    await round.behindTheBack(sql`delete from ${sql.identifier(table)}`)
    await round.behindTheBack(sql`insert into ${sql.identifier(table)} overriding system value
      select * from jsonb_populate_recordset(null::${sql.identifier(table)},
      ${JSON.stringify(all)}::jsonb)`)
  }
  await round.behindTheBack(sql`update procedure_log p set answers = k.answers, score = k.score
    from jsonb_populate_recordset(null::procedure_log, ${JSON.stringify(kept.copies)}::jsonb) k
    where k.company_id = p.company_id and k.id = p.id`)
  expect((await round.check()).faults).toEqual([])
  return faults.map(({ code, sequence }) => [code, sequence])
}

describe('the check of the chain', () => {
  const at = (sequence: number) =>
    sql`company_id = ${round.testApp.here.id} and sequence = ${sequence}`

  it('finds a changed answer where it is sealed, and where lists read it', async () => {
    expect(
      await foundAfter(sql`update signed_log set record = jsonb_set(record, '{answers,0,answerId}',
        '7') where ${at(2)}`),
    ).toEqual([
      ['changed', 2],
      ['copy', 2],
    ])
    const [, second] = await round.rows()
    expect(
      await foundAfter(sql`update procedure_log
        set answers = jsonb_set(answers, '{0,answerId}', '7')
        where company_id = ${round.testApp.here.id} and id = ${second?.procedureLogId}`),
    ).toEqual([['copy', 2]])
  })

  it('finds a changed answer with recalculated hashes by its signature', async () => {
    expect(
      await foundAfter(sql`update signed_log set record_hash = ${'1'.repeat(64)},
        hash = ${'2'.repeat(64)} where ${at(2)}`),
    ).toEqual([['changed', 2]])
  })

  it('finds a removed row as a hole, in the chain and beside its neighbours', async () => {
    expect(await foundAfter(sql`delete from signed_log where ${at(3)}`)).toEqual([['hole', 3]])
  })

  it('names both rows of a swapped pair', async () => {
    expect(
      await foundAfter(
        sql`update signed_log set sequence = -1 where ${at(2)}`,
        sql`update signed_log set sequence = 2 where ${at(4)}`,
        sql`update signed_log set sequence = 4 where ${at(-1)}`,
      ),
    ).toEqual([
      ['swapped', 2],
      ['swapped', 4],
    ])
  })

  it('finds a cut tail, also if the head is set back', async () => {
    const last = (await round.rows()).at(-1)?.sequence ?? 0
    const cut = sql`delete from signed_log where ${at(last)}`
    expect(await foundAfter(cut)).toEqual([['cut', last]])
    expect(
      (
        await foundAfter(
          cut,
          sql`update signed_head set sequence = ${last - 1}, hash = (select hash from signed_log
            where ${at(last - 1)}) where company_id = ${round.testApp.here.id}`,
        )
      ).map(([code]) => code),
    ).toContain('signature')
  })

  it('rejects a replaced key for what it did not sign', async () => {
    const [key] = await asSystem(round.testApp.pool, (db) =>
      db
        .select()
        .from(tables.signingKey)
        .where(ofCompany(tables.signingKey, round.testApp.here.id)),
    )
    const wrong = Buffer.alloc(32, 3).toString('base64url')
    await round.behindTheBack(sql`update signing_key set public_key = ${wrong}
      where company_id = ${round.testApp.here.id} and id = ${key?.id}`)
    const { faults } = await round.check()
    expect(faults).toContainEqual({ code: 'unknownKey', sequence: 1, logId: expect.any(Number) })
    await round.behindTheBack(sql`update signing_key set public_key = ${key?.publicKey}
      where company_id = ${round.testApp.here.id} and id = ${key?.id}`)
    expect((await round.check()).faults).toEqual([])
  })

  it('is supported by the database: a company’s session can neither change nor remove a sealed row', async () => {
    for (const statement of [sql`delete from signed_log`, sql`update signed_log set record = null`])
      await expect(
        inCompany(round.testApp.pool, round.testApp.here.id, (db) => db.execute(statement)),
      ).rejects.toThrow(/Failed query/)
    expect(
      await asSystem(round.testApp.pool, (db) => db.select().from(tables.signedHead)),
    ).not.toHaveLength(0)
  })
})
