/** What the rule in the form is about now, and whom it would tell: said before it is saved. */
import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { zoneCalls } from '#entities/visits/calls.ts'
import { useDebounced } from '#lib/useDebounced.ts'
import { isComplete, questionOf, type Values } from './ruleValues.ts'
import styles from './zones.module.css'

/** From here on it is said as a warning. */
const MANY = 10

export function Preview() {
  const { t } = useTranslation('zones')
  const form = Form.useFormInstance<Values>()
  const watched = Form.useWatch<Values | undefined>([], form)
  // A hidden field keeps what it had.
  const values = { ...(form.getFieldsValue(true) as Values), ...watched } // by the form's own type
  const question = useDebounced(JSON.stringify(isComplete(values) ? questionOf(values) : null), 400)
  const asked = JSON.parse(question) as ReturnType<typeof questionOf> | null // just written
  const { currentData } = zoneCalls.usePreviewZoneRuleQuery(
    // what is skipped is never sent
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
