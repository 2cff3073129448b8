import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorPlan } from '#contract/venue/venuePlans.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag, Remaining } from '#ui/page/marks.tsx'
import { PendingState } from '#ui/feedback/states.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { planCalls } from './calls.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

const A_PAGE = 20

export function VersionsDialog({
  floorId,
  version,
  isDirty,
  onRestored,
  onClose,
}: {
  floorId: number
  version: number
  isDirty: boolean
  onRestored(floor: FloorPlan): void
  onClose(): void
}) {
  const { t } = useTranslation(['plans', 'common'])
  const format = useFormat()
  const confirm = useConfirm()
  const [limit, setLimit] = useState(A_PAGE)
  const { data, error, refetch } = planCalls.useListFloorVersionsQuery({
    params: { id: floorId },
    body: { limit },
  })
  const [restore, { isLoading }] = planCalls.useRestoreFloorVersionMutation()
  async function handleRestore(id: number, number: number): Promise<void> {
    const isSure = await confirm({
      title: t('restoreTitle', { number }),
      hint: isDirty ? t('restoreHintDirty') : t('restoreHint'),
      okText: t('restore'),
    })
    if (!isSure) return
    const answer = await restore({ params: { id: floorId, versionId: id }, body: { version } })
    if (answer.data !== undefined) onRestored(answer.data)
  }
  return (
    <Dialog open title={t('versions')} width={720} footer={null} onCancel={onClose}>
      <p className="quiet">{t('versionsHint')}</p>
      {data === undefined ? (
        <PendingState failure={error} onRetry={() => void refetch()} rows={4} />
      ) : (
        <table className="table" aria-label={t('versions')}>
          <thead>
            <tr>
              <th scope="col">{t('version')}</th>
              <th scope="col">{t('versionAt')}</th>
              <th scope="col">{t('versionBy')}</th>
              <th scope="col">{t('versionHow')}</th>
              <th scope="col" className="end">
                {t('versionRooms')}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t('restore')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">{row.number}</th>
                <td>{format.dateTime(row.at)}</td>
                <td>{row.by === null ? '—' : <bdi>{row.by}</bdi>}</td>
                <td>
                  {row.restoredFrom === null
                    ? t(`how.${row.how}`)
                    : t('how.restoredFrom', { number: row.restoredFrom })}
                </td>
                <td className="end">{format.number(row.rooms)}</td>
                <td>
                  {row.isCurrent ? (
                    <ColourTag soft colour="green">
                      {t('versionNow')}
                    </ColourTag>
                  ) : (
                    <Button
                      size="small"
                      loading={isLoading}
                      aria-label={t('restoreNumber', { number: row.number })}
                      onClick={() => void handleRestore(row.id, row.number)}
                    >
                      {t('restore')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data !== undefined && data.count > data.rows.length && (
        <p>
          <Remaining count={data.count - data.rows.length} />{' '}
          <Button size="small" onClick={() => setLimit((now) => Math.min(100, now + A_PAGE))}>
            {t('showMore')}
          </Button>
        </p>
      )}
    </Dialog>
  )
}
