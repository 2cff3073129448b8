import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ImportKind } from '#contract/imports.ts'
import { download } from '#lib/download.ts'
import { templateFile } from './templateFile.ts'

export function Template({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation(['imports', 'entities', 'common'])
  const handleDownload = () =>
    download(
      `${kind}-template.csv`,
      new Blob([templateFile(kind, t)], { type: 'text/csv;charset=utf-8' }),
    )
  return (
    <Button type="link" icon={<DownloadOutlined aria-hidden />} onClick={handleDownload}>
      {t(`template_${kind}`)}
    </Button>
  )
}
