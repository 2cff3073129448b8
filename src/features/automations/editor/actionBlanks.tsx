/** Pickers of the actions' blanks. A kind without pickers does not compile. */
import type { ActionKind, BlankAction } from '#contract/automation/actions.ts'
import { AlertChannelsPicker, AlertRecipientsPicker, AlertTextPicker } from './alertBlanks.tsx'
import { AvailabilityPicker, WhoPicker } from './availabilityBlanks.tsx'
import { MetadataChangePicker, MetadataFieldBlankPicker, StatusPicker } from './equipmentBlanks.tsx'
import {
  HookPicker,
  RemovedProcedurePicker,
  ScheduledProcedurePicker,
  TimesPicker,
  WithinPicker,
} from './procedureBlanks.tsx'
import type { BlankPickers } from './picking.ts'
import {
  AnyTypePicker,
  ClosedTypesPicker,
  GivenPicker,
  OpenedAssigneePicker,
  OpenedTypePicker,
  StatePicker,
  StateTypePicker,
  TitlePicker,
} from './ticketBlanks.tsx'

export const actionBlanks: { [K in ActionKind]: BlankPickers<BlankAction<K>> } = {
  openTicket: { ticketType: OpenedTypePicker, title: TitlePicker, assignee: OpenedAssigneePicker },
  assignTicket: { ticketType: AnyTypePicker, assignee: GivenPicker },
  changeTicketState: { ticketType: StateTypePicker, state: StatePicker },
  closeTickets: { ticketTypes: ClosedTypesPicker },
  setAvailability: { who: WhoPicker, availability: AvailabilityPicker },
  sendAlert: {
    recipients: AlertRecipientsPicker,
    channels: AlertChannelsPicker,
    text: AlertTextPicker,
  },
  changeStatus: { status: StatusPicker },
  scheduleProcedure: {
    procedure: ScheduledProcedurePicker,
    times: TimesPicker,
    within: WithinPicker,
  },
  removeScheduled: { procedure: RemovedProcedurePicker },
  updateMetadata: { field: MetadataFieldBlankPicker, change: MetadataChangePicker },
  invokeHook: { hook: HookPicker },
}
