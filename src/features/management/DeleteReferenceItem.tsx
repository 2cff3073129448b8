/**
 * Deletes a reference item: shows its uses first, then deletes it or replaces it everywhere with
 * another item.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiFailure } from '#api/http.ts'
import { DeleteButton, DeleteDialog } from '#ui/dialog/DeleteDialog.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { Unseen, UseList } from './ReferenceItemUses.tsx'
import type { ReferenceList, ReferenceItem } from './referenceLists.ts'
import styles from './management.module.css'

const SHOWN = 8

interface Props {
  referenceList: ReferenceList
  row: ReferenceItem
  onDeleted(): void
}

export const DeleteReferenceItem = (props: Props) => (
  <DeleteButton>{(close) => <Dialog {...props} onClose={close} />}</DeleteButton>
)

function Dialog({ referenceList, row, onClose, onDeleted }: Props & { onClose(): void }) {
  const { t } = useTranslation('management')
  const uses = referenceList.useUses({
    params: { id: row.id },
    body: { limit: SHOWN, offset: 0 },
  })
  const { data } = uses
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
      if (!isApiFailure(error)) throw error
    }
  }
  return (
    <DeleteDialog
      name={row.name}
      {...(by !== null && { okText: t('replaceAndDelete') })}
      isBusy={isBusy}
      isHeld={isHeld && by === null}
      uses={uses}
      onDelete={carryOut}
      onClose={onClose}
    >
      {data !== undefined && (
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
    </DeleteDialog>
  )
}
