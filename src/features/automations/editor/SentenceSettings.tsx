import { DatePicker, Input, Switch } from 'antd'
import dayjs from 'dayjs'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentenceDraft } from './sentenceDraft.ts'
import styles from '../automations.module.css'

/** What stands beside the sentence: its name, whether it is on, and from when to when. */
export function SentenceSettings({
  draft,
  onChange,
}: {
  draft: SentenceDraft
  onChange: (draft: SentenceDraft) => void
}) {
  const { t } = useTranslation('automations')
  const name = useId()
  const active = useId()
  const validity = useId()
  return (
    <section className={styles.sentenceSettings}>
      <div className={styles.setting}>
        <label htmlFor={active}>{t('editor.active')}</label>
        <span>
          <Switch
            id={active}
            checked={draft.isActive}
            onChange={(isActive) => onChange({ ...draft, isActive })}
          />{' '}
          <span className="quiet">{draft.isActive && t('editor.activeHint')}</span>
        </span>
      </div>
      <div className={styles.setting}>
        <label htmlFor={name}>{t('editor.name')}</label>
        <Input
          id={name}
          dir="auto"
          maxLength={200}
          placeholder={t('editor.namePlaceholder')}
          value={draft.name}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </div>
      <div className={styles.setting}>
        <label htmlFor={validity}>{t('editor.validity')}</label>
        <DatePicker.RangePicker
          id={validity}
          showTime={{ format: 'HH:mm' }}
          format="L HH:mm"
          allowEmpty={[true, true]}
          placeholder={[t('editor.validFrom'), t('editor.validTo')]}
          value={[
            draft.validFrom === null ? null : dayjs(draft.validFrom),
            draft.validTo === null ? null : dayjs(draft.validTo),
          ]}
          onChange={(range) =>
            onChange({
              ...draft,
              validFrom: range?.[0]?.toISOString() ?? null,
              validTo: range?.[1]?.toISOString() ?? null,
            })
          }
        />
      </div>
    </section>
  )
}
