import { WarningOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Radio, Result } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Output } from '#contract/endpoint'
import type { tickets } from '#contract/tickets'
import { pathTo } from '../../lib/paths.ts'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { LocationTreePicker } from '../pickers/LocationTreePicker.tsx'
import { EquipmentPicker } from '../pickers/pickers.tsx'
import { ticketCalls } from './calls.ts'
import styles from './tickets.module.css'

type Ticket = Output<typeof tickets.openTicket>

/** What it is about: one of them, or neither, and then the dialog asks. */
interface About {
  equipment?: { id: number; name: string }
  location?: { id: number; name: string }
}

/** As many kinds as a thumb chooses from; the tickets' own form has all. */
const KINDS = 6

/**
 * Says that something is wrong with a thing or in a place: a press opens it, a sentence, a press
 * sends it. The kind used most is chosen already. What was written outlives the dialog's closing,
 * as long as the thing stays open.
 */
export function ReportProblem({ equipment, location }: About) {
  const { t } = useTranslation(['tickets', 'common'])
  const [isOpen, setIsOpen] = useState(false)
  const [sent, setSent] = useState<Ticket | null>(null)
  const [words, setWords] = useState('')
  const handleClose = () => {
    setIsOpen(false)
    setSent(null)
  }
  const handleSent = (ticket: Ticket) => {
    setWords('')
    setSent(ticket)
  }
  const about = equipment ?? location
  return (
    <>
      <Button type="primary" icon={<WarningOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('report.verb')}
      </Button>
      <Modal
        open={isOpen}
        title={
          about === undefined ? (
            t('report.verb')
          ) : (
            <>
              {t('report.verb')}: <bdi>{about.name}</bdi>
            </>
          )
        }
        footer={null}
        onCancel={handleClose}
        destroyOnHidden
      >
        {sent === null ? (
          <Report
            equipment={equipment}
            location={location}
            words={words}
            onWords={setWords}
            onSent={handleSent}
          />
        ) : (
          <Sent ticket={sent} onClose={handleClose} />
        )}
      </Modal>
    </>
  )
}

function Sent({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const { t } = useTranslation(['tickets', 'common'])
  return (
    <div role="status">
      <Result
        status="success"
        title={t('report.sent')}
        subTitle={
          <Link to={pathTo('tickets', undefined, { id: ticket.id })} onClick={onClose}>
            <bdi>{ticket.title}</bdi>
          </Link>
        }
        extra={<Button onClick={onClose}>{t('common:close')}</Button>}
      />
    </div>
  )
}

interface ReportProps {
  equipment: About['equipment'] | undefined
  location: About['location'] | undefined
  words: string
  onWords(words: string): void
  onSent(ticket: Ticket): void
}

function Report({ equipment, location, words, onWords, onSent }: ReportProps) {
  const { t } = useTranslation(['tickets', 'common'])
  const kinds = ticketCalls.useGetTicketTypesQuery()
  const [send, { isLoading, error }] = ticketCalls.useOpenTicketMutation()
  const [chosen, setChosen] = useState<number | null>(null)
  const [equipmentId, setEquipmentId] = useState<number | null>(equipment?.id ?? null)
  const [locationId, setLocationId] = useState<number | null>(location?.id ?? null)
  const [isMissing, setIsMissing] = useState(false)
  if (kinds.data === undefined)
    return kinds.isError ? (
      <ErrorState failure={kinds.error} onRetry={() => void kinds.refetch()} />
    ) : (
      <LoadingState rows={3} />
    )
  const frequent = kinds.data.rows.toSorted((a, b) => b.usedBy - a.usedBy).slice(0, KINDS)
  const ticketTypeId = chosen ?? frequent[0]?.id
  if (ticketTypeId === undefined) return <Alert type="info" showIcon title={t('report.noKinds')} />
  // A title is one line.
  const title = words.replace(/\s+/g, ' ').trim()

  async function handleSend(): Promise<void> {
    if (title === '') return setIsMissing(true)
    const { data } = await send({
      body: { title, ticketTypeId: ticketTypeId ?? 0, equipmentId, locationId },
    })
    if (data !== undefined) onSent(data)
  }
  return (
    <Form layout="vertical" onFinish={() => void handleSend()} className={styles.report}>
      <Form.Item
        label={t('report.what')}
        htmlFor="report-what"
        {...(isMissing && title === ''
          ? { validateStatus: 'error' as const, help: t('common:required') }
          : {})}
      >
        <Input.TextArea
          id="report-what"
          dir="auto"
          autoFocus
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={200}
          value={words}
          onChange={({ target }) => onWords(target.value)}
        />
      </Form.Item>
      <Form.Item label={t('report.kind')}>
        <Radio.Group
          aria-label={t('report.kind')}
          className={styles.kinds}
          optionType="button"
          value={ticketTypeId}
          onChange={({ target }: { target: { value?: unknown } }) =>
            setChosen(typeof target.value === 'number' ? target.value : null)
          }
          options={frequent.map(({ id, name }) => ({ value: id, label: <bdi>{name}</bdi> }))}
        />
      </Form.Item>
      {equipment === undefined && location === undefined && (
        <>
          <Form.Item label={t('equipment')}>
            <EquipmentPicker
              label={t('equipment')}
              value={equipmentId}
              onChange={(id: number | null) => setEquipmentId(id)}
            />
          </Form.Item>
          <Form.Item label={t('location')}>
            <LocationTreePicker
              label={t('location')}
              value={locationId}
              onChange={(id: number | null) => setLocationId(id)}
            />
          </Form.Item>
        </>
      )}
      {error !== undefined && (
        <Alert type="warning" showIcon role="alert" title={t('report.kept')} />
      )}
      <Button block size="large" type="primary" htmlType="submit" loading={isLoading}>
        {t('report.send')}
      </Button>
    </Form>
  )
}
