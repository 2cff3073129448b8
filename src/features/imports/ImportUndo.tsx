import { UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ImportJob } from '#contract/imports.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { useLazyGetImportUndoQuery, useUndoImportMutation } from './calls.ts'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import styles from './imports.module.css'

export function UndoButton({ job }: { job: ImportJob }) {
  const { t } = useTranslation('imports')
  const confirm = useConfirm()
  const [ask, asking] = useLazyGetImportUndoQuery()
  const [undo, undoing] = useUndoImportMutation()
  if (job.undoable === 0) return null
  async function handleUndo(): Promise<void> {
    const { data } = await ask({ params: { id: job.id } })
    if (data === undefined) return
    const yes = await confirm({
      title: t('undoTitle', { name: job.fileName }),
      hint: <WhatWouldGo {...data} />,
      okText: t('undo'),
      danger: true,
    })
    if (yes) await undo({ params: { id: job.id } })
  }
  return (
    <Button
      icon={<UndoOutlined aria-hidden />}
      loading={asking.isFetching || undoing.isLoading}
      onClick={() => void handleUndo()}
    >
      {t(job.status === 'undoStopped' ? 'undoOn' : 'undo')}
    </Button>
  )
}

function WhatWouldGo(all: { removed: number; restored: number; touched: number }) {
  const { t } = useTranslation('imports')
  return (
    <>
      <p>{t('undoIfFree')}</p>
      <ul className={styles.undoList}>
        {(['removed', 'restored', 'touched'] as const)
          .filter((part) => all[part] > 0)
          .map((part) => (
            <li key={part}>{t(`undo_${part}`, { count: all[part] })}</li>
          ))}
      </ul>
      <p className="quiet">{t('undoWordsStay')}</p>
    </>
  )
}

export function UndoLeft({ job }: { job: ImportJob }) {
  const { t } = useTranslation('imports')
  if (job.undoFaults.length === 0) return null
  return (
    <Section title={t('undoLeft')}>
      <p className="quiet">{t('undoLeftHint')}</p>
      <ScrollRegion className={styles.importTable} label={t('undoLeft')}>
        <table className="table" aria-label={t('undoLeft')}>
          <thead>
            <tr>
              <th scope="col">{t('undoWhat')}</th>
              <th scope="col">{t('undoBecame')}</th>
              <th scope="col">{t('faultReason')}</th>
            </tr>
          </thead>
          <tbody>
            {job.undoFaults.map((left, place) => (
              <tr key={place}>
                <td>
                  <bdi dir="auto">{left.name}</bdi>
                </td>
                <td>{t(left.action === 'create' ? 'didCreate' : 'didUpdate')}</td>
                <td>{t(`undoReason_${left.reason}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Remaining count={job.undoLeft - job.undoFaults.length} />
    </Section>
  )
}
