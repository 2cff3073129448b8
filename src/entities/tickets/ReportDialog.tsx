import { CheckCircleFilled, MobileOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useClientKey } from '#lib/clientKey.ts'
import { pathTo } from '#lib/paths.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { useClaims } from '#entities/session/useSession.ts'
import { PhotoField } from './PhotoField.tsx'
import type { MoreOfTicket } from '#entities/unsent/device.ts'
import { useTicketWork } from '#entities/unsent/useTicketWork.ts'
import { ticketCalls } from './calls.ts'
import {
  emptyReport,
  saveReport,
  reportDraft,
  type About,
  type ReportDraft,
} from './ticketDrafts.ts'
import { useKeptDraft } from './useKeptDraft.ts'
import { useSubmitTicketWork } from './useSubmitTicketWork.ts'
import styles from './tickets.module.css'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useMovableContent } from '#ui/panel/useMovableContent.tsx'

/** Types offered, few enough for a phone. The full ticket form has all types. */
const KINDS = 6

interface Sent {
  title: string
  clientKey: string
  /** Null while the report waits on the device. */
  ticketId: number | null
}

export function ReportDialog({
  about,
  onSent,
  onClose,
}: {
  about: About
  onSent?(): void
  onClose(): void
}) {
  const { t } = useTranslation('tickets')
  const [sent, setSent] = useState<Sent | null>(null)
  const at = about.equipment ?? about.location
  return (
    <Dialog
      open
      title={
        at === undefined ? (
          t('report.verb')
        ) : (
          <span className={styles.dialogTitle}>
            {t('report.verb')}: <bdi>{at.name}</bdi>
          </span>
        )
      }
      footer={null}
      onCancel={onClose}
    >
      {sent === null ? (
        <Report
          about={about}
          onSent={(what) => {
            setSent(what)
            onSent?.()
          }}
        />
      ) : (
        <SentOff sent={sent} onClose={onClose} />
      )}
    </Dialog>
  )
}

function SentOff({
  sent: { title, clientKey, ticketId },
  onClose,
}: {
  sent: Sent
  onClose(): void
}) {
  const { t } = useTranslation(['tickets', 'common'])
  const id = useTicketWork().recorded[clientKey] ?? ticketId
  return (
    <div role="status">
      <EmptyState
        mark={
          id === null ? (
            <MobileOutlined className={styles.waits} aria-hidden />
          ) : (
            <CheckCircleFilled className={styles.recorded} aria-hidden />
          )
        }
        title={t(id === null ? 'report.waits' : 'report.sent')}
        hint={
          id === null ? (
            <>
              <bdi>{title}</bdi>
              <br />
              {t('report.waitsHint')}
            </>
          ) : (
            <Link to={pathTo('tickets', undefined, { id })} onClick={onClose}>
              <bdi>{title}</bdi>
            </Link>
          )
        }
        action={<Button onClick={onClose}>{t('common:close')}</Button>}
      />
    </div>
  )
}

function Report({ about, onSent }: { about: About; onSent(sent: Sent): void }) {
  const { t } = useTranslation(['tickets', 'common'])
  const isPhone = useIsPhone()
  const kinds = ticketCalls.useGetTicketTypesQuery()
  const { draft, change, changePhotos, clear } = useReport(about)
  const sendOff = useSubmitTicketWork()
  const key = useClientKey()
  const [isSending, setIsSending] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const photoField = useMovableContent(
    <Form.Item label={t('photos.title')}>
      <PhotoField photos={draft.photos} onChange={changePhotos} isDisabled={isSending} />
    </Form.Item>,
  )
  if (kinds.data === undefined)
    return kinds.isError ? (
      <ErrorState failure={kinds.error} onRetry={() => void kinds.refetch()} />
    ) : (
      <LoadingState rows={3} />
    )
  const offered = kindsToOffer(kinds.data.rows, draft.ticketTypeId)
  const chosen = offered.find(({ id }) => id === draft.ticketTypeId) ?? offered[0]
  if (chosen === undefined) return <Alert type="info" showIcon title={t('report.noKinds')} />
  // A title is a single line, so line breaks become spaces.
  const title = draft.words.replace(/\s+/g, ' ').trim()

  async function handleSend(ticketTypeId: number): Promise<void> {
    if (title === '') return setIsMissing(true)
    setIsSending(true)
    const { equipmentId, locationId, photos, more } = draft
    const facts = { title, ticketTypeId, equipmentId, locationId, ...(more && { more }) }
    const clientKey = key.keyOf({ ...facts, photos })
    const placeName = (about.equipment ?? about.location)?.name ?? null
    const answer = await sendOff({
      title,
      work: { kind: 'report', ...facts, placeName },
      photos,
      clientKey,
    })
    setIsSending(false)
    setHasFailed(answer.kind === 'refused')
    if (answer.kind === 'refused') return
    key.done()
    clear()
    onSent({ title, clientKey, ticketId: answer.kind === 'recorded' ? answer.id : null })
  }
  return (
    <Form layout="vertical" onFinish={() => void handleSend(chosen.id)} className={styles.report}>
      {isPhone && photoField.place}
      <Form.Item
        label={t('report.what')}
        required
        htmlFor="report-what"
        {...(isMissing && title === ''
          ? { validateStatus: 'error' as const, help: t('common:required') }
          : {})}
      >
        <Input.TextArea
          id="report-what"
          dir="auto"
          // On a phone the keyboard would cover the camera button.
          autoFocus={!isPhone}
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={200}
          readOnly={isSending}
          value={draft.words}
          onChange={({ target }) => change({ words: target.value })}
        />
      </Form.Item>
      <Form.Item label={t('report.kind')}>
        <Radio.Group
          aria-label={t('report.kind')}
          className={styles.kinds}
          optionType="button"
          value={chosen.id}
          onChange={({ target }: { target: { value?: unknown } }) =>
            change({ ticketTypeId: typeof target.value === 'number' ? target.value : null })
          }
          options={offered.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
        />
      </Form.Item>
      {!isPhone && photoField.place}
      {about.equipment === undefined && about.location === undefined && (
        <>
          <Form.Item label={t('equipment')}>
            <EquipmentPicker
              label={t('equipment')}
              value={draft.equipmentId}
              onChange={(equipmentId: number | null) => change({ equipmentId })}
            />
          </Form.Item>
          <Form.Item label={t('location')}>
            <LocationTreePicker
              label={t('location')}
              value={draft.locationId}
              onChange={(locationId: number | null) => change({ locationId })}
            />
          </Form.Item>
        </>
      )}
      {draft.more !== undefined && <Description of={draft.more} onChange={change} />}
      {hasFailed && <Alert type="warning" showIcon role="alert" title={t('report.kept')} />}
      <Button block size="large" type="primary" htmlType="submit" loading={isSending}>
        {t('report.send')}
      </Button>
      {photoField.held}
    </Form>
  )
}

function Description({
  of: more,
  onChange,
}: {
  of: MoreOfTicket
  onChange(part: Partial<ReportDraft>): void
}) {
  const { t } = useTranslation('tickets')
  return (
    <Form.Item label={t('description')} htmlFor="report-description">
      <Input.TextArea
        id="report-description"
        dir="auto"
        autoSize={{ minRows: 2, maxRows: 10 }}
        maxLength={10_000}
        value={more.description ?? ''}
        onChange={({ target }) =>
          onChange({ more: { ...more, description: target.value === '' ? null : target.value } })
        }
      />
    </Form.Item>
  )
}

/** The most used types, and the chosen type, which may come from the full form. */
function kindsToOffer<Kind extends { id: number; usedBy: number }>(
  all: readonly Kind[],
  chosenId: number | null,
): Kind[] {
  const byUse = all.toSorted((a, b) => b.usedBy - a.usedBy)
  return byUse.filter(({ id }, place) => place < KINDS || id === chosenId)
}

function useReport(about: About) {
  const claims = useClaims()
  const owner = { companyId: claims?.companyId ?? 0, userId: claims?.userId ?? 0 }
  const [draft, change] = useKeptDraft(
    () => reportDraft(owner, about),
    (next) => saveReport(owner, about, next),
  )
  return {
    draft,
    change: (part: Partial<ReportDraft>) => change((before) => ({ ...before, ...part })),
    changePhotos: (step: (photos: ReportDraft['photos']) => ReportDraft['photos']) =>
      change((before) => ({ ...before, photos: step(before.photos) })),
    clear: () => change(() => emptyReport(about)),
  }
}
