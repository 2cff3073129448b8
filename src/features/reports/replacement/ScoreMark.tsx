import { useTranslation } from 'react-i18next'
import type { ReplacementRow } from '#contract/replacement.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag } from '#ui/page/marks.tsx'

const HIGH = 75
const MIDDLE = 50

export function ScoreMark({ row: { score } }: { row: Pick<ReplacementRow, 'score'> }) {
  const { t } = useTranslation('replacement')
  const format = useFormat()
  if (score === null) return <span className="quiet">{t('noScore')}</span>
  return (
    <ColourTag soft colour={score >= HIGH ? 'red' : score >= MIDDLE ? 'orange' : 'green'}>
      <span className="numbers">{format.number(score)}</span>
    </ColourTag>
  )
}
