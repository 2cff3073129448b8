import type { Id } from '#contract/ids.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { lookingBack } from '#contract/rtls/lookingBack.ts'
import { fetchBlob } from '#api/files.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { useDownload } from '#ui/list/useDownload.ts'

interface Asked {
  from: string
  to: string
  equipmentId?: Id<'equipment'>
  floorId?: Id<'floor'>
}

export function ExportTrace({ asked }: { asked: Asked }) {
  const { t } = useTranslation('map')
  const { isBusy, save } = useDownload()
  const start = (format: 'csv' | 'geojson'): void =>
    void save(`${t('traceFile')}-${asked.from.slice(0, 16).replaceAll(':', '')}Z.${format}`, () =>
      fetchBlob(lookingBack.exportTrace, { body: { ...asked, format } }),
    )
  return (
    <DropMenu
      menu={{
        items: [
          { key: 'csv', label: t('exportCsv') },
          { key: 'geojson', label: t('exportGeoJson') },
        ],
        onClick: ({ key }) => start(key === 'csv' ? 'csv' : 'geojson'),
      }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={isBusy}>
        {t('exportTrace')}
      </Button>
    </DropMenu>
  )
}
