/**
 * Fellow equipment: what may be attached to what, and what follows when its owner moves. The server
 * decides by it; the page previews the decision.
 */
import { groupBy } from './groupBy.ts'

/** Levels of owners: a wheel of a rack of a pump is three. */
export const MAX_FELLOW_DEPTH = 5
/** Equipment in one tree, owner included. Keeps the write of one move short. */
const MAX_FELLOWS = 500
export const MAX_OF_FELLOW_TYPE = 100

export interface FellowRule {
  id: number
  name: string
  ownerTypeIds: readonly number[]
  fellowTypeIds: readonly number[]
  maximum: number
}
export interface Belonging {
  equipmentId: number
  ownerId: number
  fellowTypeId: number
}
interface Thing {
  id: number
  typeId: number
}

export const fitsRule = (
  rule: Pick<FellowRule, 'ownerTypeIds' | 'fellowTypeIds'>,
  ownerTypeId: number,
  fellowTypeId: number,
): boolean => rule.ownerTypeIds.includes(ownerTypeId) && rule.fellowTypeIds.includes(fellowTypeId)

const fittingRules = <R extends FellowRule>(
  rules: readonly R[],
  ownerTypeId: number,
  fellowTypeId: number,
): R[] => rules.filter((rule) => fitsRule(rule, ownerTypeId, fellowTypeId))

export type AttachFault =
  | 'fellowOfItself'
  | 'fellowCircle'
  | 'hasOwner'
  | 'noFellowType'
  | 'fellowTypeFull'
  | 'tooManyFellows'
export type Attached = { rule: FellowRule } | { fault: AttachFault; rule?: FellowRule }

/**
 * Finds the rule by which equipment can be attached to the owner: `ruleId`, or the first rule with
 * room. `belongings` are all of the company's. If `isTaken`, an attachment to another owner is
 * ignored.
 */
export function findRuleFor(
  rules: readonly FellowRule[],
  belongings: readonly Belonging[],
  {
    thing,
    owner,
    ruleId,
    isTaken = false,
  }: { thing: Thing; owner: Thing; ruleId?: number | undefined; isTaken?: boolean },
): Attached {
  if (thing.id === owner.id) return { fault: 'fellowOfItself' }
  const now = belongings.find(({ equipmentId }) => equipmentId === thing.id)
  if (now !== undefined && (!isTaken || now.ownerId === owner.id)) return { fault: 'hasOwner' }
  const others = belongings.filter(({ equipmentId }) => equipmentId !== thing.id)
  const ownerOf = new Map(others.map(({ equipmentId, ownerId }) => [equipmentId, ownerId]))
  const above = chain(owner.id, (id) => ownerOf.get(id))
  if (above.includes(thing.id)) return { fault: 'fellowCircle' }
  const fitting = fittingRules(rules, owner.typeId, thing.typeId).filter(
    ({ id }) => ruleId === undefined || id === ruleId,
  )
  const [first] = fitting
  if (first === undefined) return { fault: 'noFellowType' }
  const rule = fitting.find(
    ({ id, maximum }) =>
      others.filter(({ ownerId, fellowTypeId }) => ownerId === owner.id && fellowTypeId === id)
        .length < maximum,
  )
  if (rule === undefined) return { fault: 'fellowTypeFull', rule: first }
  const root = above.at(-1) ?? owner.id
  const [own, rest] = [descendantsOf([thing.id], others), descendantsOf([root], others)]
  const deepest = Math.max(0, ...own.map(({ depth }) => depth))
  return above.length + deepest + 1 > MAX_FELLOW_DEPTH || own.length + rest.length + 2 > MAX_FELLOWS
    ? { fault: 'tooManyFellows' }
    : { rule }
}

/** The path from the equipment itself upwards. Stops at a cycle. */
function chain(from: number, next: (id: number) => number | undefined): number[] {
  const all: number[] = []
  for (
    let id: number | undefined = from;
    id !== undefined && !all.includes(id) && all.length <= MAX_FELLOWS;
    id = next(id)
  )
    all.push(id)
  return all
}

/** All descendants of the roots, nearest first, each once. */
export function descendantsOf<B extends Pick<Belonging, 'equipmentId' | 'ownerId'>>(
  roots: readonly number[],
  belongings: readonly B[],
): { of: B; depth: number }[] {
  const byOwner = groupBy(belongings, ({ ownerId }) => ownerId)
  const seen = new Set(roots)
  const all: { of: B; depth: number }[] = []
  let level = [...seen]
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: number[] = []
    for (const of of level.flatMap((id) => byOwner.get(id) ?? []))
      if (!seen.has(of.equipmentId)) {
        seen.add(of.equipmentId)
        all.push({ of, depth })
        next.push(of.equipmentId)
      }
    level = next
  }
  return all
}

export interface Follows extends Pick<Belonging, 'equipmentId' | 'ownerId'> {
  statusFollows: boolean
}
export interface Became {
  locationId?: number | null
  statusId?: number | null
}
export interface Following extends Became {
  equipmentId: number
  withId: number
}

/**
 * Changes that fellows take over from their owners. `said` lists fields the same write sets
 * explicitly: that equipment keeps its own values and passes them on.
 */
export function inheritedChanges(
  fellows: readonly Follows[],
  became: ReadonlyMap<number, Became>,
  said: ReadonlyMap<number, { location: boolean; status: boolean }> = new Map(),
): Following[] {
  const now = new Map([...became].map(([id, one]) => [id, { ...one, withId: id }]))
  const all: Following[] = []
  for (const { of } of descendantsOf([...roots(fellows, became)], fellows)) {
    const owner = now.get(of.ownerId)
    if (owner === undefined) continue
    const own = said.get(of.equipmentId)
    const along: Became = {
      ...('locationId' in owner && own?.location !== true && { locationId: owner.locationId }),
      ...('statusId' in owner &&
        of.statusFollows &&
        own?.status !== true && { statusId: owner.statusId }),
    }
    if (Object.keys(along).length === 0) continue
    all.push({ equipmentId: of.equipmentId, withId: owner.withId, ...along })
    now.set(of.equipmentId, { ...along, withId: owner.withId, ...now.get(of.equipmentId) })
  }
  return all
}

/** Changed equipment with no changed ancestor. All other changes are reachable from these. */
function roots(fellows: readonly Follows[], became: ReadonlyMap<number, Became>): number[] {
  const ownerOf = new Map(fellows.map(({ equipmentId, ownerId }) => [equipmentId, ownerId]))
  return [...became.keys()].filter(
    (id) =>
      !chain(id, (one) => ownerOf.get(one))
        .slice(1)
        .some((above) => became.has(above)),
  )
}
