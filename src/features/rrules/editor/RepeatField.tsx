import { Input, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { MomentField } from '#ui/dates/MomentField.tsx'
import { NeededNumber } from '#ui/form/NeededNumber.tsx'
import { Exceptions } from './Exceptions.tsx'
import { Labelled } from './Labelled.tsx'
import { MonthFields } from './MonthFields.tsx'
import {
  formFrequencies,
  formToRule,
  ruleToForm,
  type RepeatForm,
  type PartProps,
} from './repeatForm.ts'
import { TimesField } from './TimesField.tsx'
import { WeekdayToggles } from './WeekdayToggles.tsx'
import styles from './editor.module.css'

interface RepeatProps {
  value?: RepeatForm
  onChange?(value: RepeatForm): void
}

export function RepeatField({ value, onChange }: RepeatProps) {
  const { t } = useTranslation('schedules')
  if (value === undefined) return null
  const change = (patch: Partial<RepeatForm>): void => onChange?.({ ...value, ...patch })
  // A rule that the form cannot express stays text, with a notice.
  function handleMode(mode: RepeatForm['mode']): void {
    if (value === undefined) return
    if (mode === 'text') change({ mode, text: formToRule(value) })
    else if (value.text.trim() === '') change({ mode })
    else onChange?.(ruleToForm(value.text, value.weekStart))
  }
  const isOnlyText =
    value.mode === 'text' && value.text.trim() !== '' && ruleToForm(value.text).mode === 'text'
  return (
    <div className={styles.repeat}>
      <Segmented
        aria-label={t('writing.label')}
        size="small"
        value={value.mode}
        onChange={handleMode}
        options={[
          { value: 'form', label: t('writing.form'), disabled: isOnlyText },
          { value: 'text', label: t('writing.text') },
        ]}
      />
      {value.mode === 'text' ? (
        <AsText repeat={value} change={change} isOnlyText={isOnlyText} />
      ) : (
        <AsForm repeat={value} change={change} />
      )}
    </div>
  )
}

function AsText({ repeat, change, isOnlyText }: PartProps & { isOnlyText: boolean }) {
  const { t } = useTranslation('schedules')
  return (
    <Labelled label={t('ruleText')} hint={isOnlyText ? t('onlyText') : t('ruleTextHint')}>
      {(id) => (
        <Input.TextArea
          id={id}
          className={styles.ruleArea}
          dir="ltr"
          spellCheck={false}
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={20_000}
          value={repeat.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
    </Labelled>
  )
}

function AsForm({ repeat, change }: PartProps) {
  const { t } = useTranslation('schedules')
  return (
    <>
      <div className={styles.twoFields}>
        <Labelled label={t('field.freq')}>
          {(id) => (
            <Select
              id={id}
              value={repeat.freq}
              onChange={(freq) => change({ freq })}
              options={formFrequencies.map((freq) => ({ value: freq, label: t(`freq.${freq}`) }))}
            />
          )}
        </Labelled>
        <Labelled label={t('field.interval')}>
          {(id) => (
            <NeededNumber
              id={id}
              min={1}
              max={1000}
              precision={0}
              value={repeat.interval}
              suffix={t(`intervalUnit.${repeat.freq}`)}
              onChange={(interval) => change({ interval })}
            />
          )}
        </Labelled>
      </div>
      {repeat.freq === 'WEEKLY' && (
        <Labelled label={t('field.weekdays')} hint={t('weekdaysHint')}>
          {() => (
            <WeekdayToggles
              label={t('field.weekdays')}
              value={repeat.weekdays}
              onChange={(weekdays) => change({ weekdays })}
            />
          )}
        </Labelled>
      )}
      {(repeat.freq === 'MONTHLY' || repeat.freq === 'YEARLY') && (
        <MonthFields repeat={repeat} change={change} />
      )}
      <TimesField times={repeat.times} onChange={(times) => change({ times })} />
      <Ends repeat={repeat} change={change} />
      <Exceptions repeat={repeat} change={change} />
    </>
  )
}

function Ends({ repeat, change }: PartProps) {
  const { t } = useTranslation('schedules')
  return (
    <Labelled label={t('field.ends')}>
      {(id) => (
        <span className={styles.spanField}>
          <Select
            id={id}
            value={repeat.ends}
            popupMatchSelectWidth={false}
            onChange={(ends) => change({ ends })}
            options={(['never', 'after', 'on'] as const).map((ends) => ({
              value: ends,
              label: t(`ends.${ends}`),
            }))}
          />
          {repeat.ends === 'after' && (
            <NeededNumber
              aria-label={t('field.count')}
              min={1}
              max={10_000}
              precision={0}
              value={repeat.count}
              suffix={t('countTimes')}
              onChange={(count) => change({ count })}
            />
          )}
          {repeat.ends === 'on' && (
            <MomentField
              kind="day"
              className={styles.dateField}
              aria-label={t('ends.on')}
              value={repeat.until.slice(0, 10)}
              onChange={(until) => change({ until })}
            />
          )}
        </span>
      )}
    </Labelled>
  )
}
