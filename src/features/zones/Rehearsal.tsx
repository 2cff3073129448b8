import { Button, Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { REHEARSED_DAYS } from '#contract/zones.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { useFormat } from '#lib/format.tsx'
import { FromTo } from '#ui/dates/FromTo.tsx'
import { Remaining } from '#ui/page/marks.tsx'
import { ErrorState } from '#ui/feedback/states.tsx'
import { questionOf, type Values } from './ruleValues.ts'
import styles from './zones.module.css'

export function Rehearsal() {
  const { t } = useTranslation('zones')
  const format = useFormat()
  const form = Form.useFormInstance<Values>()
  const [ask, { data, error, isFetching }] = zoneCalls.useLazyRehearseZoneRuleQuery()
  async function handleAsk(): Promise<void> {
    const values = form.getFieldsValue(true) as Values
    const names = ['locationId', 'amount'] as const
    try {
      await form.validateFields([...names])
    } catch {
      return // the field itself shows what is missing
    }
    await ask({ body: questionOf(values) })
  }
  return (
    <section
      className={styles.rehearsal}
      aria-label={t('rehearse', { count: REHEARSED_DAYS })}
      aria-live="polite"
    >
      <Button className={styles.ask} loading={isFetching} onClick={() => void handleAsk()}>
        {t('rehearse', { count: REHEARSED_DAYS })}
      </Button>
      {error !== undefined && <ErrorState failure={error} onRetry={() => void handleAsk()} />}
      {data !== undefined && error === undefined && (
        <>
          <p>{data.count === 0 ? t('rehearsedNone') : t('rehearsed', { count: data.count })}</p>
          {data.recordedSince !== null && (
            <p className="quiet">
              {t('recordedSince', { when: format.dateTime(data.recordedSince) })}
            </p>
          )}
          {data.isCut && <p className="quiet">{t('rehearsedCut')}</p>}
          <ul className={styles.told}>
            {data.rows.map((row) => (
              <li key={`${row.equipment?.id ?? 0}-${row.from}`}>
                <bdi>{row.equipment?.name ?? t('tooFew')}</bdi>
                <span className="numbers quiet">
                  {row.to === null ? (
                    `${format.dateTime(row.from)} – ${t('lasts')}`
                  ) : (
                    <FromTo from={row.from} to={row.to} />
                  )}
                </span>
              </li>
            ))}
          </ul>
          <Remaining count={data.count - data.rows.length} />
        </>
      )}
    </section>
  )
}
