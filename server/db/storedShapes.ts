/**
 * Converts JSON of earlier versions to the current shape, with the migrations. An unreadable clause
 * disables its rule and marks it for review: dropping the clause would change the rule's meaning.
 */
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { readRule } from '#contract/automation/earlierShapes.ts'

interface StoredRule {
  company_id: number
  id: number
  filters: unknown
  actions: unknown
}

const STEP = 500

/**
 * Call inside a transaction. Idempotent. Does not convert the rules stored in runs: retries read
 * those with `readRule`.
 */
export async function upgradeStoredRules(
  client: pg.ClientBase,
  warn: (sentence: string) => void,
): Promise<void> {
  await client.query('set local role plantroom_system')
  for (let last = [0, 0]; ;) {
    const { rows } = await client.query<StoredRule>(
      `select company_id, id, filters, actions from automation
      where (company_id, id) > ($1::int, $2::int) order by company_id, id limit ${STEP}`,
      last,
    )
    for (const row of rows) await bringRuleUpToDate(client, row, warn)
    const end = rows.at(-1)
    if (end === undefined || rows.length < STEP) break
    last = [end.company_id, end.id]
  }
  await client.query('reset role')
}

async function bringRuleUpToDate(
  client: pg.ClientBase,
  { company_id, id, filters, actions }: StoredRule,
  warn: (sentence: string) => void,
): Promise<void> {
  const read = readRule({ filters, actions })
  if (isDeepStrictEqual([filters, actions], [read.filters, read.actions])) return
  await client.query(
    `update automation set filters = $3, actions = $4, is_active = is_active and $5,
      needs_review = needs_review or not $5
    where company_id = $1 and id = $2`,
    [
      company_id,
      id,
      JSON.stringify(read.filters),
      JSON.stringify(read.actions),
      read.unreadable.length === 0,
    ],
  )
  if (read.unreadable.length > 0)
    warn(
      `Automation ${id} of company ${company_id} holds what no version of Plantroom wrote; it is switched off and awaits review. It was: ${JSON.stringify(read.unreadable)}`,
    )
}
