import { AppstoreOutlined, PlusOutlined, WarningOutlined } from '@ant-design/icons'
import { Button, Space, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { automationCentres } from '#contract/automation/automation.ts'
import { pathTo } from '#lib/paths.ts'
import { automationCalls } from '#entities/automations/calls.ts'
import { procedureCalls } from '#entities/calls/procedures.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { useAddressState } from '#lib/addressState.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { Badge } from '#ui/page/marks.tsx'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, ErrorState, LoadingState, NoRight, NotThere } from '#ui/feedback/states.tsx'
import { AutomationPanel } from './AutomationPanel.tsx'
import { AutomationViewer } from './AutomationViewer.tsx'
import { TableFoot } from '#ui/list/TableFoot.tsx'
import { centreAddress, centreQuestion } from './centreAddress.ts'
import { EventQueue } from './EventQueue.tsx'
import { KindList } from './KindList.tsx'
import { NewOfKind } from './NewOfKind.tsx'
import { EmptyCentre, TemplatesDialog } from './Templates.tsx'
import styles from './automations.module.css'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'

type Centre = (typeof automationCentres)[number]
export function CentrePage({ centre }: { centre: Centre }) {
  const { t } = useTranslation('automations')
  const navigate = useNavigate()
  const params = useParams()
  const mayEdit = useMay('editor|automations')
  const companyId = useClaims()?.companyId ?? 0
  const [state, change, queryWith] = useAddressState(centreAddress)
  const { pathname } = useLocation()
  const isPhone = useIsPhone()
  const [isExploring, setIsExploring] = useState(false)
  const procedureId =
    params['procedureId'] === undefined ? state.procedure : Number(params['procedureId'])
  const openId = params['automationId'] === undefined ? state.id : Number(params['automationId'])
  const query = automationCalls.useListAutomationsQuery(
    {
      body: {
        centre,
        ...centreQuestion(state, procedureId),
      },
    },
    { skip: !mayEdit },
  )
  const { error, refetch } = query
  const data = answerToShow(query)
  if (!mayEdit) return <NoRight />
  if (params['companyId'] !== undefined && Number(params['companyId']) !== companyId)
    return <NotThere isPage />

  const scope = procedureId === null ? {} : { procedure: procedureId }
  const create =
    centre === 'ticketCenter'
      ? pathTo('companyCreateTicket', { companyId }, { procedureId: procedureId ?? undefined })
      : pathTo(
          'companyTriggeredEventCreate',
          { companyId },
          { procedureId: procedureId ?? undefined },
        )
  const handleTab = (next: string) =>
    void navigate(
      centrePath(next === 'ticketCenter' ? 'ticketCenter' : 'automationCenter', params, scope),
    )
  // Keeps the list while the panel opens, changes or closes.
  const list = params['automationId'] === undefined ? pathname : pathTo('automationCenter')
  const beside = (id: number | null) => list + queryWith({ id, tab: 'facts' })
  const handleClose = () => void navigate(beside(null))
  return (
    <Page
      title={t('title')}
      hint={procedureId !== null && <OfProcedure procedureId={procedureId} />}
      actions={
        <>
          <Button
            icon={<AppstoreOutlined aria-hidden />}
            aria-label={t('template.explore')}
            onClick={() => setIsExploring(true)}
          >
            {isPhone ? null : t('template.explore')}
          </Button>
          <Space.Compact>
            <LinkButton type="primary" icon={<PlusOutlined aria-hidden />} to={create}>
              {t('new')}
            </LinkButton>
            <NewOfKind companyId={companyId} procedureId={procedureId} />
          </Space.Compact>
        </>
      }
      filters={
        <Tabs
          className={styles.centreTabs}
          activeKey={centre}
          onChange={handleTab}
          items={(['automationCenter', 'ticketCenter'] as const).map((key) => ({
            key,
            label: (
              <>
                {t(`centre.${key}`)} <Badge value={data?.counts[key] ?? 0} />
              </>
            ),
          }))}
        />
      }
      panel={
        openId !== null && (
          <AutomationPanel
            automationId={openId}
            tab={state.tab}
            onTab={(tab) => change({ tab })}
            onClose={handleClose}
          />
        )
      }
    >
      {data === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <div className={styles.centre}>
          <KindList
            counts={data.kinds}
            current={state.kind}
            onChoose={(kind) => change({ kind, page: 1 }, { push: true })}
          />
          <div className={styles.centreMain}>
            <EventQueue />
            {(data.reviews > 0 || state.review) && (
              <ReviewFilter
                count={data.reviews}
                isOn={state.review}
                onToggle={(review) => change({ review, page: 1 }, { push: true })}
              />
            )}
            {state.failed && (
              <FailedFilter onClear={() => change({ failed: false, page: 1 }, { push: true })} />
            )}
            {data.counts[centre] === 0 && !state.review && !state.failed && (
              <EmptyCentre procedureId={procedureId} />
            )}
            {data.counts[centre] > 0 && data.rows.length === 0 && (
              <EmptyState
                title={t('list.noneOfKind')}
                action={
                  <Button onClick={() => setIsExploring(true)}>{t('template.explore')}</Button>
                }
              />
            )}
            <AutomationViewer
              automations={data.rows}
              kind={state.kind}
              currentId={openId}
              linkTo={({ id }) => beside(id)}
            />
            {data.count > data.rows.length && (
              <TableFoot
                count={data.count}
                shown={data.rows.length}
                paging={{
                  page: state.page,
                  size: state.size,
                  sort: '',
                  change: ({ page, size }) =>
                    change(
                      {
                        ...(page === undefined ? {} : { page }),
                        ...(size === undefined ? {} : { size }),
                      },
                      { push: true },
                    ),
                }}
              />
            )}
          </div>
        </div>
      )}
      {isExploring && (
        <TemplatesDialog procedureId={procedureId} onClose={() => setIsExploring(false)} />
      )}
    </Page>
  )
}

function centrePath(
  centre: Centre,
  { procedureId, companyId }: Readonly<Partial<Record<string, string>>>,
  scope: { procedure?: number },
): string {
  const isTickets = centre === 'ticketCenter'
  if (procedureId !== undefined)
    return pathTo(isTickets ? 'procedureTicketCenter' : 'procedureAutomations', { procedureId })
  if (companyId !== undefined)
    return pathTo(isTickets ? 'companyTicketCenter' : 'companyAutomations', { companyId }, scope)
  return pathTo(isTickets ? 'ticketCenter' : 'automationCenter', {}, scope)
}

function ReviewFilter({
  count,
  isOn,
  onToggle,
}: {
  count: number
  isOn: boolean
  onToggle: (isOn: boolean) => void
}) {
  const { t } = useTranslation('automations')
  return (
    <p className={styles.reviewFilter} role="status">
      <WarningOutlined aria-hidden /> {t('review.count', { count })}{' '}
      <Button size="small" type="link" aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
        {isOn ? t('review.showAll') : t('review.showOnly')}
      </Button>
    </p>
  )
}

function FailedFilter({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('automations')
  return (
    <p className={styles.reviewFilter} role="status">
      <WarningOutlined aria-hidden /> {t('failedOnly')}{' '}
      <Button size="small" type="link" onClick={onClear}>
        {t('review.showAll')}
      </Button>
    </p>
  )
}

function OfProcedure({ procedureId }: { procedureId: number }) {
  const { t } = useTranslation('automations')
  const { data } = procedureCalls.useGetProcedureQuery({ params: { id: procedureId } })
  return (
    <>
      {t('centre.ofProcedure', { procedure: data?.name ?? '…' })} ·{' '}
      <Link to={pathTo('automationCenter')}>{t('centre.all')}</Link>
    </>
  )
}
