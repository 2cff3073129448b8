import { eq } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Scope } from '#kernel/access/scope.ts'
import { exportWord } from '#kernel/data/exportWords.ts'
import { createAll } from '../../foundation/locations/index.ts'
import { levelsOf, placesNamed, type Places } from './found.ts'
import { ensureNames, made } from './names.ts'
import type { ReadRow } from './readRow.ts'
import type { WrittenBy } from './target.ts'

const typeName = ({ actor }: Scope): string => exportWord(actor.language, 'location')

export async function mayMakePlaces(scope: Scope): Promise<boolean> {
  if (!scope.can('editor|locations')) return false
  const { locationTypeIds, companyId } = scope.actor
  const [type] = await scope.db
    .select({ id: tables.locationType.id })
    .from(tables.locationType)
    .where(ofCompany(tables.locationType, companyId, eq(tables.locationType.name, typeName(scope))))
  return type === undefined
    ? locationTypeIds === null && scope.can('editor|management')
    : (locationTypeIds?.includes(type.id) ?? true)
}

/** Missing locations: the name as written, or the last level of a path. */
const missingIn = (reads: readonly ReadRow[], places: Places): string[] => [
  ...new Set(
    reads.flatMap(({ makesPlaces, place, values }) => {
      const said = values['location']
      return makesPlaces &&
        place === undefined &&
        said !== undefined &&
        !places.has(said.toLowerCase())
        ? [said]
        : []
    }),
  ),
]

export async function ensurePlaces(
  scope: Scope,
  reads: readonly ReadRow[],
  by: Pick<WrittenBy, 'made'>,
): Promise<Places> {
  const said = reads.flatMap(({ values }) => values['location'] ?? [])
  const places = await placesNamed(scope, said)
  const missing = missingIn(reads, places)
  if (missing.length === 0) return places
  const paths = missing.map(levelsOf)
  const typeIds = await ensureNames(scope, 'locationType', [typeName(scope)], by)
  const deepest = Math.max(...paths.map(({ length }) => length))
  for (let depth = 0; depth < deepest; depth += 1)
    await makeLevel(scope, paths, { depth, typeIds, by })
  scope.changed('Location')
  return placesNamed(scope, said)
}

const pathTo = (levels: readonly string[], depth: number) => levels.slice(0, depth + 1).join(' / ')

async function makeLevel(
  scope: Scope,
  paths: readonly (readonly string[])[],
  {
    depth,
    typeIds,
    by,
  }: { depth: number; typeIds: Map<string, Id<'locationType'>>; by: Pick<WrittenBy, 'made'> },
): Promise<void> {
  const deep = paths.filter(({ length }) => length > depth)
  const known = await placesNamed(
    scope,
    deep.flatMap((levels) => [pathTo(levels, depth), pathTo(levels, depth - 1)]),
  )
  const drafts = new Map<string, Parameters<typeof createAll>[1][number]>()
  for (const levels of deep) {
    const path = pathTo(levels, depth).toLowerCase()
    if (known.has(path) || drafts.has(path)) continue
    const outer = depth === 0 ? undefined : known.get(pathTo(levels, depth - 1).toLowerCase())
    drafts.set(path, {
      name: levels[depth] ?? '',
      typeId: made(typeIds, typeName(scope)),
      ...(typeof outer === 'object' && { parentId: outer.id }),
    })
  }
  for (const { location } of await createAll(scope, [...drafts.values()]))
    by.made('madePlace', location)
}
