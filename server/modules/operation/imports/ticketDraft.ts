import type { ImportField } from '#contract/imports.ts'
import type { Scope } from '#kernel/access/scope.ts'
import type { ImportedTicket, SelectedTicket } from '../../work/tickets/index.ts'
import { placeFault, type Owners, type Places, type Things } from './found.ts'
import type { NamedPerson, People } from './peopleNamed.ts'
import { mergedMetadata } from './ownValues.ts'
import { addFault, instantIn, type ReadRow } from './readRow.ts'
import { normaliseCell } from './target.ts'
import { priorityIn, stateIn, textOfTicket, type TicketType } from './ticketText.ts'

export interface TicketsAround {
  types: ReadonlyMap<string, TicketType>
  things: Things
  places: Places
  owners: Owners
  people: People
  whole(read: ReadRow, type: TicketType, change: Partial<ImportedTicket>): ImportedTicket
}

interface Draft {
  change: Partial<ImportedTicket>
  said: Record<string, string | undefined>
  type: TicketType | undefined
}

/** Adds an error for each cell that is invalid or that an import may not change. */
export function ticketDraft(
  scope: Scope,
  around: TicketsAround,
  read: ReadRow,
  old: SelectedTicket | undefined,
): Draft {
  const stored = old && textOfTicket(old)
  /** A cell equal to the stored value needs no lookup. */
  const isNew = (field: ImportField) =>
    read.values[field] !== undefined &&
    (stored === undefined ||
      normaliseCell(read.values[field]) !== normaliseCell(stored[field] ?? ''))
  const draft: Draft = { change: {}, said: {}, type: typeIn(around, read, old) }
  const { title, description } = read.values
  if (isNew('title') && title !== undefined) draft.change.title = title
  if (isNew('description')) draft.change.description = description ?? null
  if (old !== undefined && isNew('type') && draft.type?.id !== old.type.id)
    addFault(read, 'type', 'cannotChange')
  else if (old !== undefined && read.values['type'] !== undefined)
    draft.said['type'] = old.type.name
  if (read.metadata.length > 0) draft.change.metadata = mergedMetadata(read, old?.ticket.metadata)
  addPriority(draft, read, isNew('priority'))
  addWhere(draft, around, read, isNew)
  addPeople(draft, around, read, { old, isNew })
  addTimes(draft, scope, read, { old, isNew })
  addState(draft, scope, read, { old, isNew })
  return draft
}

type IsNew = (field: ImportField) => boolean
interface Known {
  old: SelectedTicket | undefined
  isNew: IsNew
}

function typeIn(
  { types }: TicketsAround,
  read: ReadRow,
  old: SelectedTicket | undefined,
): TicketType | undefined {
  const said = read.values['type']
  const type = types.get((said ?? old?.type.name ?? '').toLowerCase())
  if (said === undefined && old === undefined) addFault(read, 'type', 'required')
  else if (type === undefined) addFault(read, 'type', 'unknownType', said ?? old?.type.name ?? '')
  return type
}

function addPriority({ change, said }: Draft, read: ReadRow, isNew: boolean): void {
  const word = read.values['priority']
  if (word === undefined) return
  const priority = priorityIn(word)
  if (priority === undefined) addFault(read, 'priority', 'notAChoice')
  else {
    said['priority'] = priority
    if (isNew) change.priority = priority
  }
}

function addWhere(
  { change, said }: Draft,
  { things, places, owners }: TicketsAround,
  read: ReadRow,
  isNew: IsNew,
): void {
  const { equipment = '', location = '', orgEntity = '' } = read.values
  if (isNew('equipment')) {
    const thing = things.get(equipment.toLowerCase())
    if (typeof thing !== 'object')
      addFault(read, 'equipment', thing === 'several' ? 'ambiguousEquipment' : 'unknownEquipment')
    else {
      said['equipment'] = thing.name
      change.equipmentId = thing.id
    }
  }
  if (isNew('location')) {
    const code = placeFault(places, location)
    const place = places.get(location.toLowerCase())
    if (code !== null) addFault(read, 'location', code)
    else if (typeof place === 'object') {
      said['location'] = place.name
      change.locationId = place.id
    }
  }
  if (isNew('orgEntity')) {
    const owner = owners.get(orgEntity.toLowerCase())
    if (typeof owner !== 'object')
      addFault(read, 'orgEntity', owner === 'several' ? 'ambiguousOrgEntity' : 'unknownOrgEntity')
    else {
      said['orgEntity'] = owner.name
      change.orgEntityId = owner.id
    }
  }
}

function addPeople(
  { change, said }: Draft,
  { people }: TicketsAround,
  read: ReadRow,
  { old, isNew }: Known,
): void {
  const personIn = (field: 'opener' | 'assignee'): NamedPerson | undefined => {
    if (!isNew(field)) return undefined
    const found = people.get(read.values[field]?.toLowerCase() ?? '')
    if (typeof found === 'object') {
      said[field] = found.name
      return found
    }
    addFault(read, field, found === 'several' ? 'ambiguousName' : 'unknownPerson')
    return undefined
  }
  const opener = personIn('opener')
  if (opener !== undefined && old === undefined) change.openerId = opener.id
  else if (opener !== undefined && opener.id !== old?.opener?.id)
    addFault(read, 'opener', 'cannotChange')
  const assignee = personIn('assignee')
  if (assignee === undefined) return
  // Former users keep closed tickets but get no open ticket.
  if (!assignee.isActive && read.values['closedAt'] === undefined)
    addFault(read, 'assignee', 'unknownPerson')
  change.assigneeId = assignee.id
}

function addTimes({ change }: Draft, scope: Scope, read: ReadRow, { old, isNew }: Known): void {
  for (const field of ['openedAt', 'respondBy', 'dueBy'] as const) {
    const at = isNew(field) ? instantIn(read, field) : undefined
    if (at !== undefined) change[field] = at
  }
  if (change.openedAt !== undefined && old !== undefined) addFault(read, 'openedAt', 'cannotChange')
  for (const field of ['openedAt', 'closedAt'] as const) {
    const at = isNew(field) ? instantIn(read, field) : undefined
    if (at !== undefined && at > scope.clock.now()) addFault(read, field, 'inFuture')
  }
  const opened = instantIn(read, 'openedAt') ?? old?.ticket.openedAt
  const closed = instantIn(read, 'closedAt')
  if (opened !== undefined && closed !== undefined && closed < opened)
    addFault(read, 'closedAt', 'timesReversed')
}

function addState(
  { change, said, type }: Draft,
  scope: Scope,
  read: ReadRow,
  { old, isNew }: Known,
): void {
  if (type === undefined) return
  const word = read.values['state']
  const closedAt = instantIn(read, 'closedAt')
  const closes = type.states.find(({ category }) => category === 'closed')
  const state =
    word === undefined
      ? (old?.state ??
        (closedAt === undefined ? type.states.find(({ id }) => id === type.firstState) : closes))
      : isNew('state')
        ? stateIn(type, word)
        : old?.state
  if (state === undefined)
    return addFault(read, word === undefined ? 'closedAt' : 'state', 'unknownName')
  if (word !== undefined) said['state'] = state.name
  const allowed = old?.state.nextStateIds ?? null
  const isMoved = old !== undefined && state.id !== old.state.id
  if (isMoved && allowed !== null && !allowed.includes(state.id))
    addFault(read, 'state', 'transitionNotAllowed')
  if (old === undefined || isMoved) change.stateId = state.id
  if (state.category === 'closed') {
    if (old === undefined && closedAt === undefined) addFault(read, 'closedAt', 'required')
    const at = isNew('closedAt') ? closedAt : (old?.ticket.closedAt ?? scope.clock.now())
    if (at !== undefined && (isMoved || old === undefined || isNew('closedAt')))
      change.closedAt = at
    return
  }
  // A reopened ticket's row may repeat its former closing time, but not set a new one.
  if (isNew('closedAt')) addFault(read, 'closedAt', 'timesReversed')
  if (isMoved && old.ticket.closedAt !== null) {
    change.closedAt = null
    said['closedAt'] = ''
  }
}
