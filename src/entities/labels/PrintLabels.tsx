import { QrcodeOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { pathTo } from '#lib/paths.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'

/** Links to the label sheet. `search`: the parameters that `labelsAddress` reads. */
export function PrintLabels({ search }: { search: Record<string, string | number | undefined> }) {
  const { t } = useTranslation('labels')
  return (
    <LinkButton icon={<QrcodeOutlined aria-hidden />} to={pathTo('labels', undefined, search)}>
      {t('print')}
    </LinkButton>
  )
}
