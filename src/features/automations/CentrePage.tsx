import { AppstoreOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { automationCentres } from '#contract/automation'
import { pathTo } from '../../app/paths.ts'
import { automationCalls } from '../../entities/automations/calls.ts'
import { procedureCalls } from '../../entities/calls.ts'
import { useClaims, useMay } from '../../entities/session/useSession.ts'
import { inAddress, useAddressState } from '../../lib/addressState.ts'
import { useIsPhone } from '../../lib/useMedia.ts'
import { Badge, Remaining } from '../../ui/marks.tsx'
import { Page } from '../../ui/Page.tsx'
import { ErrorState, LoadingState, NoRight, NotThere } from '../../ui/states.tsx'
import { AutomationPanel } from './AutomationPanel.tsx'
import { AutomationViewer } from './AutomationViewer.tsx'
import { KindList } from './KindList.tsx'
import { automationKinds, countsOf } from './kinds.ts'
import { EmptyCentre, TemplatesDialog } from './Templates.tsx'
import './automations.css'

type Centre = (typeof automationCentres)[number]
const shape = { kind: inAddress.oneOf(automationKinds, 'mostUsed'), tab: inAddress.text('facts'), procedure: inAddress.integer(), id: inAddress.integer() }
const shown = 500

/** The automation area: two tabs with their counts, kinds at the side, sentences in the middle, one of them in the panel. */
export function CentrePage({ centre }: { centre: Centre }) {
  const { t } = useTranslation('automations')
  const navigate = useNavigate()
  const params = useParams()
  const mayEdit = useMay('editor|automations')
  const companyId = useClaims()?.companyId ?? 0
  const [state, change] = useAddressState(shape)
  const isPhone = useIsPhone()
  const [isExploring, setIsExploring] = useState(false)
  const procedureId = params['procedureId'] === undefined ? state.procedure : Number(params['procedureId'])
  const openId = params['automationId'] === undefined ? state.id : Number(params['automationId'])
  const { data, error, refetch } = automationCalls.useListAutomationsQuery(
    { body: { centre, limit: shown, sort: 'procedure', ...(procedureId === null ? {} : { procedureId }) } }, { skip: !mayEdit },
  )
  if (!mayEdit) return <NoRight />
  if (params['companyId'] !== undefined && Number(params['companyId']) !== companyId) return <NotThere />

  const scope = procedureId === null ? {} : { procedure: procedureId }
  const create = centre === 'ticketCenter' ? pathTo('companyCreateTicket', { companyId }, { procedureId: procedureId ?? undefined }) : pathTo('companyTriggeredEventCreate', { companyId }, { procedureId: procedureId ?? undefined })
  const handleTab = (next: string) => void navigate(next === 'ticketCenter' ? pathTo('ticketCenter', {}, scope) : pathTo('automationCenter', {}, scope))
  const handleClose = () => void navigate(centre === 'ticketCenter' ? pathTo('ticketCenter', {}, scope) : pathTo('automationCenter', {}, scope))
  return (
    <Page
      title={t('title')} hint={procedureId !== null && <OfProcedure procedureId={procedureId} />}
      actions={(
        <>
          <Button icon={<AppstoreOutlined aria-hidden />} aria-label={t('template.explore')} onClick={() => setIsExploring(true)}>{isPhone ? null : t('template.explore')}</Button>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(create)}>{t('new')}</Button>
        </>
      )}
      filters={(
        <Tabs
          className="centre-tabs" activeKey={centre} onChange={handleTab}
          items={(['automationCenter', 'ticketCenter'] as const).map((key) => ({ key, label: <>{t(`centre.${key}`)} <Badge value={data?.counts[key] ?? 0} /></> }))}
        />
      )}
      panel={openId !== null && <AutomationPanel automationId={openId} tab={state.tab} onTab={(tab) => change({ tab })} onClose={handleClose} />}
    >
      {data === undefined
        ? error === undefined ? <LoadingState /> : <ErrorState failure={error} onRetry={() => void refetch()} />
        : (
            <div className="centre">
              <KindList counts={countsOf(data.rows)} current={state.kind} onChoose={(kind) => change({ kind }, { push: true })} />
              <div className="centre-main">
                {data.rows.length === 0 ? <EmptyCentre procedureId={procedureId} /> : <AutomationViewer automations={data.rows} kind={state.kind} currentId={openId} />}
                <Remaining count={data.count - data.rows.length} />
              </div>
            </div>
          )}
      {isExploring && <TemplatesDialog procedureId={procedureId} onClose={() => setIsExploring(false)} />}
    </Page>
  )
}

/** Says that only one procedure's are shown, and leads to all. */
function OfProcedure({ procedureId }: { procedureId: number }) {
  const { t } = useTranslation('automations')
  const { data } = procedureCalls.useGetProcedureQuery({ params: { id: procedureId } })
  return <>{t('centre.ofProcedure', { procedure: data?.name ?? '…' })} · <Link to={pathTo('automationCenter')}>{t('centre.all')}</Link></>
}
