import { StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPartLater } from '#lib/lateFiles.ts'
import type { TicketsState } from '../ticketsAddress.ts'
import { useListTicketViewsQuery } from './calls.ts'
import { useMissingText } from './useMissingText.ts'
import { addressOf, settingsOf } from './viewSettings.ts'
import styles from '../tickets.module.css'

const TicketViews = loadPartLater(() =>
  import('./TicketViews.tsx').then((file) => ({ default: file.TicketViews })),
)

/** Opens the saved views. Shows the name of the view that the list is now. */
export function ViewsButton({ state }: { state: TicketsState }) {
  const { t } = useTranslation('tickets')
  const [isOpen, setIsOpen] = useState(false)
  const missingText = useMissingText()
  const { data } = useListTicketViewsQuery()
  const settings = settingsOf(state)
  const address = addressOf(settings)
  const current = data?.rows.find((view) => addressOf(view.settings) === address)
  return (
    <>
      <Button
        className={styles.views}
        icon={<StarOutlined aria-hidden />}
        title={t('views.label')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <bdi>{current?.name ?? t('views.label')}</bdi>
      </Button>
      {current !== undefined && current.missing.length > 0 && (
        <p className={styles.missing} role="status">
          {missingText(current.missing)}
        </p>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <TicketViews
            settings={settings}
            currentId={current?.id ?? null}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
