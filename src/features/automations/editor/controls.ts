import type { ComponentType } from 'react'
import type { BlankAction } from '#contract/automation/actions.ts'
import type { BlankFilter } from '#contract/automation/filters.ts'
import type { OwnActionBlanks } from '#entities/automations/actions.ts'
import type { OwnFilterBlanks } from '#entities/automations/filters.ts'
import { assignTicket } from './actions/assignTicket.tsx'
import { changeTicketState } from './actions/changeTicketState.tsx'
import { openTicket } from './actions/openTicket.tsx'
import { scheduleProcedure } from './actions/scheduleProcedure.tsx'
import { sendAlert } from './actions/sendAlert.tsx'
import { setAvailability } from './actions/setAvailability.tsx'
import { updateMetadata } from './actions/updateMetadata.tsx'
import { dateComes, offset } from './events/dates.tsx'
import { lasting, stays } from './events/lasting.tsx'
import { ticketInState } from './events/ticketInState.tsx'
import type { BlankEvent } from '#contract/automation/events.ts'
import type { OwnEventBlanks } from '#entities/automations/events.ts'
import { answer } from './filters/answer.tsx'
import { inventory } from './filters/inventory.tsx'
import { objects } from './filters/objects.tsx'
import { performer } from './filters/performer.tsx'
import { score } from './filters/score.tsx'
import { time } from './filters/time.tsx'
import type { PickingProps } from './picking.ts'

type Control<V> = ComponentType<PickingProps<V>>

export const actionControls: {
  [K in keyof OwnActionBlanks]: Record<OwnActionBlanks[K], Control<BlankAction<K>>>
} = {
  openTicket,
  assignTicket,
  changeTicketState,
  setAvailability,
  sendAlert,
  scheduleProcedure,
  updateMetadata,
}

export const eventControls: {
  [K in keyof OwnEventBlanks]: Record<OwnEventBlanks[K], Control<BlankEvent<K>>>
} = {
  ticketInState,
  sensorBeyondLimit: lasting,
  deviceSilent: lasting,
  equipmentInPlace: stays,
  equipmentAway: stays,
  stockLow: lasting,
  stockExpires: offset,
  dateComes: { ...dateComes, ...offset },
}

export const filterControls: {
  [K in keyof OwnFilterBlanks]: Record<OwnFilterBlanks[K], Control<BlankFilter<K>>>
} = { objects, score, time, answer, inventory, performer }
