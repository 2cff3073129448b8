/** Where a noun is used: what keeps it first, then what would be without it. Each opens. */
import { useState } from 'react'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { NounUse } from '#contract/nouns'
import { pathTo } from '../../app/paths.ts'
import { ColourTag } from '../../ui/marks.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { isApiFailure } from '../../api/http.ts'
import type { Noun } from './nouns.ts'

const STEP = 30

const addressOf: Record<NounUse['kind'], (id: number) => string> = {
  equipment: (id) => pathTo('equipment', undefined, { id }), location: (id) => pathTo('locations', undefined, { id }), procedure: (procedureId) => pathTo('procedure', { procedureId }),
  ticket: (ticketId) => pathTo('ticket', { ticketId }), user: (id) => pathTo('users', undefined, { id }), automation: (automationId) => pathTo('automation', { automationId }), company: () => pathTo('companySettings'),
  assignRule: (id) => pathTo('managementNoun', { noun: 'ticket-assign-rules' }, { id }), metadataField: (id) => pathTo('managementNoun', { noun: 'metadata-fields' }, { id }), progressMap: (id) => pathTo('managementNoun', { noun: 'progress-maps' }, { id }), rrule: (ruleId) => pathTo('schedule', { ruleId }),
  dashboardItem: (dashboardItemId) => pathTo('dashboardItem', { dashboardItemId }), dynamicDashboard: (dynamicDashboardId) => pathTo('dynamicDashboard', { dynamicDashboardId }),
  gateway: (id) => pathTo('gateways', undefined, { id }),
}

export function NounUses({ noun, id }: { noun: Noun; id: number }) {
  const { t } = useTranslation(['management', 'common'])
  const [limit, setLimit] = useState(STEP)
  const { data, error, isFetching, refetch } = noun.useUses({ params: { id }, body: { limit, offset: 0 } })
  if (data === undefined) return isApiFailure(error) ? <ErrorState failure={error} onRetry={() => void refetch()} /> : <LoadingState />
  if (data.count === 0) return <EmptyState title={t('usesNone')} hint={t('usesNoneHint')} />
  return (
    <>
      <UseList uses={data.rows} />
      {data.count > data.rows.length && limit < 500 && <Button type="link" loading={isFetching} onClick={() => setLimit(Math.min(500, limit * 2))}>{t('common:loadMore')}</Button>}
    </>
  )
}

export function UseList({ uses }: { uses: readonly NounUse[] }) {
  const { t } = useTranslation('management')
  return (
    <ul className="uses">
      {uses.map((use) => (
        <li key={`${use.kind}-${use.id}`}>
          <span className="quiet">{t(`use_${use.kind}`)}</span>
          <Link to={addressOf[use.kind](use.id)}><bdi>{use.name}</bdi></Link>
          {!use.holds && <ColourTag colour="orange">{t(use.kind === 'automation' ? 'usesReview' : 'usesLoses')}</ColourTag>}
        </li>
      ))}
    </ul>
  )
}
