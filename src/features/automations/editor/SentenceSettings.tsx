import { Input, Switch } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { minuteAt, minuteStart } from '#lib/days.ts'
import { useFormat } from '#lib/format.tsx'
import { RangeField } from '#ui/dates/RangeField.tsx'
import type { SentenceDraft } from './sentenceDraft.ts'
import styles from '../automations.module.css'

export function SentenceSettings({
  formId,
  draft,
  onChange,
  onSave,
}: {
  /** The form that the page's button submits; the browser blocks it on invalid input. */
  formId: string
  draft: SentenceDraft
  onChange: (draft: SentenceDraft) => void
  onSave: () => void
}) {
  const { t } = useTranslation('automations')
  const { timeZone } = useFormat()
  const name = useId()
  const active = useId()
  const validity = useId()
  return (
    <form
      id={formId}
      className={styles.sentenceSettings}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
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
        <RangeField
          kind="minute"
          id={validity}
          mayBeOpen
          placeholder={[t('editor.validFrom'), t('editor.validTo')]}
          value={{
            from: minuteAt(draft.validFrom, timeZone),
            to: minuteAt(draft.validTo, timeZone),
          }}
          onChange={({ from, to }) =>
            onChange({
              ...draft,
              validFrom: minuteStart(from, timeZone),
              validTo: minuteStart(to, timeZone),
            })
          }
        />
      </div>
    </form>
  )
}
