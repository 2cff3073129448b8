import { HistoryOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '../../../app/paths.ts'
import { procedureLogCalls } from '../../../entities/procedureLogs/calls.ts'
import { useFormat } from '../../../lib/format.tsx'
import type { SentenceDraft } from './sentenceDraft.ts'

const days = 30

/** How often the sentence would have held lately. Said only for what the server can count: any score, or less than one. */
export function Backtest({ draft, procedureId }: { draft: SentenceDraft; procedureId: number }) {
  const { t } = useTranslation('automations')
  const format = useFormat()
  // Once a screen: a moving end would ask again at every render.
  const [range] = useState(lastDays)
  const canCount = draft.score === null || draft.score.operator === 'lessThan'
  const below = draft.score === null ? {} : { scoreBelow: draft.score.value }
  const total = procedureLogCalls.useListProcedureLogsQuery({ body: { filter: { procedureIds: [procedureId] }, ...range, limit: 1 } })
  const matched = procedureLogCalls.useListProcedureLogsQuery(
    { body: { filter: { ...withoutEmpty(draft.objects), procedureIds: [procedureId] }, ...range, ...below, limit: 1 } }, { skip: !canCount },
  )
  if (!canCount || total.data === undefined || matched.data === undefined || total.data.count === 0) return null
  const search = { procedures: procedureId, ...(draft.score === null ? {} : { below: draft.score.value }) }
  return (
    <p className="backtest" role="status">
      <HistoryOutlined aria-hidden className="turns" /> {t('backtest.would', { matched: format.number(matched.data.count), total: format.number(total.data.count) })}{' '}
      {matched.data.count > 0 && <Link to={pathTo('procedureLogs', {}, search)}>{t('backtest.see')}</Link>}
    </p>
  )
}

function lastDays() {
  const now = Date.now()
  return { from: new Date(now - days * 86_400_000).toISOString(), to: new Date(now).toISOString() }
}

function withoutEmpty(objects: SentenceDraft['objects']): Record<string, number[]> {
  return Object.fromEntries(Object.entries(objects).flatMap(([key, ids]) => (ids === undefined || ids.length === 0 ? [] : [[key, ids]])))
}
