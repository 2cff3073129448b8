import { useTranslation } from 'react-i18next'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { Page, Section } from '#ui/page/Page.tsx'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import { ErrorState, LoadingState, NoRight } from '#ui/feedback/states.tsx'
import { useGetRetentionQuery } from './calls.ts'
import { ExportSection } from './ExportSection.tsx'
import { RuleTable } from './RuleTable.tsx'
import { SizeCells, TableNames } from './TableSizes.tsx'
import styles from './retention.module.css'

export function RetentionPage() {
  const { t } = useTranslation('titles')
  const keepsCompany = useMay('editor|company')
  const mayExport = useMay('exporter|company')
  if (!keepsCompany && !mayExport) return <NoRight />
  return (
    <Page
      title={t('retention')}
      kind="wide"
      back={{ to: pathTo('management'), label: t('management') }}
    >
      <div className={styles.retention}>
        {keepsCompany && <Retention />}
        {mayExport && <ExportSection />}
      </div>
    </Page>
  )
}

function Retention() {
  const { t } = useTranslation('retention')
  const { data, error, refetch } = useGetRetentionQuery()
  return (
    <>
      {data === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <RuleTable read={data} onStale={() => void refetch()} />
          <Reasons
            title={t('fixedTitle')}
            rows={data.fixed.map(({ key, days, tables }) => ({
              key,
              name: t(`fixed.${key}`),
              reason: t(`fixedWhy.${key}`, { count: days }),
              tables,
            }))}
          />
          <Reasons
            title={t('keptTitle')}
            rows={data.kept.map(({ key, tables }) => ({
              key,
              name: t(`kept.${key}`),
              reason: t(`keptWhy.${key}`),
              tables,
            }))}
          />
          <p className="quiet">{t('estimates')}</p>
        </>
      )}
    </>
  )
}

interface ReasonRow {
  key: string
  name: string
  reason: string
  tables: Parameters<typeof SizeCells>[0]['tables']
}

function Reasons({ title, rows }: { title: string; rows: readonly ReasonRow[] }) {
  const { t } = useTranslation('retention')
  return (
    <Section title={title}>
      <ScrollRegion label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('what')}</th>
              <th scope="col">{t('rows')}</th>
              <th scope="col">{t('size')}</th>
              <th scope="col">{t('oldest')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, reason, tables }) => (
              <tr key={key}>
                <th scope="row">
                  {name}
                  <div className="quiet">{reason}</div>
                  <TableNames tables={tables} />
                </th>
                <SizeCells tables={tables} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  )
}
