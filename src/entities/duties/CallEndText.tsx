import { useTranslation } from 'react-i18next'
import type { CallEnd } from '#contract/duties/dutyCall.ts'
import { useFormat } from '#lib/format.tsx'

/** Who has it, or why nobody is called any more. */
export function CallEndText({ end: { why, by, name } }: { end: CallEnd }) {
  const { t } = useTranslation('alerts')
  const { isolate } = useFormat()
  if (why === 'over') return t('ended.over')
  if (by === 'user' && name !== null)
    return t(why === 'taken' ? 'call.takenBy' : `ended.${why}.user`, { name: isolate(name) })
  if (why === 'taken') return t('call.over')
  return t(`ended.${why}.${by === 'user' ? 'system' : by}`)
}
