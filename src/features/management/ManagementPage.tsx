/** The hub of everything an administrator keeps. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pathTo } from '../../app/paths.ts'
import { Badge } from '../../ui/marks.tsx'
import { Page } from '../../ui/Page.tsx'
import { nouns, type Noun } from './nouns.ts'
import './management.css'

export function ManagementPage() {
  const { t } = useTranslation(['management', 'titles'])
  return (
    <Page title={t('titles:management')} kind="wide">
      <p className="quiet" style={{ marginBlockStart: 0 }}>{t('hint')}</p>
      <ul className="hub">{nouns.map((noun) => <li key={noun.key}><HubCard noun={noun} /></li>)}</ul>
    </Page>
  )
}

function HubCard({ noun }: { noun: Noun }) {
  const { t } = useTranslation('management')
  const { data } = noun.useList({ body: { limit: 1, offset: 0, sort: 'name' } })
  return (
    <Link className="hub-card" to={pathTo('managementNoun', { noun: noun.slug })}>
      <span className="hub-title"><strong>{t(noun.key)}</strong>{data !== undefined && <Badge value={data.count} />}</span>
      <span className="quiet">{t(`${noun.key}Hint`)}</span>
    </Link>
  )
}
