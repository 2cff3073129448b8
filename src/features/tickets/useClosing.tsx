import { useState, type ReactNode } from 'react'
import { askedKinds, isClosing } from '#contract/rules/closing.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import type { GivenFailures } from '#entities/unsent/device.ts'
import { ClosingDialog } from './ClosingDialog.tsx'
import { ClosingProcedure, useClosingProcedure } from './ClosingProcedure.tsx'

type State = TicketDetail['state']
type Send = (failure: GivenFailures | undefined) => Promise<void>

interface Closing {
  /** Sends at once, unless the ticket would close and its type asks for something. */
  before(from: State, to: State, send: Send): Promise<void>
  notice: ReactNode
  dialog: ReactNode
}

export function useClosing(ticket: TicketDetail): Closing {
  const [asked, setAsked] = useState<{ state: State; send: Send } | null>(null)
  // A ticket that the device kept before an upgrade does not have the field.
  const closing: TicketDetail['closing'] | undefined = ticket.closing
  const standing = useClosingProcedure({ id: ticket.id, closing })
  const procedure = closing?.procedure ?? null
  const shown = procedure !== null && (
    <ClosingProcedure ticketId={ticket.id} procedure={procedure} standing={standing} />
  )
  const isAsking =
    closing !== undefined && (askedKinds(closing.asks).length > 0 || standing === 'open')
  return {
    async before(from, to, send) {
      if (isAsking && isClosing(from.category, to.category)) setAsked({ state: to, send })
      else await send(undefined)
    },
    notice: ticket.state.category !== 'closed' && shown,
    dialog: asked !== null && closing !== undefined && (
      <ClosingDialog
        state={asked.state.name}
        asks={closing.asks}
        codes={closing.codes}
        known={ticket.failure}
        procedureFirst={standing === 'open' ? shown : null}
        onClose={(failure) => {
          setAsked(null)
          void asked.send(failure)
        }}
        onCancel={() => setAsked(null)}
      />
    ),
  }
}
