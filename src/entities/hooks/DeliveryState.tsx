import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import type { DeliveryState as State, HookDelivery } from '#contract/hooks.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import styles from './hooks.module.css'

const colours: Record<State, Colour> = { waiting: 'yellow', delivered: 'green', failed: 'red' }

export function DeliveryState({
  delivery: { state, attempts, isTest },
}: {
  delivery: Pick<HookDelivery, 'state' | 'attempts' | 'isTest'>
}) {
  const { t } = useTranslation('hooks')
  return (
    <span className={styles.deliveryState}>
      <ColourTag soft colour={colours[state]}>
        {t(`state_${state}`)}
      </ColourTag>{' '}
      {isTest && (
        <ColourTag soft colour="purple">
          {t('test')}
        </ColourTag>
      )}{' '}
      {attempts > 1 && <span className="quiet">{t('triesCount', { count: attempts })}</span>}
    </span>
  )
}
