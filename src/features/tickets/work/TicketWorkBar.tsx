/** Under the steps of a ticket: start and pause own work, and confirm time that has ended. */
import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TicketDetail } from '#contract/tickets.ts'
import { MAX_ENTRY_MINUTES } from '#contract/rules/workTime.ts'
import type { WorkEntry } from '#contract/ticketWork/ticketWork.ts'
import { serverNow } from '#api/serverClock.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { ticketWorkApi } from '#entities/tickets/ticketWorkApi.ts'
import { useSubmitTicketWork } from '#entities/tickets/useSubmitTicketWork.ts'
import { withWaitingWork } from '#entities/tickets/waitingWork.ts'
import type { UnsentTicketWork } from '#entities/unsent/device.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { CorrectWork } from './CorrectWork.tsx'
import { entriesToCheck, minutesBefore, runningSince } from './workNow.ts'
import styles from './work.module.css'

interface Props {
  ticket: TicketDetail
  waiting: readonly UnsentTicketWork[]
}

export function TicketWorkBar({ ticket, waiting }: Props) {
  const { t } = useTranslation('ticketWork')
  const mayWork = useMay('editor|tickets')
  const userId = useClaims()?.userId ?? null
  const sendOff = useSubmitTicketWork()
  const [isBusy, setIsBusy] = useState(false)
  const { data } = ticketWorkApi.useGetTicketWorkQuery({ params: { id: ticket.id } })
  if (data === undefined || !mayWork || !data.isRecorded) return null
  const since = runningSince(data, ticket, waiting, userId)
  const { state } = withWaitingWork(ticket, waiting)
  const [toCheck] = entriesToCheck(data)
  const handle = async (act: 'start' | 'pause') => {
    setIsBusy(true)
    await sendOff({ title: ticket.title, work: { kind: 'time', ticketId: ticket.id, act } })
    setIsBusy(false)
  }
  if (since === null && state.category === 'closed' && toCheck === undefined) return null
  return (
    <div className={styles.bar} role="group" aria-label={t('time')} data-testid="ticket-work">
      {since === null ? (
        state.category !== 'closed' && (
          <Button
            icon={<CaretRightOutlined aria-hidden />}
            disabled={isBusy}
            onClick={() => void handle('start')}
          >
            {t('start')}
          </Button>
        )
      ) : (
        <>
          <Running since={since} />
          <Button
            icon={<PauseOutlined aria-hidden />}
            disabled={isBusy}
            onClick={() => void handle('pause')}
          >
            {t('pause')}
          </Button>
        </>
      )}
      {data.endedElsewhere !== null && since !== null && (
        <p className={styles.barNote} role="status">
          <Link to={pathTo('ticket', { ticketId: data.endedElsewhere.id })}>
            {t('endedElsewhere', {
              ticket: `\u2068#${data.endedElsewhere.id} ${data.endedElsewhere.title}\u2069`,
            })}
          </Link>
        </p>
      )}
      {toCheck !== undefined && (
        <Check key={toCheck.id} entry={toCheck} before={minutesBefore(data, toCheck)} />
      )}
    </div>
  )
}

/** Counts on while the page is open. */
function Running({ since }: { since: string }) {
  const { t } = useTranslation('ticketWork')
  const duration = useFormatDuration()
  const [now, setNow] = useState(() => serverNow().getTime())
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow().getTime()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const minutes = Math.floor(Math.max(0, now - Date.parse(since)) / 60_000)
  return <span>{t('running', { time: duration(Math.min(minutes, MAX_ENTRY_MINUTES) * 60) })}</span>
}

/** Asks whether the time of an entry that closing has ended is right. */
function Check({ entry, before }: { entry: WorkEntry; before: number }) {
  const { t } = useTranslation('ticketWork')
  const duration = useFormatDuration()
  const [confirm, { isLoading }] = ticketWorkApi.useConfirmWorkMutation()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const isLong = entry.minutes >= MAX_ENTRY_MINUTES
  const time = entry.minutes === 0 ? t('underAMinute') : duration(entry.minutes * 60)
  const question =
    before === 0 ? t('check', { time }) : t('checkMore', { time, before: duration(before * 60) })
  return (
    <p className={styles.check} role="status">
      <span>{isLong ? t('checkLong') : question}</span>
      {!isLong && (
        <Button
          type="primary"
          size="small"
          loading={isLoading}
          onClick={() => void confirm({ params: { id: entry.id } })}
        >
          {t('right')}
        </Button>
      )}
      <Button size="small" onClick={() => setIsCorrecting(true)}>
        {t('correct')}
      </Button>
      {isCorrecting && <CorrectWork entry={entry} onClose={() => setIsCorrecting(false)} />}
    </p>
  )
}
