import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { importFields, type ImportKind } from '#contract/imports'
import { fieldWord } from '#contract/rules/fieldWord'
import { BYTE_ORDER_MARK, csvLine } from '#contract/rules/csv'
import { download } from '../../lib/download.ts'
import { samples } from './kinds.ts'

/**
 * A file with headings in the reader's words, as they are understood in every language, and a row of
 * what stands under them.
 */
export function Template({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation(['imports', 'entities'])
  const fields = importFields[kind]
  const sample: Readonly<Record<string, string>> = samples[kind]
  const handleDownload = () =>
    download(
      `${kind}-template.csv`,
      new Blob(
        [
          BYTE_ORDER_MARK,
          csvLine(fields.map((field) => t(`entities:${fieldWord(kind, field)}`))),
          csvLine(fields.map((field) => sample[field] ?? '')),
        ],
        { type: 'text/csv;charset=utf-8' },
      ),
    )
  return (
    <Button type="link" icon={<DownloadOutlined aria-hidden />} onClick={handleDownload}>
      {t(`template_${kind}`)}
    </Button>
  )
}
