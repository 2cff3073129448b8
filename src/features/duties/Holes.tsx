import { useTranslation } from 'react-i18next'
import type { DutyRow } from '#contract/duties/duties.ts'
import { ColourTag } from '#ui/page/marks.tsx'

export function Holes({ row: { holes } }: { row: DutyRow }) {
  const { t } = useTranslation('duties')
  return holes === 0 ? (
    <ColourTag soft colour="green">
      {t('noHoles')}
    </ColourTag>
  ) : (
    <ColourTag soft colour="red">
      {t('holesCount', { count: holes })}
    </ColourTag>
  )
}
