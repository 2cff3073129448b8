import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketRow } from '#contract/tickets.ts'
import { Picker, optionsOf, type Option, type UseOptions } from '#entities/pickers/Picker.tsx'
import { ticketCalls } from './calls.ts'

const SHOWN = 30
const open = ['open', 'inProgress', 'waiting'] as const

interface Props {
  value: number | null
  onChange: (id: number | null) => void
  /** Before a search, its tickets are offered. Null offers the newest ones. */
  equipmentId: number | null
  isOpenOnly: boolean
  except: number
}

export function TicketPicker({ value, onChange, equipmentId, isOpenOnly, except }: Props) {
  const { t } = useTranslation('tickets')
  const useOptions = useMemo(
    () => ticketOptions(equipmentId, isOpenOnly, except),
    [equipmentId, isOpenOnly, except],
  )
  return <Picker label={t('one')} value={value} onChange={onChange} useOptions={useOptions} />
}

function ticketOptions(
  equipmentId: number | null,
  isOpenOnly: boolean,
  except: number,
): UseOptions {
  const offered = (rows: readonly TicketRow[]): Option[] =>
    rows.flatMap(({ id, title }) => {
      const text = `#${id} ${title}`
      return id === except ? [] : [{ value: id, text, label: <bdi>{text}</bdi> }]
    })
  return function useTicketOptions(search, _chosen, isWanted) {
    const found = ticketCalls.useListTicketsQuery(
      {
        body: {
          limit: SHOWN,
          ...(isOpenOnly && { categories: [...open] }),
          ...(search !== '' && { search }),
          ...(search === '' && equipmentId !== null && { filter: { equipmentIds: [equipmentId] } }),
        },
      },
      { skip: !isWanted },
    )
    return optionsOf(found, found, offered)
  }
}
