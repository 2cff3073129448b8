import { WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { prefetchWhenIdle, loadPartLater } from '#lib/lateFiles.ts'
import type { About } from './ticketDrafts.ts'

const ReportDialog = loadPartLater(() =>
  import('./ReportDialog.tsx').then((file) => ({ default: file.ReportDialog })),
)

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
