import { useState } from 'react'
import type { TicketRow } from '#contract/tickets.ts'

type Chosen = Pick<TicketRow, 'id' | 'version'>

/** Selected tickets with the versions that the user saw, also of other pages of the list. */
export function useTicketSelection(rows: readonly TicketRow[], question: string) {
  const [selected, setSelected] = useState<readonly Chosen[]>([])
  /** The question whose matches are all selected: other filters select nothing by themselves. */
  const [allOf, setAllOf] = useState<string | null>(null)
  const isAll = allOf === question
  return {
    selected,
    isAll,
    ids: isAll ? rows.map(({ id }) => Number(id)) : selected.map(({ id }) => Number(id)),
    selectAll: () => setAllOf(question),
    change(ids: number[]) {
      setAllOf(null)
      setSelected(
        ids.flatMap((id) => {
          const known = selected.find((one) => one.id === id) ?? rows.find((one) => one.id === id)
          return known === undefined ? [] : [{ id: known.id, version: known.version }]
        }),
      )
    },
  }
}
