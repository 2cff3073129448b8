import type { z } from 'zod'
import type { ReplacementDimension, replacement as contract } from '#contract/replacement.ts'
import { groupBy } from '#contract/rules/groupBy.ts'
import { planCells, replacementYear, yearOf, type PlanCell } from '#contract/rules/replacement.ts'
import * as tables from '#db/schema/index.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { countRetired, readPlan, type Planned } from './facts.ts'

type Question = z.output<typeof contract.getReplacementPlan.body>
type Answer = z.input<typeof contract.getReplacementPlan.response>

const tableOf = {
  equipmentType: tables.equipmentType,
  location: tables.location,
  locationType: tables.locationType,
  orgEntity: tables.orgEntity,
} satisfies Record<ReplacementDimension, unknown>

/** Names of groups that the plan has shown to the reader. */
export async function groupNames(
  { db, actor }: Scope,
  by: ReplacementDimension,
  ids: readonly (number | null)[],
): Promise<Map<number | null, string>> {
  const named = ids.filter((id) => id !== null)
  if (named.length === 0) return new Map()
  const table = tableOf[by]
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(ofCompany(table, actor.companyId, isAnyId(table.id, named)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const isSoon = ({ bucket }: PlanCell) => bucket !== 'later' && bucket !== 'none'
const sumOf = (cells: readonly PlanCell[], key: 'price' | 'count') =>
  cells.filter(isSoon).reduce((sum, cell) => sum + cell[key], 0)

export async function replacementPlan(
  scope: Scope,
  { limit, offset, ...asked }: Question,
): Promise<Answer> {
  const { today, hasMoney, currency, rows, leftOut } = await readPlan(scope, asked, {
    isScored: false,
  })
  const cellsOf = (of: readonly Planned[]) =>
    planCells(
      of.map(({ facts }) => ({
        bucket: replacementYear(facts, today).bucket,
        price: facts.price,
      })),
      today,
    )
  const shown = (cells: readonly PlanCell[]) =>
    cells.map((cell) => (hasMoney ? cell : { ...cell, price: null, unpriced: 0 }))
  const groups = [...groupBy(rows, ({ groupId }) => groupId)]
    .map(([id, of]) => ({ id, cells: cellsOf(of) }))
    .toSorted(
      (a, b) =>
        sumOf(b.cells, 'price') - sumOf(a.cells, 'price') ||
        sumOf(b.cells, 'count') - sumOf(a.cells, 'count') ||
        (a.id ?? 0) - (b.id ?? 0),
    )
  const page = groups.slice(offset, offset + limit)
  const names = await groupNames(
    scope,
    asked.by,
    page.map(({ id }) => id),
  )
  return {
    firstYear: yearOf(today),
    hasMoney,
    currency,
    whole: shown(cellsOf(rows)),
    groups: page.map(({ id, cells }) => ({ id, name: names.get(id) ?? '', cells: shown(cells) })),
    count: groups.length,
    retired: await countRetired(scope, asked.filter, today),
    leftOut,
  }
}
