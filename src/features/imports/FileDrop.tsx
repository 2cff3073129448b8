import { ImportOutlined } from '@ant-design/icons'
import { useId, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useDispatch } from 'react-redux'
import { IMPORT_MAXIMUM, imports, type importKinds } from '#contract/imports.ts'
import { api } from '#api/api.ts'
import { upload } from '#api/files.ts'
import { isApiFailure } from '#api/http.ts'
import { statusText } from '#api/notices.ts'
import { cacheTag } from '#api/fromContract.ts'
import { ProgressJob } from '#ui/feedback/ProgressJob.tsx'
import { Template } from './Template.tsx'
import styles from './imports.module.css'

const fileFaults = [
  'tooManyRows',
  'noHeading',
  'noRows',
  'tooManyColumns',
  'unclosedQuote',
  'unreadable',
  'badEncoding',
  'tooLarge',
  'unpacksTooLarge',
  'sheetTooLarge',
  'oldExcel',
  'isJson',
  'isPdf',
  'isWebArchive',
  'noTable',
  'tooMuchWork',
] as const

type Kind = (typeof importKinds)[number]

/** Uploads a chosen or dropped file; only creates the job. */
export function FileDrop({ kind, onMade }: { kind: Kind; onMade(id: number): void }) {
  const { t } = useTranslation(['imports', 'notices'])
  const id = useId()
  const dispatch = useDispatch()
  const [isOver, setIsOver] = useState(false)
  const [sending, setSending] = useState<{ name: string; loaded: number; total: number } | null>(
    null,
  )
  const [fault, setFault] = useState<{ name: string; words: string } | null>(null)

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return
    setFault(null)
    const refuse = (words: string): void => setFault({ name: file.name, words })
    if (file.size > IMPORT_MAXIMUM) return refuse(t('tooLarge'))
    setSending({ name: file.name, loaded: 0, total: file.size })
    try {
      const job = await upload(imports.uploadImport, { kind }, file, (loaded, total) =>
        setSending({ name: file.name, loaded, total: total ?? file.size }),
      )
      dispatch(api.util.invalidateTags([cacheTag('Import')]))
      onMade(job.id)
    } catch (error) {
      refuse(t('uploadFailed', { reason: reasonOf(error) }))
    } finally {
      setSending(null)
    }
  }
  function reasonOf(error: unknown): string {
    const code = isApiFailure(error)
      ? fileFaults.find((one) => error.errors.some((each) => each.code === one))
      : undefined
    if (code !== undefined) return t(`refused_${code}`)
    return (isApiFailure(error) ? statusText(error) : null) ?? t('notices:checkConnection')
  }
  function handleDrop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <div
      className={isOver ? `${styles.drop} ${styles.dropOver}` : styles.drop}
      onDrop={handleDrop}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
    >
      {sending === null ? (
        <label htmlFor={id} className={styles.dropLabel}>
          <ImportOutlined className={styles.dropMark} aria-hidden="true" />
          <strong>{t(`drop_${kind}`)}</strong>
          <span className="quiet">{t('dropHint')}</span>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,.xls,.htm,.html,.xml,text/csv"
            className="visually-hidden"
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
      ) : (
        <ProgressJob
          label={t('uploading', { name: sending.name })}
          done={sending.loaded}
          total={sending.total}
        />
      )}
      {sending === null && (
        <div className={styles.dropTemplate}>
          <Template kind={kind} />
        </div>
      )}
      {fault !== null && (
        <p className={styles.dropFault} role="alert">
          <bdi>{fault.name}</bdi> — <span>{fault.words}</span>
        </p>
      )}
    </div>
  )
}
