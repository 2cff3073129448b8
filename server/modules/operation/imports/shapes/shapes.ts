import type { ImportField, ImportMapping } from '#contract/imports.ts'
import { hasFacts, importExtras, importFields } from '#contract/imports.ts'
import { normaliseKey } from '../headingWords.ts'
import { atlasAssets } from './atlasAssets.ts'
import { atlasLocations } from './atlasLocations.ts'
import { cobie, cobieSpaces } from './cobie.ts'
import { erpNext } from './erpNext.ts'
import { fleet360 } from './fleet360.ts'
import { fracttal } from './fracttal.ts'
import { glpi } from './glpi.ts'
import { homebox } from './homebox.ts'
import { iTop } from './iTop.ts'
import { maintainX } from './maintainX.ts'
import { maximo } from './maximo.ts'
import type { Shape } from './shape.ts'
import { shelf } from './shelf.ts'
import { snipeItAssets } from './snipeItAssets.ts'
import { snipeItImport } from './snipeItImport.ts'

export const shapes: readonly Shape[] = [
  snipeItAssets,
  snipeItImport,
  atlasAssets,
  atlasLocations,
  maintainX,
  homebox,
  maximo,
  fracttal,
  shelf,
  erpNext,
  iTop,
  glpi,
  fleet360,
  cobie,
  cobieSpaces,
]

export function shapeOf(headings: readonly string[]): Shape | undefined {
  const given = new Set(headings.map(normaliseKey))
  return shapes.find(({ signs }) => signs.every((sign) => given.has(normaliseKey(sign))))
}

/** Assigns each column a target. If two columns claim a field, the first gets it. */
export function columnsOf(
  { kind, columns }: Shape,
  headings: readonly string[],
): ImportMapping['columns'] {
  const targets = new Map(
    Object.entries(columns).map(([heading, to]) => [normaliseKey(heading), to]),
  )
  const fields: readonly string[] = [...importFields[kind], ...importExtras[kind]]
  const taken = new Set<string>()
  const rest = hasFacts(kind) ? 'detail' : 'ignore'
  return headings.map((heading) => {
    const to = targets.get(normaliseKey(heading)) ?? rest
    if (heading === '' || to === 'ignore') return 'ignore'
    if (!isField(fields, to) || taken.has(to)) return rest
    taken.add(to)
    return to
  })
}

const isField = (fields: readonly string[], to: string): to is ImportField => fields.includes(to)
