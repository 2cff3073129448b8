import { WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { prefetchWhenIdle, latePart } from '#lib/lateFiles.ts'
import type { About } from './ticketDrafts.ts'

const ReportDialog = latePart(() =>
  import('./ReportDialog.tsx').then((file) => ({ default: file.ReportDialog })),
)

/**
 * Says that something is wrong with a thing or in a place: a press opens it, a photo or a sentence,
 * a press sends it. What was written and photographed stays on the device until it is sent.
 */
export function ReportProblem(about: About) {
  const { t } = useTranslation('tickets')
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => prefetchWhenIdle(ReportDialog.fetch), [])
  return (
    <>
      <Button type="primary" icon={<WarningOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('report.verb')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReportDialog about={about} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
