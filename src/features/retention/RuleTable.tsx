/** The rules that a company chooses: nothing is saved before it is said what would go. */
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RetentionAnswer } from '#contract/retention'
import type { RetentionDays, RetentionKind } from '#contract/rules/retention'
import { isApiFailure } from '../../api/http.ts'
import { useFormat } from '../../lib/format.tsx'
import { Section } from '../../ui/Page.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useConfirm } from '../../ui/useConfirm.ts'
import { useLeaveGuard } from '../../ui/useLeaveGuard.tsx'
import { useLazyPreviewRetentionQuery, useSetRetentionMutation } from './calls.ts'
import { SizeCells, TableNames } from './TableSizes.tsx'
import styles from './retention.module.css'

type Rule = RetentionAnswer['rules'][number]

export function RuleTable({ read }: { read: RetentionAnswer }) {
  const { t } = useTranslation(['retention', 'common'])
  const format = useFormat()
  const confirm = useConfirm()
  const [chosen, setChosen] = useState<RetentionDays>({})
  const [preview, { isFetching }] = useLazyPreviewRetentionQuery()
  const [save, { isLoading, error }] = useSetRetentionMutation()
  const changed = read.rules.filter(({ kind, days }) => (chosen[kind] ?? days) !== days)
  const letGo = useLeaveGuard(changed.length > 0)
  const [isUncounted, setIsUncounted] = useState(false)
  const isWithin = changed.every(
    ({ kind, days, minimum, maximum }) =>
      (chosen[kind] ?? days) >= minimum && (chosen[kind] ?? days) <= maximum,
  )

  async function handleSave(): Promise<void> {
    const days: RetentionDays = Object.fromEntries(changed.map(({ kind }) => [kind, chosen[kind]]))
    const counts = await preview({ body: { days } })
    setIsUncounted(counts.data === undefined)
    if (counts.data === undefined) return
    const isAgreed = await confirm({
      title: t('confirmTitle'),
      hint: <Losses counts={counts.data} />,
      okText: t('common:save'),
      danger: counts.data.some(({ rows }) => rows > 0),
    })
    if (!isAgreed) return
    const answer = await save({ body: { version: read.version, days } })
    if (answer.error === undefined) letGo()
  }

  return (
    <Section title={t('rulesTitle')}>
      <p className="quiet">{t('rulesHint')}</p>
      {read.countsFrom !== null && (
        <p role="status" className={styles.note}>
          {t('countsFrom', { when: format.dateTime(read.countsFrom) })}
        </p>
      )}
      {isApiFailure(error) && error.status === 409 && (
        <p role="alert" className={styles.note}>
          {t('stale')}
        </p>
      )}
      {isUncounted && (
        <p role="alert" className={styles.note}>
          {t('notCounted')}
        </p>
      )}
      <ScrollRegion label={t('rulesTitle')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('days')}</th>
              <th scope="col">{t('rows')}</th>
              <th scope="col">{t('size')}</th>
              <th scope="col">{t('oldest')}</th>
            </tr>
          </thead>
          <tbody>
            {read.rules.map((rule) => (
              <RuleRow
                key={rule.kind}
                rule={rule}
                days={chosen[rule.kind] ?? rule.days}
                onChange={(days) => setChosen((before) => ({ ...before, [rule.kind]: days }))}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className={styles.foot}>
        <Button
          type="primary"
          disabled={changed.length === 0 || !isWithin}
          loading={isFetching || isLoading}
          onClick={() => void handleSave()}
        >
          {t('common:save')}
        </Button>
        {changed.length > 0 && <Button onClick={() => setChosen({})}>{t('common:discard')}</Button>}
      </div>
    </Section>
  )
}

function RuleRow({
  rule: { kind, minimum, maximum, usual, tables },
  days,
  onChange,
}: {
  rule: Rule
  days: number
  onChange(days: number): void
}) {
  const { t } = useTranslation('retention')
  const { number } = useFormat()
  const isOutside = days < minimum || days > maximum
  return (
    <tr>
      <th scope="row">
        {t(`rule.${kind}`)}
        <div className="quiet">{t(`ruleHint.${kind}`)}</div>
        <TableNames tables={tables} />
      </th>
      <td data-label={t('days')}>
        <InputNumber
          aria-label={t('daysOf', { what: t(`rule.${kind}`) })}
          aria-invalid={isOutside}
          {...(isOutside && { status: 'error' as const })}
          precision={0}
          value={days}
          onChange={(next) => {
            if (next !== null) onChange(next)
          }}
        />
        {isOutside && (
          <div role="alert" className={styles.outside}>
            {t('outside', { min: number(minimum), max: number(maximum) })}
          </div>
        )}
        <div className="quiet">
          {t('limits', { min: number(minimum), max: number(maximum), usual: number(usual) })}
        </div>
      </td>
      <SizeCells tables={tables} />
    </tr>
  )
}

function Losses({
  counts,
}: {
  counts: readonly { kind: RetentionKind; rows: number; isMore: boolean }[]
}) {
  const { t } = useTranslation('retention')
  const { number } = useFormat()
  const losing = counts.filter(({ rows }) => rows > 0)
  return (
    <>
      {losing.length === 0 ? (
        <p>{t('nothingGoes')}</p>
      ) : (
        <>
          <p>{t('goes')}</p>
          <ul>
            {losing.map(({ kind, rows, isMore }) => (
              <li key={kind}>
                {t(`rule.${kind}`)}:{' '}
                {isMore
                  ? t('moreThan', { count: rows, shown: number(rows) })
                  : t('rowsGo', { count: rows, shown: number(rows) })}
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{t('dayLater')}</p>
    </>
  )
}
