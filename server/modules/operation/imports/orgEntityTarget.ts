import { eq, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Id } from '#contract/ids.ts'
import type { orgEntities, OrgEntityKind } from '#contract/orgEntities/orgEntities.ts'
import { orgFault } from '#contract/rules/orgTree.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { orgEntityWrites } from '../../foundation/orgEntities/index.ts'
import { orderByParent, rowsByName } from './parents.ts'
import { addFault, namesIn, type ReadRow } from './readRow.ts'
import {
  actionOf,
  currentValues,
  changedFields,
  givenTexts,
  type Target,
  type Written,
} from './target.ts'

type Row = typeof tables.orgEntity.$inferSelect
type Draft = z.output<typeof orgEntities.createOrgEntity.body>

/** Common words for each kind in the six languages of the product. */
const kindWords: Readonly<Record<OrgEntityKind, RegExp>> = {
  department: /^(department|dept\.?|division|unit|מחלקה|قسم|отдел|oddělení|oddelenie)$/i,
  costCentre:
    /^(cost[ _-]?cent(re|er)|מרכז עלות|مركز تكلفة|центр затрат|nákladové st(ř|r)edisko)$/i,
  contractor: /^(contractor|vendor|supplier|company|קבלן|مقاول|подрядчик|dodavatel|dodávateľ)$/i,
}
const kindOf = (said: string) =>
  (Object.keys(kindWords) as OrgEntityKind[]).find((kind) => kindWords[kind].test(said))

export const orgEntityTarget: Target = {
  /**
   * Checks everything here, where all rows are known, because children of a failed parent fail too.
   */
  async order(scope, rows) {
    const tree = await treeOf(scope)
    const people = await peopleNamed(scope, rows)
    for (const read of rows) {
      const { kind, responsible } = read.values
      if (kind !== undefined && kindOf(kind) === undefined) addFault(read, 'kind', 'unknownKind')
      for (const email of namesIn(responsible))
        if (!people.ids.has(email.toLowerCase()))
          addFault(read, 'responsible', 'unknownPerson', email)
      if (namesIn(responsible).length > MAX_PEOPLE) addFault(read, 'responsible', 'tooLong')
    }
    const faultOutside = (name: string) => {
      const found = tree.named.get(name)
      return found === undefined
        ? ('unknownOrgEntity' as const)
        : found === 'several'
          ? ('ambiguousOrgEntity' as const)
          : null
    }
    const ordered = orderByParent(rows, faultOutside, {
      unknown: 'unknownOrgEntity',
      several: 'ambiguousOrgEntity',
    })
    return faultsOfPlace(tree, ordered)
  },
  async plan(scope, rows) {
    const tree = await treeOf(scope)
    const people = await peopleNamed(scope, rows, [...tree.byCode.values()])
    return rows.map((read) => {
      const old = tree.byCode.get(read.key.toLowerCase())
      const parent = tree.named.get(read.values['parent']?.toLowerCase() ?? '')
      const { kind, responsible } = read.values
      const said = givenTexts(read, {
        // Codes are case-insensitive; the stored spelling stays.
        code: old?.code ?? read.key,
        kind: kind === undefined ? undefined : kindOf(kind),
        parent: typeof parent === 'object' ? parent.code : read.values['parent'],
        responsible: responsible === undefined ? undefined : inOrder(namesIn(responsible)),
      })
      const changes = changedFields(
        old && {
          code: old.code,
          name: old.name,
          kind: old.kind,
          parent: tree.byId.get(old.parentId ?? 0)?.code ?? '',
          responsible: inOrder(old.userIds.flatMap((id) => people.emails.get(id) ?? [])),
        },
        said,
      )
      return { read, action: actionOf(read, old !== undefined, changes), changes }
    })
  },
  async write(scope, planned) {
    const written: Written[] = []
    const rows = planned.filter(({ action }) => action === 'create' || action === 'update')
    if (rows.length === 0) return written
    const people = await peopleNamed(
      scope,
      rows.map(({ read }) => read),
    )
    // Later rows may refer to a row just created.
    const { byCode, named } = await treeOf(scope)
    for (const { read, action } of rows) {
      const given = givenBy(read, named, people.ids)
      const old = byCode.get(read.key.toLowerCase())
      if (action === 'update' && old !== undefined) {
        await orgEntityWrites.update(scope, old.id, { ...given, version: old.version })
        written.push({ id: old.id, name: read.name, before: currentValues(old, given) })
      } else {
        const made = await orgEntityWrites.create(scope, {
          kind: 'department',
          parentId: null,
          userIds: [],
          ...given,
          code: read.key,
          name: read.name,
        })
        named.set(read.name.toLowerCase(), { id: made.id as Id<'orgEntity'>, code: read.key })
        named.set(read.key.toLowerCase(), { id: made.id as Id<'orgEntity'>, code: read.key })
        written.push({ id: made.id, name: read.name, before: null })
      }
    }
    return written
  },
  editor: 'editor|management',
  tags: ['OrgEntity', 'Equipment', 'Location', 'User', 'Ticket'],
  undo: {
    table: tables.orgEntity,
    held: ownsSomething,
    async remove(scope, ids) {
      for (const id of ids) await orgEntityWrites.remove(scope, id)
    },
    async restore(scope, changed) {
      for (const { id, version, before } of changed)
        await orgEntityWrites.update(scope, id, { ...(before as Partial<Draft>), version })
    },
  },
}

const MAX_PEOPLE = 50
const inOrder = (emails: readonly string[]) =>
  [...new Set(emails.map((email) => email.toLowerCase()))].sort().join('; ')

type Named = Map<string, { id: Id<'orgEntity'>; code: string } | 'several'>

async function treeOf({ db, actor }: Scope) {
  const rows = await db
    .select()
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, actor.companyId))
    .orderBy(tables.orgEntity.id)
  const named: Named = new Map()
  for (const { id, code, name } of rows)
    named.set(name.toLowerCase(), named.has(name.toLowerCase()) ? 'several' : { id, code })
  for (const { id, code } of rows) named.set(code.toLowerCase(), { id, code })
  return {
    rows,
    named,
    byCode: new Map(rows.map((row) => [row.code.toLowerCase(), row])),
    byId: new Map<number, Row>(rows.map((row) => [row.id, row])),
  }
}

/**
 * Simulates the writes in order. A cycle or excessive depth is an error, also for the rows below.
 */
function faultsOfPlace(
  { rows: stored, byCode, named }: Awaited<ReturnType<typeof treeOf>>,
  ordered: ReadRow[],
): ReadRow[] {
  const own = rowsByName(ordered)
  const nodes: { id: number; parentId: number | null }[] = stored.map(({ id, parentId }) => ({
    id,
    parentId,
  }))
  const idsOfRows = new Map<ReadRow, number>()
  for (const [index, read] of ordered.entries()) {
    const id = byCode.get(read.key.toLowerCase())?.id ?? -1 - index
    const said = read.values['parent']?.toLowerCase()
    const found = said === undefined ? undefined : own.get(said)
    const inFile = typeof found === 'object' ? found : undefined
    if (inFile !== undefined && inFile.faults.length > 0 && read.faults.length === 0)
      addFault(read, 'parent', 'unknownOrgEntity')
    if (read.faults.length > 0) continue
    const there = said === undefined ? undefined : named.get(said)
    const parentId =
      (inFile && idsOfRows.get(inFile)) ?? (typeof there === 'object' ? there.id : null)
    const node = nodes.find((one) => one.id === id)
    const wrong = orgFault(nodes, node === undefined ? null : id, parentId)
    if (wrong !== null) addFault(read, 'parent', wrong)
    else {
      if (node === undefined) nodes.push({ id, parentId })
      else if (parentId !== null) node.parentId = parentId
      idsOfRows.set(read, id)
    }
  }
  return ordered
}

function givenBy(
  { values }: ReadRow,
  named: Named,
  people: ReadonlyMap<string, Id<'user'>>,
): Partial<Draft> {
  const { name, kind, parent, responsible } = values
  const above = named.get(parent?.toLowerCase() ?? '')
  if (parent !== undefined && typeof above !== 'object')
    throw new Error('What a row belongs to was not made')
  const known = kind === undefined ? undefined : kindOf(kind)
  return {
    ...(name !== undefined && { name }),
    ...(known !== undefined && { kind: known }),
    ...(typeof above === 'object' && { parentId: above.id }),
    ...(responsible !== undefined && {
      userIds: [
        ...new Set(namesIn(responsible).flatMap((one) => people.get(one.toLowerCase()) ?? [])),
      ],
    }),
  }
}

async function peopleNamed(
  { db, actor }: Scope,
  rows: readonly ReadRow[],
  stored: readonly Row[] = [],
) {
  const wanted = [
    ...new Set(rows.flatMap((read) => namesIn(read.values['responsible']?.toLowerCase()))),
  ]
  const ids = [...new Set(stored.flatMap(({ userIds }) => userIds))]
  const found =
    wanted.length + ids.length === 0
      ? []
      : await db
          .select({
            id: tables.user.id,
            email: sql<string>`lower(${tables.person.email})`,
            isActive: tables.user.isActive,
          })
          .from(tables.user)
          .innerJoin(tables.person, eq(tables.person.id, tables.user.personId))
          .where(
            ofCompany(
              tables.user,
              actor.companyId,
              or(inArray(sql`lower(${tables.person.email})`, wanted), inArray(tables.user.id, ids)),
            ),
          )
  return {
    ids: new Map(found.filter(({ isActive }) => isActive).map(({ id, email }) => [email, id])),
    emails: new Map(found.map(({ id, email }) => [id, email])),
  }
}

async function ownsSomething(
  { db, actor }: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const owns = new Set<number>()
  for (const table of [tables.equipment, tables.location, tables.user, tables.ticket]) {
    const rows = await db
      .selectDistinct({ id: sql<number>`${table.orgEntityId}` })
      .from(table)
      .where(ofCompany(table, actor.companyId, inArray(sql`${table.orgEntityId}`, [...ids])))
    for (const { id } of rows) owns.add(id)
  }
  return owns
}
