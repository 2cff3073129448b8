import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExportedInput } from '#contract/listExports.ts'
import { loadPartLater } from '#lib/lateFiles.ts'

const ExportDialog = loadPartLater(() =>
  import('./ExportDialog.tsx').then((file) => ({ default: file.ExportDialog })),
)

interface Props {
  /** The exports that the screen offers. Procedure logs have two layouts. */
  lists: readonly [ExportedInput, ...ExportedInput[]]
  size?: 'small'
}

export function ExportButton({ lists, size }: Props) {
  const { t } = useTranslation('common')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        aria-haspopup="dialog"
        {...(size === undefined ? {} : { size })}
        onClick={() => setIsOpen(true)}
      >
        {t('export')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExportDialog lists={lists} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
