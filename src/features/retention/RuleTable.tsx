import { Button } from 'antd'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RetentionAnswer } from '#contract/retention.ts'
import type { RetentionKind } from '#contract/rules/retention.ts'
import { isApiFailure } from '#api/http.ts'
import { isStale } from '#api/notices.ts'
import { useFormat } from '#lib/format.tsx'
import { Section } from '#ui/page/Page.tsx'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import { useConfirm } from '#ui/dialog/useConfirm.ts'
import { useRestoredEdit, useKeptEdit } from '#ui/form/useInterrupted.ts'
import { useLeaveGuard } from '#ui/dialog/leaving/useLeaveGuard.ts'
import { useLazyPreviewRetentionQuery, useSetRetentionMutation } from './calls.ts'
import { SizeCells, TableNames } from './TableSizes.tsx'
import {
  changesOf,
  effectiveRule,
  withTypedDays,
  type RuleStanding,
  type TypedDays,
} from './typedDays.ts'
import styles from './retention.module.css'

/** Name of the form's stored values when a session ends during the edit. */
const NAMES = ['retention']

type Rule = RetentionAnswer['rules'][number]

/** `onStale` is called if another user saved meanwhile, to refetch their values. */
export function RuleTable({ read, onStale }: { read: RetentionAnswer; onStale(): void }) {
  const { t } = useTranslation(['retention', 'common'])
  const format = useFormat()
  const confirm = useConfirm()
  const back = useRestoredEdit(NAMES)
  const [typed, setTyped] = useState<TypedDays>(back?.values ?? {})
  const [preview, { isFetching }] = useLazyPreviewRetentionQuery()
  const [save, { isLoading, error }] = useSetRetentionMutation()
  const standings = read.rules.map((rule) => ({ rule, ...effectiveRule(rule, typed) }))
  const isChanged = standings.some((one) => one.isChanged)
  const letGo = useLeaveGuard(isChanged)
  useKeptEdit(NAMES, isChanged ? () => ({ values: typed }) : null)
  const [isUncounted, setIsUncounted] = useState(false)
  const isWithin = !standings.some((one) => one.isChanged && one.isOutside)

  async function handleSave(): Promise<void> {
    const days = changesOf(read.rules, typed)
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
    if (answer.error === undefined) {
      setTyped({})
      letGo()
    } else if (isApiFailure(answer.error) && isStale(answer.error)) onStale()
  }

  return (
    <Section title={t('rulesTitle')}>
      <p className="quiet">{t('rulesHint')}</p>
      {read.countsFrom !== null && (
        <p role="status" className={styles.note}>
          {t('countsFrom', { when: format.dateTime(read.countsFrom) })}
        </p>
      )}
      {isApiFailure(error) && isStale(error) && isChanged && (
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
            {standings.map(({ rule, ...standing }) => (
              <RuleRow
                key={rule.kind}
                rule={rule}
                standing={standing}
                onChange={(days) => setTyped((before) => withTypedDays(before, rule, days))}
                onTakeTheirs={() => setTyped(({ [rule.kind]: _mine, ...others }) => others)}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className={styles.foot}>
        <Button
          type="primary"
          disabled={!isChanged || !isWithin}
          loading={isFetching || isLoading}
          onClick={() => void handleSave()}
        >
          {t('common:save')}
        </Button>
        {isChanged && <Button onClick={() => setTyped({})}>{t('common:discard')}</Button>}
      </div>
    </Section>
  )
}

function RuleRow({
  rule: { kind, minimum, maximum, usual, tables },
  standing: { days, isOutside, isChanged, theirs },
  onChange,
  onTakeTheirs,
}: {
  rule: Rule
  standing: RuleStanding
  onChange(days: number | null): void
  onTakeTheirs(): void
}) {
  const { t } = useTranslation(['retention', 'common'])
  const { number } = useFormat()
  const isRefused = isChanged && isOutside
  return (
    <tr>
      <th scope="row">
        {t(`rule.${kind}`)}
        <div className="quiet">{t(`ruleHint.${kind}`)}</div>
        <TableNames tables={tables} />
      </th>
      <td data-label={t('days')}>
        <NumberInput
          aria-label={t('daysOf', { what: t(`rule.${kind}`) })}
          aria-invalid={isRefused}
          {...(isRefused && { status: 'error' as const })}
          precision={0}
          value={days}
          onChange={onChange}
        />
        {isRefused && (
          <div role="alert" className={styles.outside}>
            {t('outside', { min: number(minimum), max: number(maximum) })}
          </div>
        )}
        {theirs !== null && (
          <div role="alert" className={styles.outside}>
            {t('setMeanwhile', { shown: number(theirs) })}{' '}
            <Button size="small" onClick={onTakeTheirs}>
              {t('common:conflictTakeTheirs')}
            </Button>
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
