import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { RangeField } from '#ui/dates/RangeField.tsx'
import { wallText, type AskedSpan, type Span, type SpanKind } from './span.ts'
import styles from '../rtls.module.css'

export function SpanField({
  kinds,
  asked: { kind },
  span,
  timeZone,
  onSpan,
}: {
  kinds: readonly Exclude<SpanKind, 'own'>[]
  asked: AskedSpan
  span: Span
  timeZone: string
  onSpan(span: AskedSpan): void
}) {
  const { t } = useTranslation('map')
  return (
    <div className={styles.span}>
      <Segmented<SpanKind>
        aria-label={t('span')}
        value={kind}
        onChange={(next) => onSpan({ kind: next, since: '', until: '' })}
        options={kinds.map((value) => ({ value, label: t(`span_${value}`) }))}
      />
      <RangeField
        kind="minute"
        aria-label={t('spanWhen')}
        value={{ from: wallText(span.from, timeZone), to: wallText(span.to, timeZone) }}
        placeholder={[t('spanFrom'), t('spanTo')]}
        onChange={({ from, to }) =>
          onSpan(
            from === '' || to === ''
              ? { kind: kinds.at(-1) ?? 'day', since: '', until: '' }
              : { kind: 'own', since: from, until: to },
          )
        }
      />
    </div>
  )
}
