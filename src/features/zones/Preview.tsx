import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { zoneCalls } from '#entities/visits/calls.ts'
import { useDebounced } from '#lib/useDebounced.ts'
import { isComplete, questionOf, type Values } from './ruleValues.ts'
import styles from './zones.module.css'

/** Number of alerts from which the preview warns. */
const MANY = 10

export function Preview() {
  const { t } = useTranslation('zones')
  const form = Form.useFormInstance<Values>()
  const watched = Form.useWatch<Values | undefined>([], form)
  // Includes hidden fields, which keep their values.
  const values = { ...(form.getFieldsValue(true) as Values), ...watched }
  const question = useDebounced(JSON.stringify(isComplete(values) ? questionOf(values) : null), 400)
  const asked = JSON.parse(question) as ReturnType<typeof questionOf> | null
  const { currentData } = zoneCalls.usePreviewZoneRuleQuery(
    { body: asked ?? questionOf(values) },
    { skip: asked === null },
  )
  if (asked === null || currentData === undefined) return null
  const { things, people, atOnce, isCut } = currentData
  return (
    <div role="status" className={atOnce >= MANY ? styles.warning : styles.preview}>
      <p>{t('previewThings', { count: things })}</p>
      <p>{t('previewPeople', { count: people })}</p>
      {atOnce > 0 && (
        <p>{asked.kind === 'fewer' ? t('previewTooFew') : t('previewAtOnce', { count: atOnce })}</p>
      )}
      {isCut && <p>{t('rehearsedCut')}</p>}
    </div>
  )
}
