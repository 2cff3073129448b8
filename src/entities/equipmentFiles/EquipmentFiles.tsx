import {
  DeleteOutlined,
  EditOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  LinkOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EquipmentFileRow } from '#contract/equipment/equipmentFiles.ts'
import { files } from '#contract/files.ts'
import { fetchBlob } from '#api/files.ts'
import { useFormat } from '#lib/format.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { When } from '#ui/page/marks.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { useDownload } from '#ui/list/useDownload.ts'
import { useMay } from '#entities/session/useSession.ts'
import { equipmentFileCalls } from './calls.ts'
import { FileForm } from './FileForm.tsx'
import { FileViewer, isShownInPage } from './FileViewer.tsx'
import { useUploads } from './useUploads.ts'
import styles from './equipmentFiles.module.css'

const STEP = 20

const first = (equipmentId: number, limit = STEP) =>
  ({ body: { equipmentId, limit, sort: '-createdAt' } }) as const

/** Number of files, for a heading. Shares the list's query. */
export const useFileCount = (equipmentId: number): number | undefined =>
  equipmentFileCalls.useListEquipmentFilesQuery(first(equipmentId)).data?.count

export function EquipmentFiles({ equipmentId }: { equipmentId: number }) {
  const { t } = useTranslation(['related', 'common'])
  const mayEdit = useMay('editor|equipment')
  const [limit, setLimit] = useState(STEP)
  const [edited, setEdited] = useState<EquipmentFileRow | 'link' | null>(null)
  const query = equipmentFileCalls.useListEquipmentFilesQuery(first(equipmentId, limit))
  const data = answerToShow(query)
  if (data === undefined)
    return query.error === undefined ? (
      <LoadingState rows={2} />
    ) : (
      <ErrorState failure={query.error} onRetry={() => void query.refetch()} />
    )
  return (
    <div className={styles.files}>
      {data.rows.length === 0 && <p className="quiet">{t(mayEdit ? 'noFilesHint' : 'noFiles')}</p>}
      {data.rows.length > 0 && (
        <ul className={styles.list}>
          {data.rows.map((row) => (
            <Line key={row.id} row={row} {...(mayEdit ? { onEdit: () => setEdited(row) } : {})} />
          ))}
        </ul>
      )}
      {data.count > data.rows.length && limit < 500 && (
        <Button
          type="link"
          loading={query.isFetching}
          onClick={() => setLimit(Math.min(500, limit * 3))}
        >
          {t('common:loadMore')}
        </Button>
      )}
      {mayEdit && <Adding equipmentId={equipmentId} onLink={() => setEdited('link')} />}
      {edited !== null && (
        <FileForm
          equipmentId={equipmentId}
          {...(edited === 'link' ? {} : { row: edited })}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

function Adding({ equipmentId, onLink }: { equipmentId: number; onLink(): void }) {
  const { t } = useTranslation('related')
  const picker = useRef<HTMLInputElement>(null)
  const { going, add, dismiss } = useUploads(equipmentId)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('upload')}
        onChange={(event) => {
          void add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      {going.length > 0 && (
        <ul className={styles.list}>
          {going.map((one) => (
            <li key={one.key} className={styles.going}>
              <bdi>{one.name}</bdi>
              {one.fault === null ? (
                <Progress percent={one.percent} size="small" aria-label={one.name} />
              ) : (
                <span role="alert" className={styles.fault}>
                  {one.fault}{' '}
                  <Button size="small" type="text" onClick={() => dismiss(one.key)}>
                    {t('dismiss')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button icon={<UploadOutlined aria-hidden />} onClick={() => picker.current?.click()}>
          {t('upload')}
        </Button>
        <Button icon={<LinkOutlined aria-hidden />} onClick={onLink}>
          {t('addLink')}
        </Button>
      </div>
    </>
  )
}

function Line({ row, onEdit }: { row: EquipmentFileRow; onEdit?(): void }) {
  const { t } = useTranslation(['related', 'common'])
  const format = useFormat()
  return (
    <li className={styles.line}>
      <Mark row={row} />
      <span className={styles.words}>
        <Opening row={row} />
        <span className="quiet">
          {t(`kind.${row.kind}`)}
          {' · '}
          {row.file === null ? <bdi dir="ltr">{hostOf(row.url)}</bdi> : format.bytes(row.file.size)}
          {' · '}
          <bdi>{row.addedBy.name}</bdi>, <When at={row.createdAt} as="date" />
        </span>
      </span>
      {onEdit !== undefined && (
        <span className={styles.lineActions}>
          <Button
            type="text"
            icon={<EditOutlined aria-hidden />}
            aria-label={t('editOf', { name: row.name })}
            title={t('editOf', { name: row.name })}
            onClick={onEdit}
          />
          <Remove row={row} />
        </span>
      )}
    </li>
  )
}

function Mark({ row: { file } }: { row: EquipmentFileRow }) {
  if (file === null) return <LinkOutlined aria-hidden className={styles.mark} />
  if (file.mime === 'application/pdf')
    return <FilePdfOutlined aria-hidden className={styles.mark} />
  if (file.mime.startsWith('image/'))
    return <FileImageOutlined aria-hidden className={styles.mark} />
  return <FileOutlined aria-hidden className={styles.mark} />
}

function Opening({ row: { name, file, url } }: { row: EquipmentFileRow }) {
  const [isOpen, setIsOpen] = useState(false)
  const { isBusy, save } = useDownload()
  if (file === null)
    return (
      <a href={url ?? undefined} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{name}</bdi>
      </a>
    )
  const handleOpen = () =>
    isShownInPage(file)
      ? setIsOpen(true)
      : void save(file.name, () => fetchBlob(files.getFile, { params: { id: file.id } }))
  return (
    <>
      <Button type="link" className={styles.open ?? ''} loading={isBusy} onClick={handleOpen}>
        <bdi>{name}</bdi>
      </Button>
      {isOpen && <FileViewer name={name} file={file} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function Remove({ row }: { row: EquipmentFileRow }) {
  const { t } = useTranslation('related')
  const [remove, { isLoading }] = equipmentFileCalls.useRemoveEquipmentFileMutation()
  const [restore] = equipmentFileCalls.useRestoreEquipmentFileMutation()
  const tell = useUndoableToast()
  async function handleRemove(): Promise<void> {
    const params = { id: row.id }
    const { data } = await remove({ params })
    if (data !== undefined)
      tell({ level: 'success', message: t('removed', { name: row.name }) }, () => {
        void restore({ params })
      })
  }
  return (
    <Button
      type="text"
      danger
      icon={<DeleteOutlined aria-hidden />}
      aria-label={t('removeOf', { name: row.name })}
      title={t('removeOf', { name: row.name })}
      loading={isLoading}
      onClick={() => void handleRemove()}
    />
  )
}

const hostOf = (url: string | null): string =>
  url !== null && URL.canParse(url) ? new URL(url).host : ''
