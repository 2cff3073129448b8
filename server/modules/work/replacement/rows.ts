import { and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { ReplacementRow, replacement as contract } from '#contract/replacement.ts'
import { lifeEnd } from '#contract/rules/lifeEnd.ts'
import {
  planCells,
  replacementScore,
  replacementYear,
  yearOf,
  type ReplacementScore,
  type ReplacementYear,
} from '#contract/rules/replacement.ts'
import * as tables from '#db/schema/index.ts'
import { joinOn } from '#kernel/data/joinOn.ts'
import { isAnyId } from '#kernel/data/listQueries.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { readPlan, type Plan, type Planned } from './facts.ts'
import { groupNames } from './plan.ts'

export type RowsQuestion = Omit<z.output<typeof contract.listReplacements.body>, 'limit' | 'offset'>
type Question = z.output<typeof contract.listReplacements.body>
type Answer = z.input<typeof contract.listReplacements.response>

const { equipment, equipmentType, location, orgEntity } = tables

export interface Judged extends Planned, ReplacementYear, ReplacementScore {}

type Comparable = number | null
/** Nulls come last in both directions. */
function compare(a: Comparable, b: Comparable, direction: 1 | -1): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0)
  return (a - b) * direction
}

/** Overdue equipment is earlier than all years. */
const timeOf = ({ bucket, year }: Judged): Comparable => (bucket === 'overdue' ? 0 : year)

const keys: Record<'score' | 'year' | 'price', (row: Judged) => Comparable> = {
  score: ({ score }) => score,
  year: timeOf,
  price: ({ facts }) => facts.price,
}

export interface JudgedPlan extends Omit<Plan, 'rows'> {
  rows: Judged[]
}

/** The asked rows of the plan in order. Equal ones follow by score, the highest first. */
export async function judgedRows(
  scope: Scope,
  { group, bucket, alone, sort = 'year', ...asked }: RowsQuestion,
): Promise<JudgedPlan> {
  const key = sort.replace('-', '') as 'name' | keyof typeof keys
  const direction = sort.startsWith('-') ? -1 : 1
  const { rows, ...plan } = await readPlan(scope, asked, {
    isScored: true,
    isByName: key === 'name',
    alone,
  })
  const judged = rows
    .filter(({ id, groupId }) =>
      alone === undefined ? group === undefined || groupId === group : id === alone,
    )
    .map((row): Judged => ({
      ...row,
      ...replacementYear(row.facts, plan.today),
      ...replacementScore(row.facts, plan.today),
    }))
    .filter((row) => bucket === undefined || row.bucket === bucket)
  if (key === 'name') return { ...plan, rows: direction === 1 ? judged : judged.toReversed() }
  const of = keys[key]
  return {
    ...plan,
    rows: judged.toSorted(
      (a, b) => compare(of(a), of(b), direction) || compare(a.score, b.score, -1) || a.id - b.id,
    ),
  }
}

/** What a row shows beside its facts. */
export async function detailsOf(
  { db, from }: Scope,
  ids: readonly Id<'equipment'>[],
): Promise<Map<number, Details>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: equipment.id,
      version: equipment.version,
      name: equipment.name,
      equipmentId: equipment.equipmentId,
      note: equipment.replaceNote,
      type: { id: equipmentType.id, name: equipmentType.name },
      location: { id: location.id, name: location.name },
      orgEntity: { id: orgEntity.id, name: orgEntity.name },
    })
    .from(equipment)
    .innerJoin(equipmentType, joinOn(equipmentType, equipment.typeId))
    .leftJoin(location, and(joinOn(location, equipment.locationId), from.ever.locations()))
    .leftJoin(orgEntity, joinOn(orgEntity, equipment.orgEntityId))
    .where(from.equipment(isAnyId(equipment.id, ids)))
  return new Map(rows.map((row) => [row.id, row]))
}
export interface Details {
  id: Id<'equipment'>
  version: number
  name: string
  equipmentId: string | null
  note: string | null
  type: { id: Id<'equipmentType'>; name: string }
  location: { id: number; name: string } | null
  orgEntity: { id: number; name: string } | null
}

const rowOf = (judged: Judged, details: Details): ReplacementRow => {
  const { facts, year, by, bucket, score, knownWeight, parts } = judged
  return {
    ...details,
    purchasedOn: facts.purchasedOn,
    expectedYears: facts.expectedYears,
    warrantyUntil: facts.warrantyUntil,
    lifeEndsOn: lifeEnd(facts),
    price: facts.price,
    year,
    by,
    isOverdue: bucket === 'overdue',
    plannedYear: facts.plannedYear,
    score,
    knownWeight,
    parts,
  }
}

export async function listReplacements(
  scope: Scope,
  { limit, offset, ...question }: Question,
): Promise<Answer> {
  const { rows, today, hasMoney, currency } = await judgedRows(scope, question)
  const page = rows.slice(offset, offset + limit)
  const details = await detailsOf(
    scope,
    page.map(({ id }) => id),
  )
  const cells = planCells(
    rows.map(({ bucket, facts }) => ({ bucket, price: facts.price })),
    today,
  )
  const sum = (key: 'price' | 'unpriced') => cells.reduce((all, cell) => all + cell[key], 0)
  const { group = null } = question
  const names = rows.length === 0 ? undefined : await groupNames(scope, question.by, [group])
  return {
    count: rows.length,
    rows: page.flatMap((row) => {
      const found = details.get(row.id)
      return found === undefined ? [] : [rowOf(row, found)]
    }),
    firstYear: yearOf(today),
    hasMoney,
    currency,
    groupName: names?.get(group) ?? null,
    price: hasMoney ? sum('price') : null,
    unpriced: hasMoney ? sum('unpriced') : 0,
  }
}
