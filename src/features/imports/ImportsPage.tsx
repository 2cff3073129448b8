/** Where a file comes in, and what came in before. */
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { deviceImportKinds, placeImportKinds, type ImportKind } from '#contract/imports'
import { pathTo } from '../../lib/paths.ts'
import { EntityTable, type Column } from '../../ui/EntityTable.tsx'
import { listAddress, useListAddress } from '../../ui/listAddress.ts'
import { ColourTag, Count, When } from '../../ui/marks.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useListImportsQuery } from './calls.ts'
import { FileDrop } from './FileDrop.tsx'
import { statusColours, type ImportSummary } from './status.ts'
import styles from './imports.module.css'

const address = listAddress(['createdAt'], '-createdAt')

/** Equipment and locations. */
export const ImportsPage = () => <FilesIn page="import" kinds={placeImportKinds} />
/** What is heard, and what hears it. */
export const DeviceImportsPage = () => <FilesIn page="iotImport" kinds={deviceImportKinds} />

interface FilesInProps {
  page: 'import' | 'iotImport'
  kinds: readonly ImportKind[]
}

function FilesIn({ page, kinds }: FilesInProps) {
  const { t } = useTranslation(['imports', 'titles'])
  const navigate = useNavigate()
  const { paging, question } = useListAddress(address)
  const query = useListImportsQuery({ body: { ...question, kinds: [...kinds] } })
  const columns = useColumns()
  const open = (id: number) => pathTo('importOne', { importId: id })
  return (
    <Page title={t(`titles:${page}`)} kind="wide">
      <p className="quiet" style={{ marginBlockStart: 0 }}>
        {t(page === 'import' ? 'hint' : 'hintDevices')}
      </p>
      <div className={styles.drops}>
        {kinds.map((kind) => (
          <FileDrop key={kind} kind={kind} onMade={(id) => void navigate(open(id))} />
        ))}
      </div>
      <Section title={t('earlier')}>
        <EntityTable<ImportSummary>
          label={t('earlier')}
          columns={columns}
          query={query}
          paging={paging}
          linkTo={(row) => open(row.id)}
          onOpen={(row) => void navigate(open(row.id))}
          empty={<EmptyState title={t('noEarlier')} />}
        />
      </Section>
    </Page>
  )
}

function useColumns(): Column<ImportSummary>[] {
  const { t } = useTranslation(['imports', 'common'])
  return [
    { key: 'file', title: t('file'), render: (row) => <bdi>{row.fileName}</bdi> },
    { key: 'kind', title: t('kind'), render: (row) => t(`kind_${row.kind}`) },
    {
      key: 'status',
      title: t('common:status'),
      phone: 'aside',
      render: (row) => (
        <ColourTag colour={statusColours[row.status]} soft>
          {t(`status_${row.status}`)}
        </ColourTag>
      ),
    },
    {
      key: 'created',
      title: t('didCreate'),
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.created} />,
    },
    {
      key: 'updated',
      title: t('didUpdate'),
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.updated} />,
    },
    {
      key: 'failed',
      title: t('didFail'),
      align: 'end',
      phone: 'hidden',
      render: (row) => <Count value={row.failed} />,
    },
    {
      key: 'createdAt',
      title: t('when'),
      sortable: true,
      render: (row) => <When at={row.createdAt} />,
    },
  ]
}
