import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { failureKinds } from '#contract/rules/closing.ts'
import type { TicketDetail } from '#contract/tickets.ts'
import { metadataFacts } from '#entities/metadata/values.tsx'
import { OrgEntityName } from '#entities/organisation/OrgEntityName.tsx'
import { PlaceOnMap, ThingOnMap } from '#entities/whereabouts/OnSmallMap.tsx'
import type { Translate } from '#lib/i18n/translate.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { pathTo } from '#lib/paths.ts'
import { ScoreMark } from '#entities/score/ScoreMark.tsx'
import { RepeatMark } from '#entities/tickets/RepeatMark.tsx'
import { PriorityMark } from '#entities/tickets/PriorityMark.tsx'
import { TicketDue } from '#entities/tickets/TicketDue.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { withWaitingWork } from '#entities/tickets/waitingWork.ts'
import { TicketPhotos } from '#entities/tickets/TicketPhotos.tsx'
import { titleWithoutTarget } from '#entities/tickets/ticketFace.ts'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { useTicketWork } from '#entities/unsent/useTicketWork.ts'
import { DetailPanel, Facts } from '#ui/panel/DetailPanel.tsx'
import { Badge, ColourTag, StatusTag, When } from '#ui/page/marks.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { EditTicket } from './EditTicket.tsx'
import { OpenedBy } from './OpenedBy.tsx'
import { TicketAssignments } from './TicketAssignments.tsx'
import { TicketLinks } from './TicketLinks.tsx'
import { TicketReports } from './TicketReports.tsx'
import { TicketSteps } from './TicketSteps.tsx'
import { TicketTimeline } from './TicketTimeline.tsx'
import { ticketTabs, type TicketsState } from './ticketsAddress.ts'
import styles from './TicketPanel.module.css'

const TicketCall = loadPartLater(() => import('./TicketCall.tsx'))
const TicketWorkBar = loadPartLater(() =>
  import('./work/TicketWorkBar.tsx').then((file) => ({ default: file.TicketWorkBar })),
)
const TicketWorkTab = loadPartLater(() =>
  import('./work/TicketWorkTab.tsx').then((file) => ({ default: file.TicketWorkTab })),
)

interface Props {
  ticketId: number
  tab: TicketsState['tab']
  isEditing: boolean
  onTab: (tab: TicketsState['tab']) => void
  onEdit: (isEditing: boolean) => void
  onClose: () => void
}

export function TicketPanel({ ticketId, tab, isEditing, onTab, onEdit, onClose }: Props) {
  const { t } = useTranslation(['tickets', 'ticketWork', 'common'])
  const mayEdit = useMay('editor|tickets')
  const { unsent } = useTicketWork()
  const query = ticketCalls.useGetTicketQuery({ params: { id: ticketId } })
  const { error, refetch } = query
  const ticket = answerToShow(query, isEditing)
  if (ticket === undefined) {
    return (
      <DetailPanel title={t('one')} onClose={onClose}>
        {error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )}
      </DetailPanel>
    )
  }
  const waiting = unsent.filter(({ work }) => 'ticketId' in work && work.ticketId === ticket.id)
  const { state } = withWaitingWork(ticket, waiting)
  const callAlertId = state.category === 'open' ? (ticket.callAlertId ?? null) : null
  const title = <bdi>{titleWithoutTarget(ticket)}</bdi>
  // A ticket that the device kept before an upgrade does not have the field.
  const mergedIntoId: number | null = ticket.mergedIntoId ?? null
  const isMerged = mergedIntoId !== null
  if (isEditing && mayEdit && !isMerged)
    return (
      <DetailPanel title={title} over={t('editTicket')} onClose={onClose}>
        <EditTicket ticket={ticket} onClose={() => onEdit(false)} />
      </DetailPanel>
    )
  return (
    <DetailPanel
      over={
        <>
          <ColourTag colour={ticket.type.colour}>{ticket.type.name}</ColourTag>{' '}
          <bdi>#{ticket.id}</bdi>
        </>
      }
      title={title}
      under={
        <>
          {!isMerged && <StatusTag status={state} />} <PriorityMark priority={ticket.priority} />{' '}
          <RepeatMark ticket={ticket} />{' '}
          {state.category !== 'closed' && ticket.dueBy !== null && <TicketDue ticket={ticket} />}{' '}
          <bdi>{ticket.equipment?.name ?? ticket.location?.name}</bdi>
        </>
      }
      actions={
        mergedIntoId !== null ? (
          <Link to={pathTo('ticket', { ticketId: mergedIntoId })}>
            {t('links.continueIn', { id: String(mergedIntoId) })}
          </Link>
        ) : (
          <>
            {callAlertId !== null && (
              <TicketCall key={`call ${callAlertId}`} alertId={callAlertId} />
            )}
            <TicketSteps
              key={ticket.id}
              ticket={ticket}
              waiting={waiting}
              isCalled={callAlertId !== null}
            />
            <TicketWorkBar key={`work ${ticket.id}`} ticket={ticket} waiting={waiting} />
            {mayEdit && (
              <Button
                size="small"
                type="text"
                icon={<EditOutlined aria-hidden />}
                onClick={() => onEdit(true)}
              >
                {t('common:edit')}
              </Button>
            )}
          </>
        )
      }
      onClose={onClose}
      tab={tab}
      onTab={(key) => onTab(ticketTabs.find((one) => one === key) ?? 'facts')}
      tabs={[
        { key: 'facts', label: t('part.facts'), content: <TicketFacts ticket={ticket} /> },
        {
          key: 'work',
          label: t('ticketWork:tab'),
          content: <TicketWorkTab key={ticket.id} ticket={ticket} />,
        },
        {
          key: 'timeline',
          label: (
            <>
              {t('part.timeline')}{' '}
              {ticket.commentCount > 0 && <Badge value={ticket.commentCount} />}
            </>
          ),
          content: <TicketTimeline key={ticket.id} ticket={ticket} waiting={waiting} />,
        },
      ]}
    />
  )
}

function failureFacts({ failure }: TicketDetail, t: Translate<['tickets', 'entities']>) {
  // Missing in a ticket that the device kept before an upgrade.
  const given = failure as TicketDetail['failure'] | undefined
  return failureKinds.flatMap((kind) => {
    const name = given?.[kind]?.name
    return name === undefined ? [] : [{ label: t(`closing.${kind}`), value: <bdi>{name}</bdi> }]
  })
}

function performedFor({ closing }: TicketDetail, t: Translate<['tickets', 'entities']>) {
  // Missing in a ticket that the device kept before an upgrade.
  const logs = (closing as TicketDetail['closing'] | undefined)?.logs ?? []
  if (logs.length === 0) return []
  return [
    {
      label: t('closing.logs'),
      value: logs.map(({ id, procedureName, doneAt }) => (
        <div key={id}>
          <Link to={pathTo('procedureLog', { procedureLogId: id })}>
            <bdi>{procedureName}</bdi>
          </Link>{' '}
          <span className="quiet">
            <When at={doneAt} />
          </span>
        </div>
      )),
    },
  ]
}

function TicketFacts({ ticket }: { ticket: TicketDetail }) {
  const { t } = useTranslation(['tickets', 'entities'])
  const log = ticket.procedureLog
  return (
    <>
      <OpenedBy ticket={ticket} />
      <TicketReports ticketId={ticket.id} />
      <TicketAssignments ticketId={ticket.id} />
      {ticket.description !== null && (
        <p className={styles.ticketDescription} dir="auto">
          {ticket.description}
        </p>
      )}
      <TicketPhotos photos={ticket.photos} />
      {ticket.equipment !== null ? (
        <ThingOnMap id={ticket.equipment.id} />
      ) : (
        ticket.location !== null && <PlaceOnMap locationId={ticket.location.id} />
      )}
      <Facts
        rows={[
          ...(ticket.equipment === null
            ? []
            : [
                {
                  label: t('equipment'),
                  value: (
                    <Link to={pathTo('equipment', {}, { id: ticket.equipment.id })}>
                      <bdi>{ticket.equipment.name}</bdi>
                    </Link>
                  ),
                },
              ]),
          ...(ticket.location === null
            ? []
            : [
                {
                  label: t('location'),
                  value: (
                    <Link to={pathTo('locations', {}, { id: ticket.location.id })}>
                      <bdi>{ticket.location.name}</bdi>
                    </Link>
                  ),
                },
              ]),
          ...(log === null
            ? []
            : [
                {
                  label: t('log'),
                  value: (
                    <>
                      <Link to={pathTo('procedureLog', { procedureLogId: log.id })}>
                        <bdi>{log.procedureName}</bdi>
                      </Link>{' '}
                      <ScoreMark score={log.score} />{' '}
                      <span className="quiet">
                        <When at={log.doneAt} />
                      </span>
                    </>
                  ),
                },
              ]),
          ...metadataFacts(ticket.metadata),
          ...failureFacts(ticket, t),
          ...performedFor(ticket, t),
          ...(ticket.orgEntity === null
            ? []
            : [
                {
                  label: t('entities:field_orgEntity'),
                  value: <OrgEntityName of={ticket.orgEntity} />,
                },
              ]),
          { label: t('column.openedAt'), value: <When at={ticket.openedAt} as="dateTime" /> },
          ...(ticket.respondBy === null
            ? []
            : [{ label: t('respondBy'), value: <When at={ticket.respondBy} as="dateTime" /> }]),
          ...(ticket.dueBy === null
            ? []
            : [{ label: t('dueBy'), value: <When at={ticket.dueBy} as="dateTime" /> }]),
          ...(ticket.closedAt === null
            ? []
            : [{ label: t('closedAt'), value: <When at={ticket.closedAt} as="dateTime" /> }]),
        ]}
      />
      <TicketLinks ticket={ticket} />
    </>
  )
}
