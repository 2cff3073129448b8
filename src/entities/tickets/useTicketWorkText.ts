import { useTranslation } from 'react-i18next'
import { useClaims } from '#entities/session/useSession.ts'
import type { TicketWork } from '#entities/unsent/device.ts'
import { useFormat } from '#lib/format.tsx'

export function useTicketWorkText(): (work: TicketWork) => string {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const userId = useClaims()?.userId ?? null
  return (work) => {
    switch (work.kind) {
      case 'report':
        return t('waits.report')
      case 'comment':
        return t('waits.comment')
      case 'reading': {
        const { value } = work.reading
        const number = format.number(value)
        return t('waits.reading', {
          value: work.unit === '' ? number : `${number}\u00a0${work.unit}`,
        })
      }
      case 'time':
        return t(work.act === 'start' ? 'waits.workStart' : 'waits.workPause')
      case 'state': {
        const isTaken = work.assignee !== undefined && work.assignee?.id === userId
        return t(isTaken ? 'waits.taken' : 'waits.state', { state: work.state.name })
      }
      case 'assignee': {
        if (work.assignee === null) return t('waits.toNobody')
        return t(work.assignee.id === userId ? 'waits.toYou' : 'waits.toOther')
      }
    }
  }
}
