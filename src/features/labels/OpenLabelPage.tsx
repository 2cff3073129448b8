/** The address on a label, for a signed-in person: leads to the equipment or location. */
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { LabelTarget } from '#entities/labels/LabelTarget.tsx'
import { Page } from '#ui/page/Page.tsx'

export function OpenLabelPage() {
  const { t } = useTranslation('titles')
  const { code = '' } = useParams()
  return (
    <Page title={t('labelCode')} kind="read">
      <LabelTarget code={code} />
    </Page>
  )
}
