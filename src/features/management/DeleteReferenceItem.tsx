/**
 * Removing a reference list: first what would break, then without it, or with another in its place
 * everywhere.
 */
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiFailure } from '../../api/http.ts'
import { Remaining } from '../../ui/marks.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { Unseen, UseList } from './ReferenceItemUses.tsx'
import type { ReferenceList, ReferenceItem } from './referenceLists.ts'
import styles from './management.module.css'

const SHOWN = 8

export function DeleteReferenceItem({
  referenceList,
  row,
  onDeleted,
}: {
  referenceList: ReferenceList
  row: ReferenceItem
  onDeleted(): void
}) {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        danger
        type="text"
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {t('delete')}
      </Button>
      {isOpen && (
        <DeleteDialog
          referenceList={referenceList}
          row={row}
          onClose={() => setIsOpen(false)}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}

function DeleteDialog({
  referenceList,
  row,
  onClose,
  onDeleted,
}: {
  referenceList: ReferenceList
  row: ReferenceItem
  onClose(): void
  onDeleted(): void
}) {
  const { t } = useTranslation(['management', 'common'])
  const { data, error, refetch } = referenceList.useUses({
    params: { id: row.id },
    body: { limit: SHOWN, offset: 0 },
  })
  const hasOthers =
    (referenceList.useList({ body: { limit: 1, sort: 'name' } }).data?.count ?? 0) > 1
  const [remove] = referenceList.useRemove()
  const [replace] = referenceList.useReplace()
  const [by, setBy] = useState<number | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const isHeld = row.usedBy > 0

  async function carryOut(): Promise<void> {
    setIsBusy(true)
    try {
      await (
        by === null
          ? remove({ params: { id: row.id } })
          : replace({ params: { id: row.id }, body: { by } })
      ).unwrap()
      onClose()
      onDeleted()
    } catch (error) {
      setIsBusy(false)
      if (!isApiFailure(error)) throw error // the refusal is in the toast
    }
  }
  return (
    <Modal
      open
      title={t('common:confirmDelete', { name: row.name })}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="delete"
          danger
          type="primary"
          disabled={data === undefined || (isHeld && by === null)}
          loading={isBusy}
          onClick={() => void carryOut()}
        >
          {by === null ? t('common:delete') : t('replaceAndDelete')}
        </Button>,
      ]}
    >
      {data === undefined ? (
        isApiFailure(error) ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={3} />
        )
      ) : (
        <>
          <p>
            {data.count === 0
              ? t('deleteUnused')
              : isHeld
                ? t('deleteHeld', { count: row.usedBy })
                : t('deleteLoses')}
          </p>
          {data.count > 0 && (
            <>
              <UseList uses={data.rows} />
              <Remaining count={data.count - data.hidden - data.rows.length} />
              <Unseen count={data.hidden} />
            </>
          )}
          {data.count > 0 && hasOthers && (
            <div className={styles.replace}>
              <span>{t('replaceBy')}</span>
              <referenceList.Picker
                label={t('replaceByHint')}
                taken={[row.id]}
                value={by}
                onChange={setBy}
              />
            </div>
          )}
        </>
      )}
    </Modal>
  )
}
