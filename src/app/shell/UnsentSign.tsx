import { CloudUploadOutlined } from '@ant-design/icons'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentTicketWork } from '#entities/unsent/device.ts'
import { useTicketWork } from '#entities/unsent/useTicketWork.ts'
import { useUnsent } from '#entities/unsent/useUnsent.ts'
import { useFormat } from '#lib/format.tsx'
import { loadPartLater } from '#lib/lateFiles.ts'
import { useClosesAtBack } from '#ui/dialog/leaving/useClosesAtBack.ts'
import { LatePopover } from '#ui/lateParts.tsx'
import { LoadingState } from '#ui/feedback/states.tsx'
import styles from './UnsentSign.module.css'
import shellStyles from './shell.module.css'

const UnsentList = loadPartLater(() =>
  import('./UnsentList.tsx').then((file) => ({ default: file.UnsentList })),
)
const RefusedWork = loadPartLater(() =>
  import('#entities/tickets/RefusedWork.tsx').then((file) => ({ default: file.RefusedWork })),
)

export function UnsentSign() {
  const { t } = useTranslation('shell')
  const format = useFormat()
  const count = useUnsent().unsent.length + useTicketWork().unsent.length
  const [isOpen, setIsOpen] = useState(false)
  useClosesAtBack(isOpen, () => setIsOpen(false))
  const [decided, setDecided] = useState<UnsentTicketWork | null>(null)
  // Rendered outside the list, which disappears with the last entry.
  const decision = decided !== null && (
    <Suspense fallback={null}>
      <RefusedWork item={decided} onClose={() => setDecided(null)} />
    </Suspense>
  )
  if (count === 0) return decision
  const button = (
    <button
      type="button"
      className={`${shellStyles.topButton} ${styles.sign ?? ''}`}
      aria-label={t('unsent.title', { count })}
      aria-expanded={isOpen}
    >
      <CloudUploadOutlined aria-hidden />
      <span className={`numbers ${styles.count ?? ''}`} aria-hidden="true">
        {format.number(count)}
      </span>
    </button>
  )
  return (
    <>
      {decision}
      <Suspense fallback={button}>
        <LatePopover
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger="click"
          placement="bottom"
          content={
            <Suspense fallback={<LoadingState rows={2} />}>
              <UnsentList
                onLeave={() => setIsOpen(false)}
                onDecide={(item) => {
                  setIsOpen(false)
                  setDecided(item)
                }}
              />
            </Suspense>
          }
          title={t('unsent.title', { count })}
        >
          {button}
        </LatePopover>
      </Suspense>
    </>
  )
}
