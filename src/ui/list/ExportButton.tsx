import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useDownload } from './useDownload.ts'

export function ExportButton({
  name,
  fetch,
}: {
  /** The file's name before the date. */
  name: string
  fetch(): Promise<Blob>
}) {
  const { t } = useTranslation('common')
  const { isBusy, save } = useDownload()
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={isBusy}
      onClick={() => void save(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, fetch)}
    >
      {t('export')}
    </Button>
  )
}
