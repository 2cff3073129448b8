import { journalEntities, type JournalEntity } from '#contract/journal/journal.ts'
import { listIn } from '#lib/paths.ts'

interface Wanted {
  entity?: JournalEntity
  entityId?: number
}
type Params = Readonly<Partial<Record<string, string>>>

/** Lists whose address differs from the entity's name. */
const lists: ReadonlyMap<string, JournalEntity> = new Map(
  Object.entries({
    automationcenter: 'automation',
    ticketcenter: 'automation',
    triggeredevents: 'automation',
    apikeys: 'apiKey',
    users: 'user',
    roles: 'role',
    inventory: 'inventoryItem',
    mapping: 'building',
  } as const),
)

/** Null if there is no such journal, or if it belongs to another company. */
export function journalRequestFrom(
  { companyId, entity: word, entityId }: Params,
  own: number | undefined,
): Wanted | null {
  if (companyId !== undefined && companyId !== String(own)) return null
  if (word === undefined) return {}
  const list = listIn(word, entityId)
  if (list !== undefined) return journalRequestFrom({ entity: list }, own)
  const entity = entityFrom(word)
  if (entity === undefined) return null
  if (entityId === undefined) return { entity }
  return /^[1-9]\d{0,9}$/.test(entityId) ? { entity, entityId: Number(entityId) } : null
}

/** The entity named in an address: `tickets/7/journal` and `ticket/7/journal` both work. */
function entityFrom(word: string): JournalEntity | undefined {
  const plain = word.toLowerCase().replaceAll('-', '')
  return (
    lists.get(plain) ??
    journalEntities.find((entity) =>
      [entity.toLowerCase(), `${entity.toLowerCase()}s`, `${entity.toLowerCase()}es`].includes(
        plain,
      ),
    )
  )
}

export function journalAt(pathname: string): Wanted | null {
  const [entity, entityId, ...more] = pathname.split('/').filter((part) => part !== '')
  if (entity === undefined || more.length > 0) return null
  return journalRequestFrom({ entity, ...(entityId === undefined ? {} : { entityId }) }, undefined)
}
