import { QrcodeOutlined } from '@ant-design/icons'
import { Suspense } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OccurrenceRow } from '#contract/rrules/rruleShapes.ts'
import { alertCalls } from '#entities/alerts/calls.ts'
import { AlertList } from '#entities/alerts/AlertList.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { MY_QUEUE } from '#entities/recurrence/myQueue.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useChecksStillOpen } from '#entities/unsent/useChecksStillOpen.ts'
import { ReportProblem } from '#entities/tickets/ReportProblem.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { MY_TICKETS } from '#entities/tickets/myTickets.ts'
import { useTicketsWithUnsentWork } from '#entities/tickets/useTicketsWithUnsentWork.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { ColourTag, Remaining, When } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { MY_LATE, MY_UNSEEN, OTHERS } from './prefetchToday.ts'
import { Behind } from './Behind.tsx'
import { InFrontOfMe } from './InFrontOfMe.tsx'
import { FirstSteps, KeepInOrder } from './KeepInOrder.tsx'
import { Rounds } from './Rounds.tsx'
import styles from './today.module.css'

const Building = loadPartLater(() =>
  import('./Building.tsx').then((file) => ({ default: file.Building })),
)
const CompanyFigures = loadPartLater(() =>
  import('./CompanyFigures.tsx').then((file) => ({ default: file.CompanyFigures })),
)

export { prefetchToday } from './prefetchToday.ts'
export { roundsOf } from '#contract/rules/today.ts'
export { startOf } from './Rounds.tsx'

const POLL = { pollingInterval: 300_000 } as const

export function TodayPage() {
  const { t } = useTranslation(['today', 'titles'])
  const checksQuery = rruleCalls.useListOccurrencesQuery(MY_QUEUE, POLL)
  const lateQuery = rruleCalls.useListOccurrencesQuery(MY_LATE, POLL)
  const ticketsQuery = ticketCalls.useListTicketsQuery(MY_TICKETS, POLL)
  const alertsQuery = alertCalls.useListAlertsQuery(MY_UNSEEN, POLL)
  const seesCompany = useMay('viewer|reports')
  const [see] = alertCalls.useSeeAlertsMutation()
  const asked = answerToShow(checksQuery)
  const checks = useChecksStillOpen(asked)
  const late = answerToShow(lateQuery)
  const tickets = useTicketsWithUnsentWork(answerToShow(ticketsQuery))
  const alerts = answerToShow(alertsQuery)
  const queries = [checksQuery, lateQuery, ticketsQuery, alertsQuery]
  const isHere =
    asked !== undefined &&
    checks !== undefined &&
    late !== undefined &&
    tickets !== undefined &&
    alerts !== undefined

  if (!isHere) {
    const failure = queries.find(({ error }) => error !== undefined)?.error
    return (
      <Page title={t('titles:home')} kind="list">
        {failure === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState
            failure={failure}
            onRetry={() => queries.forEach((query) => void query.refetch())}
          />
        )}
      </Page>
    )
  }
  // Work waiting on this device, which the server still counts.
  const gone = (isOne: (check: OccurrenceRow) => boolean) =>
    asked.rows.filter(isOne).length - checks.rows.filter(isOne).length
  const isNothing = checks.count + tickets.count + alerts.count === 0
  // Users without late work see the company's state first; other users see their work first.
  const isFree = late.count + tickets.count === 0
  // A separate column would end halfway down the page.
  const hasWideBuilding = isNothing && seesCompany
  const figures = (
    <Suspense fallback={null}>
      <CompanyFigures />
    </Suspense>
  )
  const building = (
    <Suspense fallback={null}>
      <Building />
    </Suspense>
  )
  const seen = (id: number) => void see({ body: { alertIds: [id] } })
  return (
    <Page
      title={t('titles:home')}
      kind="list"
      actions={
        <>
          <Link to={pathTo('myWork')}>{t('titles:myWork')}</Link>
          <LinkButton icon={<QrcodeOutlined aria-hidden />} to={pathTo('scan')}>
            {t('titles:scan')}
          </LinkButton>
          <ReportProblem />
        </>
      }
    >
      <div className={styles.today}>
        <div className={styles.queue}>
          <FirstSteps />
          <InFrontOfMe />
          {isFree && figures}
          {isNothing ? (
            <EmptyState
              title={t('emptyTitle')}
              hint={t('emptyHint')}
              action={<Link to={pathTo('procedures')}>{t('emptyAction')}</Link>}
            />
          ) : (
            <Headline
              late={late.count - gone(({ isLate }) => isLate)}
              due={checks.count}
              tickets={tickets.count}
              alerts={alerts.count}
            />
          )}
          <Rounds checks={checks.rows} />
          <Remaining count={checks.count - checks.rows.length} />
          {tickets.count > 0 && (
            <section className={styles.part} aria-label={t('tickets')}>
              <h2>
                <Link to={pathTo('tickets', undefined, { list: 'mine' })}>{t('tickets')}</Link>
              </h2>
              <ul className={styles.rows}>
                {tickets.rows.slice(0, OTHERS).map((ticket) => (
                  <li key={ticket.id}>
                    <Link className={styles.row} to={pathTo('ticket', { ticketId: ticket.id })}>
                      <strong dir="auto">{ticket.title}</strong>
                      <bdi>{ticket.equipment?.name ?? ticket.location?.name}</bdi>
                      <ColourTag colour={ticket.state.colour}>{ticket.state.name}</ColourTag>
                      <span className="quiet">
                        <When at={ticket.openedAt} />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <Remaining count={tickets.count - Math.min(OTHERS, tickets.rows.length)} />
            </section>
          )}
          {alerts.count > 0 && (
            <section className={styles.part} aria-label={t('alerts')}>
              <h2>{t('alerts')}</h2>
              <AlertList
                alerts={alerts.rows}
                onFollow={({ id }) => seen(id)}
                onSee={({ id }) => seen(id)}
              />
              <Remaining count={alerts.count - alerts.rows.length} />
            </section>
          )}
          {hasWideBuilding && building}
        </div>
        <aside className={styles.beside}>
          {!isFree && figures}
          <KeepInOrder />
          <Behind />
          {!hasWideBuilding && building}
        </aside>
      </div>
    </Page>
  )
}

function Headline(counts: { late: number; due: number; tickets: number; alerts: number }) {
  const { t } = useTranslation('today')
  const format = useFormat()
  const parts = [
    { key: 'late', count: counts.late },
    { key: 'due', count: counts.due - counts.late },
    { key: 'ticket', count: counts.tickets },
    { key: 'alert', count: counts.alerts },
  ] as const
  return (
    <ul className={styles.headline}>
      {parts
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => (
          <li key={key} data-part={key}>
            <Trans
              t={t}
              i18nKey={`headline.${key}`}
              count={count}
              values={{ shown: format.number(count) }}
              components={{ strong: <strong className="numbers" /> }}
            />
          </li>
        ))}
    </ul>
  )
}
