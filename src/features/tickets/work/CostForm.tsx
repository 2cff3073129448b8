import { UploadOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FILE_MAXIMUM, files } from '#contract/files.ts'
import { calendarDay } from '#contract/formatters.ts'
import { decimalsOf, MAX_AMOUNT } from '#contract/rules/money.ts'
import { costFileMimes, type TicketCost } from '#contract/ticketWork/ticketCosts.ts'
import { upload } from '#api/files.ts'
import { serverNow } from '#api/serverClock.ts'
import { costCalls } from '#entities/inventory/costCalls.ts'
import { OrgEntityPicker } from '#entities/pickers/pickers.tsx'
import { useClientKey } from '#lib/clientKey.ts'
import { useFormat } from '#lib/format.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import styles from './work.module.css'

interface KeptFile {
  id: number
  name: string
}
interface Values {
  amount: number | null
  text: string
  day: string
  orgEntityId: number | null
  file: KeptFile | null
}

export function CostForm({
  ticketId,
  currency,
  cost,
  onClose,
}: {
  ticketId: number
  currency: string
  cost?: TicketCost
  onClose(): void
}) {
  const { t } = useTranslation(['ticketWork', 'common'])
  const { timeZone } = useFormat()
  const [today] = useState(() => calendarDay(serverNow(), timeZone))
  const [add] = costCalls.useAddCostMutation()
  const [update] = costCalls.useUpdateCostMutation()
  const order = useClientKey()
  const required = { required: true, message: t('common:required') }
  const handleSave = async (
    { file, amount, text, ...rest }: Values,
    version: number | undefined,
  ) => {
    const facts = { ...rest, amount: amount ?? 0, text: text.trim() }
    if (cost !== undefined) {
      const fileId = file?.id ?? null
      await update({
        params: { id: cost.id },
        body: { ...facts, fileId, version: version ?? cost.version },
      }).unwrap()
      return
    }
    const body = { ...facts, ...(file !== null && { fileId: file.id }) }
    await add({
      params: { id: ticketId },
      body: { ...body, clientKey: order.keyOf(body) },
    }).unwrap()
    order.done()
  }
  return (
    <Dialog
      open
      title={t(cost === undefined ? 'addCost' : 'editCost')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <EntityForm<Values>
        initial={{
          amount: cost?.amount ?? null,
          text: cost?.text ?? '',
          day: cost?.day ?? today,
          orgEntityId: cost?.orgEntity?.id ?? null,
          file: cost?.file ?? null,
        }}
        {...(cost === undefined ? {} : { version: cost.version })}
        submitLabel={t('common:save')}
        onCancel={onClose}
        onSaved={onClose}
        onSave={handleSave}
      >
        <Form.Item name="amount" label={t('price')} rules={[required]}>
          <NumberInput
            min={1 / 10 ** decimalsOf(currency)}
            max={MAX_AMOUNT}
            precision={decimalsOf(currency)}
            inputMode="decimal"
            style={{ inlineSize: 200 }}
            suffix={currency}
          />
        </Form.Item>
        <Form.Item name="text" label={t('text')} rules={[{ ...required, whitespace: true }]}>
          <Input dir="auto" maxLength={500} />
        </Form.Item>
        <Form.Item name="day" label={t('day')} rules={[required]}>
          <MomentField kind="day" />
        </Form.Item>
        <Form.Item name="orgEntityId" label={t('orgEntity')}>
          <OrgEntityPicker known={cost?.orgEntity == null ? [] : [cost.orgEntity]} />
        </Form.Item>
        <Form.Item name="file" label={t('file')}>
          <FileField />
        </Form.Item>
      </EntityForm>
    </Dialog>
  )
}

/** Uploads one file at once; the form attaches it. */
function FileField({
  value = null,
  onChange,
}: {
  value?: KeptFile | null
  onChange?: (file: KeptFile | null) => void
}) {
  const { t } = useTranslation('ticketWork')
  const format = useFormat()
  const picker = useRef<HTMLInputElement>(null)
  const [isGoing, setIsGoing] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const send = async (file: File) => {
    if (file.size > FILE_MAXIMUM) {
      setFault(t('fileTooLarge', { size: format.bytes(FILE_MAXIMUM) }))
      return
    }
    setIsGoing(true)
    setFault(null)
    try {
      const { id, name } = await upload(files.uploadFile, {}, file)
      onChange?.({ id, name })
    } catch {
      setFault(t('fileFailed'))
    } finally {
      setIsGoing(false)
    }
  }
  return (
    <div className={styles.file}>
      <input
        ref={picker}
        type="file"
        hidden
        accept={costFileMimes.join(',')}
        aria-label={t('file')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) void send(file)
          target.value = ''
        }}
      />
      {value !== null && <bdi>{value.name}</bdi>}
      <Button
        size="small"
        loading={isGoing}
        icon={<UploadOutlined aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {t('chooseFile')}
      </Button>
      {value !== null && (
        <Button size="small" type="link" onClick={() => onChange?.(null)}>
          {t('dropFile')}
        </Button>
      )}
      {fault !== null && (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
    </div>
  )
}
