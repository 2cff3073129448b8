/** The lists of problems, causes and remedies of a ticket type. */
import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  DeleteOutlined,
  PlusOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  failureCodeFaults,
  failureKinds,
  MAX_FAILURE_CODES,
  type FailureAsk,
  type FailureKind,
} from '#contract/rules/closing.ts'
import type { FailureCodeDraft } from '#contract/ticketClosing.ts'
import type { Translate } from '#lib/i18n/translate.ts'
import { moveItem } from './ticketStates.ts'
import styles from './management.module.css'

interface Props {
  value?: FailureCodeDraft[]
  onChange?(codes: FailureCodeDraft[]): void
  id?: string
}

export function FailureCodesField({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['management', 'common'])
  const asks: Record<FailureKind, FailureAsk | undefined> = {
    problem: Form.useWatch<FailureAsk | undefined>('problemAsk'),
    cause: Form.useWatch<FailureAsk | undefined>('causeAsk'),
    remedy: Form.useWatch<FailureAsk | undefined>('remedyAsk'),
  }
  const shown = failureKinds.filter(
    (kind) => (asks[kind] ?? 'off') !== 'off' || value.some((code) => code.kind === kind),
  )
  return (
    <div className={styles.ticketStates} id={id}>
      {shown.map((kind) => (
        <CodesOfKind
          key={kind}
          kind={kind}
          codes={value.filter((code) => code.kind === kind)}
          onChange={(codes) =>
            onChange?.([...value.filter((code) => code.kind !== kind), ...codes])
          }
        />
      ))}
      {shown.length === 0 && <span className="quiet">{t('choice_off')}</span>}
    </div>
  )
}

function CodesOfKind({
  kind,
  codes,
  onChange,
}: {
  kind: FailureKind
  codes: FailureCodeDraft[]
  onChange(codes: FailureCodeDraft[]): void
}) {
  const { t } = useTranslation(['management', 'common'])
  const list = t(`code.${kind}`)
  const offered = codes.filter(({ isRetired }) => !isRetired)
  const retired = codes.filter(({ isRetired }) => isRetired)
  const write = (next: FailureCodeDraft[]) => onChange([...next, ...retired])
  const handleRetire = (code: FailureCodeDraft) =>
    onChange([
      ...offered.filter((one) => one !== code),
      ...retired,
      ...(code.id === null ? [] : [{ ...code, isRetired: true }]),
    ])
  const handleOffer = (code: FailureCodeDraft) =>
    onChange([...offered, { ...code, isRetired: false }, ...retired.filter((one) => one !== code)])
  return (
    <fieldset className={styles.codes}>
      <legend>{list}</legend>
      <ol>
        {offered.map((code, place) => (
          <li key={code.id ?? `new-${place}`} className={styles.stateLine}>
            <Input
              aria-label={t('code.name', { list, number: place + 1 })}
              value={code.name}
              maxLength={200}
              dir="auto"
              onChange={({ target }) =>
                write(offered.map((one) => (one === code ? { ...one, name: target.value } : one)))
              }
            />
            <Button
              type="text"
              aria-label={t('stateUp', { name: code.name })}
              disabled={place === 0}
              icon={<ArrowUpOutlined aria-hidden />}
              onClick={() => write(moveItem(offered, place, place - 1))}
            />
            <Button
              type="text"
              aria-label={t('stateDown', { name: code.name })}
              disabled={place === offered.length - 1}
              icon={<ArrowDownOutlined aria-hidden />}
              onClick={() => write(moveItem(offered, place, place + 1))}
            />
            <Button
              type="text"
              danger
              aria-label={t('code.retire', { name: code.name })}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => handleRetire(code)}
            />
          </li>
        ))}
      </ol>
      {offered.length < MAX_FAILURE_CODES && (
        <Button
          type="dashed"
          size="small"
          icon={<PlusOutlined aria-hidden />}
          aria-label={`${t('code.add')}: ${list}`}
          onClick={() => write([...offered, { id: null, kind, name: '', isRetired: false }])}
        >
          {t('code.add')}
        </Button>
      )}
      {retired.length > 0 && (
        <p className="quiet">
          {t('code.retired')}:{' '}
          {retired.map((code) => (
            <Button
              key={code.id}
              size="small"
              type="text"
              icon={<UndoOutlined aria-hidden />}
              aria-label={t('code.offer', { name: code.name })}
              onClick={() => handleOffer(code)}
            >
              <bdi>{code.name}</bdi>
            </Button>
          ))}
        </p>
      )}
    </fieldset>
  )
}

/** Repeats the server's rules, so that the error appears beside the lists. */
export function failureCodesRule(t: Translate<['management', 'common']>) {
  return {
    validator: (_rule: unknown, codes: FailureCodeDraft[] = []) => {
      if (codes.some(({ name }) => name.trim() === ''))
        return Promise.reject(new Error(t('code.unnamed')))
      const [fault] = failureCodeFaults(codes)
      return fault === undefined
        ? Promise.resolve()
        : Promise.reject(new Error(t(`code.${fault}`, { max: MAX_FAILURE_CODES })))
    },
  }
}
