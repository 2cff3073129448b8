import { Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Automation } from '#contract/automation/automation.ts'
import { endings, eventKinds, type EventKind } from '#contract/automation/events.ts'
import { withEvent, type SentenceDraft } from './sentenceDraft.ts'
import styles from '../automations.module.css'

interface Props {
  draft: SentenceDraft
  automation: Automation | null
  onChange: (draft: SentenceDraft) => void
}

/** What the rule begins with, and what becomes of its tickets afterwards. */
export function EventChoice({ draft, automation, onChange }: Props) {
  const { t } = useTranslation('automations')
  const kind = useId()
  const ending = useId()
  const { event } = draft
  // A stored rule belongs to its procedure, or to none.
  if (automation?.procedure) return null
  const kinds = eventKinds.filter((one) => automation === null || one !== 'procedureDone')
  return (
    <div className={styles.eventChoice}>
      <span>
        <label htmlFor={kind}>{t('editor.when')}</label>
        <Select<EventKind>
          id={kind}
          value={event.kind}
          popupMatchSelectWidth={false}
          onChange={(next) => onChange(withEvent(draft, next))}
          options={kinds.map((one) => ({ value: one, label: t(`eventName.${one}`) }))}
        />
      </span>
      {'whenOver' in event && (
        <span>
          <label htmlFor={ending}>{t('editor.whenOver')}</label>
          <Select
            id={ending}
            value={event.whenOver}
            popupMatchSelectWidth={false}
            onChange={(whenOver) => onChange({ ...draft, event: { ...event, whenOver } })}
            options={endings.map((one) => ({ value: one, label: t(`whenOver.${one}`) }))}
          />
        </span>
      )}
    </div>
  )
}
