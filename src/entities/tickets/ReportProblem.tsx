import { WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReportDialog } from './ReportDialog.tsx'
import type { About } from './ticketDrafts.ts'

/**
 * Says that something is wrong with a thing or in a place: a press opens it, a photo or a sentence,
 * a press sends it. What was written and photographed stays on the device until it is sent.
 */
export function ReportProblem(about: About) {
  const { t } = useTranslation('tickets')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button type="primary" icon={<WarningOutlined aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('report.verb')}
      </Button>
      {isOpen && <ReportDialog about={about} onClose={() => setIsOpen(false)} />}
    </>
  )
}
