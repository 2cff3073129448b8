import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { failureKinds, type ClosingAsks, type FailureKind } from '#contract/rules/closing.ts'
import {
  MAX_FAILURE_TEXT,
  type Failure,
  type FailureAnswer,
  type FailureCode,
} from '#contract/ticketClosing.ts'
import type { GivenFailures } from '#entities/unsent/device.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'

/** Value of the select for an answer in other words. No id is 0. */
const OTHER = 0

interface Props {
  asks: ClosingAsks
  codes: readonly Pick<FailureCode, 'id' | 'kind' | 'name'>[]
  /** The answers that the ticket has: a retired value stays selectable. */
  known: Failure | null
  isChecked?: boolean
  /** Tells the fields of several ticket types apart. */
  idPrefix?: string
  value?: GivenFailures
  onChange?(value: GivenFailures): void
}

/** Problem, cause and remedy, as far as the ticket type asks for them or the ticket has them. */
export function FailureFields({
  asks,
  codes,
  known,
  isChecked = false,
  idPrefix = 'failure',
  value = {},
  onChange,
}: Props) {
  const { t } = useTranslation(['tickets', 'common'])
  const shown = failureKinds.filter((kind) => asks[kind] !== 'off' || (known?.[kind] ?? null))
  return shown.map((kind) => {
    const answer = value[kind] ?? null
    const kept = known?.[kind] ?? null
    const own = codes.filter((code) => code.kind === kind)
    const offered =
      kept === null || kept.codeId === null || own.some(({ id }) => id === kept.codeId)
        ? own
        : [...own, { id: kept.codeId, kind, name: kept.name }]
    const isMissing = isChecked && asks[kind] === 'required' && !isAnswered(answer)
    const put = (next: FailureAnswer | null) => onChange?.({ ...value, [kind]: next })
    const words = answer !== null && 'text' in answer ? answer.text : null
    return (
      <Form.Item
        key={kind}
        label={t(`closing.${kind}`)}
        required={asks[kind] === 'required'}
        htmlFor={`${idPrefix}-${kind}`}
        {...(isMissing ? { validateStatus: 'error' as const, help: t('common:required') } : {})}
      >
        {offered.length > 0 && (
          <Select<number | null>
            id={`${idPrefix}-${kind}`}
            aria-label={t(`closing.${kind}`)}
            allowClear
            showSearch
            filterOption={foundBy('label')}
            style={{ inlineSize: '100%' }}
            value={answer === null ? null : 'text' in answer ? OTHER : Number(answer.codeId)}
            onChange={(chosen?: number | null) =>
              put(
                chosen === undefined || chosen === null
                  ? null
                  : chosen === OTHER
                    ? { text: '' }
                    : { codeId: chosen },
              )
            }
            options={[
              ...offered.map(({ id, name }) => ({ value: Number(id), label: name })),
              { value: OTHER, label: t('closing.other') },
            ]}
          />
        )}
        {(words !== null || offered.length === 0) && (
          <Input
            {...(offered.length === 0 ? { id: `${idPrefix}-${kind}` } : {})}
            aria-label={t('closing.otherWords', { kind: t(`closing.${kind}`) })}
            dir="auto"
            maxLength={MAX_FAILURE_TEXT}
            value={words ?? ''}
            onChange={({ target }) => put({ text: target.value })}
          />
        )}
      </Form.Item>
    )
  })
}

export const isAnswered = (answer: FailureAnswer | null | undefined): boolean =>
  answer !== null && answer !== undefined && ('codeId' in answer || answer.text.trim() !== '')

export const answersOf = (failure: Failure | null | undefined): GivenFailures =>
  Object.fromEntries(
    failureKinds.map((kind): [FailureKind, FailureAnswer | null] => {
      const one = failure?.[kind] ?? null
      if (one === null) return [kind, null]
      return [kind, one.codeId === null ? { text: one.name } : { codeId: one.codeId }]
    }),
  )

/** An empty text is sent as no answer. */
export const answersToSend = (value: GivenFailures): GivenFailures =>
  Object.fromEntries(
    Object.entries(value).map(([kind, answer]) => [kind, isAnswered(answer) ? answer : null]),
  )
