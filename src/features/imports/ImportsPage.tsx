import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { ImportKind } from '#contract/imports.ts'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { EntityTable, type Column } from '#ui/list/EntityTable.tsx'
import { useListAddress } from '#ui/list/listAddress.ts'
import { ColourTag, Count, When } from '#ui/page/marks.tsx'
import { Page, Section } from '#ui/page/Page.tsx'
import { EmptyState } from '#ui/feedback/states.tsx'
import { useListImportsQuery } from './calls.ts'
import { importsAddress, importsQuestion } from './importsAddress.ts'
import { FileDrop } from './FileDrop.tsx'
import { kindsOf, rightOf } from './kinds.ts'
import { statusText, statusColours, type ImportSummary } from './status.ts'
import styles from './imports.module.css'

export const ImportsPage = () => <FilesIn page="import" />
export const DeviceImportsPage = () => <FilesIn page="iotImport" />

function FilesIn({ page }: { page: 'import' | 'iotImport' }) {
  const kinds: readonly ImportKind[] = kindsOf[page]
  const { t } = useTranslation(['imports', 'titles'])
  const navigate = useNavigate()
  const { state, change, paging, question } = useListAddress(importsAddress)
  const query = useListImportsQuery({ body: { ...question, ...importsQuestion(state, kinds) } })
  const heading = t(state.running ? 'atWork' : 'earlier')
  const columns = useColumns()
  const open = (id: number) => pathTo('importOne', { importId: id })
  return (
    <Page title={t(`titles:${page}`)} kind="wide">
      <p className="quiet" style={{ marginBlockStart: 0 }}>
        {t(page === 'import' ? 'hint' : 'hintDevices')}
      </p>
      <div className={styles.drops}>
        {kinds.map((kind) => (
          <MayDrop key={kind} kind={kind} onMade={(id) => void navigate(open(id))} />
        ))}
      </div>
      <Section title={heading}>
        {state.running && (
          <Button
            type="link"
            size="small"
            onClick={() => change({ running: false, page: 1 }, { push: true })}
          >
            {t('showAll')}
          </Button>
        )}
        <EntityTable<ImportSummary>
          label={heading}
          columns={columns}
          query={query}
          paging={paging}
          linkTo={(row) => open(row.id)}
          onOpen={(row) => void navigate(open(row.id))}
          empty={<EmptyState title={t(state.running ? 'noneAtWork' : 'noEarlier')} />}
        />
      </Section>
    </Page>
  )
}

/** Shows the drop field only to users who may create such entities by hand. */
function MayDrop({ kind, onMade }: { kind: ImportKind; onMade(id: number): void }) {
  return useMay(rightOf[kind]) ? <FileDrop kind={kind} onMade={onMade} /> : null
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
        <ColourTag colour={statusColours[statusText(row)]} soft>
          {t(`status_${statusText(row)}`)}
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
