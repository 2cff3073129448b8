import { UploadOutlined } from '@ant-design/icons'
import { Alert, Segmented, Select } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { files } from '#contract/files.ts'
import { isApiFailure } from '#api/http.ts'
import { failureNotice } from '#api/notices.ts'
import { fetchBlob, upload } from '#api/files.ts'
import { LoadingState } from '#ui/feedback/states.tsx'
import type { Frame } from './drawing/frame.ts'
import type { Plan, PlanPicture } from './drawing/plan.ts'
import type { Surrounding } from './surroundings.ts'
import type { Aligned } from './alignment.ts'
import { AlignByLength, AlignByPoints } from './AlignPicture.tsx'
import { PICTURE_PIXELS } from '#contract/rules/pictureSize.ts'
import { MAX_PROPORTION, MIN_SIDE } from './pixels.ts'
import {
  faultOfFile,
  newPicture,
  PICTURE_KINDS,
  shownPicture,
  Unreadable,
  type PictureFault,
  type ShownPicture,
} from './readPicture.ts'
import styles from './plans.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'

interface Source {
  blob: Blob
  name: string
  /** Null until the picture is stored. */
  fileId: number | null
}
interface Props {
  plan: Plan
  frame: Frame
  mayTurn: boolean
  surroundings: readonly Surrounding[]
  onAlign(picture: PlanPicture, frame: Frame): void
  onClose(): void
}
const ways = ['length', 'points'] as const
const bounds: Partial<Record<PictureFault, number>> = {
  tooManyPixels: PICTURE_PIXELS / 1e6,
  tooSmall: MIN_SIDE,
  tooLong: MAX_PROPORTION,
}

export function PictureDialog({ plan, frame, mayTurn, surroundings, onAlign, onClose }: Props) {
  const { t } = useTranslation(['plans', 'common'])
  const pageId = useId()
  const [source, setSource] = useState<Source | null>(null)
  const [page, setPage] = useState(plan.picture?.page ?? 1)
  const [shown, setShown] = useState<ShownPicture | null>(null)
  const [fault, setFault] = useState<PictureFault | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const hasChosen = useRef(false)
  const [isReading, setIsReading] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [way, setWay] = useState<(typeof ways)[number]>('length')
  const [aligned, setAligned] = useState<Aligned | null>(null)
  const before = plan.picture
  useEffect(() => {
    if (before === null) return
    let left = false
    void fetchBlob(files.getFile, { params: { id: before.fileId } }).then(
      (blob) => {
        if (!left && !hasChosen.current)
          setSource({ blob, name: before.name, fileId: before.fileId })
      },
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [before])
  useEffect(() => {
    setShown(null)
    setAligned(null)
    setIsReading(source !== null)
    if (source === null) return
    let [left, address] = [false, null as string | null]
    const read = source.fileId === null ? newPicture : shownPicture
    read(source.blob, page)
      .then(
        (ready) => {
          if (left) return URL.revokeObjectURL(ready.address)
          address = ready.address
          setShown(ready)
          setFault(null)
        },
        (error: unknown) => {
          if (!left) setFault(error instanceof Unreadable ? error.fault : 'unreadable')
        },
      )
      .finally(() => {
        if (!left) setIsReading(false)
      })
    return () => {
      left = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [source, page])

  function handleFile(file: File | undefined): void {
    if (file === undefined) return
    hasChosen.current = true
    const wrong = faultOfFile(file)
    setFault(wrong)
    setRefusal(null)
    setRefused(wrong === null ? null : file.name)
    setPage(1)
    // The error concerns the new file, so the former one is dropped.
    if (wrong !== null) return setSource(null)
    setSource({ blob: file, name: file.name, fileId: null })
  }
  async function handleAlign(): Promise<void> {
    if (source === null || shown === null || aligned === null) return
    setIsSending(true)
    try {
      const mime = source.blob.type
      const fileId =
        source.fileId ??
        (await upload(files.uploadFile, {}, new File([source.blob], source.name, { type: mime })))
          .id
      const { width, height } = shown
      const { from, to } = aligned
      onAlign({ fileId, name: source.name, mime, page, width, height, from, to }, aligned.frame)
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setRefusal(failureNotice(error, {})?.message ?? t('sendFailed'))
    } finally {
      setIsSending(false)
    }
  }
  const chosen = source?.name ?? refused ?? undefined
  return (
    <Dialog
      open
      isDirty={aligned !== null || (source !== null && source.fileId === null)}
      title={t('layPicture')}
      width={1080}
      onCancel={onClose}
      okText={t('layDo')}
      okButtonProps={{ disabled: aligned === null, loading: isSending }}
      onOk={() => void handleAlign()}
    >
      <div className={styles.choose}>
        <label className={styles.chooseFile}>
          <UploadOutlined aria-hidden />
          <span>{chosen === undefined ? t('chooseFile') : t('chooseOther')}</span>
          <input
            type="file"
            aria-label={t('chooseFile')}
            accept={PICTURE_KINDS.join()}
            onChange={(event) => {
              handleFile(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        {chosen !== undefined && <bdi className={styles.fileName}>{chosen}</bdi>}
        {shown !== null && shown.pages > 1 && (
          <span className={styles.page}>
            <label htmlFor={pageId}>{t('page')}</label>
            <Select
              id={pageId}
              value={page}
              onChange={setPage}
              options={Array.from({ length: shown.pages }, (_, index) => ({
                value: index + 1,
                label: String(index + 1),
              }))}
            />
          </span>
        )}
      </div>
      {source === null && fault === null && <p className="quiet">{t('chooseHint')}</p>}
      {fault !== null && (
        <Alert type="error" showIcon title={t(`pictureFault.${fault}`, { n: bounds[fault] })} />
      )}
      {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      {isReading && <LoadingState rows={4} />}
      {shown !== null && (
        <>
          <Segmented
            aria-label={t('layHow')}
            value={way}
            onChange={(next) => {
              setWay(next)
              setAligned(null)
            }}
            options={ways.map((one) => ({ value: one, label: t(`lay.${one}`) }))}
          />
          {way === 'length' ? (
            <AlignByLength key={shown.address} {...{ shown, plan, frame, onAligned: setAligned }} />
          ) : (
            <AlignByPoints
              key={shown.address}
              {...{ shown, plan, frame, mayTurn, surroundings, onAligned: setAligned }}
            />
          )}
        </>
      )}
    </Dialog>
  )
}
