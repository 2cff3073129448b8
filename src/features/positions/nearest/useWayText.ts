import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Relation } from '#contract/venue/way.ts'
import { useMeasures } from '../map/useMapLabels.ts'

interface Told {
  metres: number
  floorsAway: number
  relation: Relation
  doors: number
}

export function useWayText() {
  const { t } = useTranslation('map')
  const { metres } = useMeasures()
  return useMemo(() => {
    const between = ({ relation, doors, floorsAway }: Told): string => {
      if (relation === 'doors')
        return doors === 0 ? t('relation_open') : t('doorsOn', { count: doors })
      if (relation !== 'floors') return t(`relation_${relation}`)
      return floorsAway > 0
        ? t('floorsUp', { count: floorsAway })
        : t('floorsDown', { count: -floorsAway })
    }
    return { far: (told: Told) => metres(told.metres), between }
  }, [t, metres])
}
