/** What to replace in the next five years: sums by year, or the equipment with its scores. */
import { FilterOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { replacementDimensions } from '#contract/replacement.ts'
import { filterFrom, filterPatch } from '#entities/filterObject/filterAddress.ts'
import { FilterSheet } from '#entities/filterObject/FilterSheet.tsx'
import { useFilterSummary } from '#entities/filterObject/useFilterSummary.ts'
import { useMay } from '#entities/session/useSession.ts'
import { pathTo } from '#lib/paths.ts'
import { NoRight } from '#ui/feedback/states.tsx'
import { useListAddress } from '#ui/list/listAddress.ts'
import { Page } from '#ui/page/Page.tsx'
import { PrintHead } from '#ui/page/PrintHead.tsx'
import { address, bucketFrom, groupFrom, views } from './address.ts'
import { PlanList } from './PlanList.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { PlanYears } from './PlanYears.tsx'
import styles from '../reports.module.css'

export function ReplacementPage() {
  return useMay('viewer|reports') ? <Plan /> : <NoRight />
}

function Plan() {
  const { t } = useTranslation(['replacement', 'reports', 'titles', 'common', 'dashboards'])
  const { state, change, paging, question, linkTo } = useListAddress(address)
  const [isFiltering, setIsFiltering] = useState(false)
  const filter = filterFrom(state)
  const summary = useFilterSummary(filter)
  const byLabel = t(`reports:by.${state.by}`)
  const asked = { by: state.by, filter }
  const first = { page: 1, id: null, groups: 1 }
  return (
    <Page
      title={t('titles:reportReplacement')}
      back={{ to: pathTo('report', {}), label: t('titles:report') }}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('dashboards:print')}
        </Button>
      }
      panel={
        state.id !== null && (
          <PlanPanel
            key={state.id}
            id={state.id}
            onClose={() => change({ id: null }, { push: true })}
          />
        )
      }
    >
      <div className={`${styles.report} print-whole`}>
        <PrintHead lines={[`${t('reports:distributionBy')}: ${byLabel}`, summary]} />
        <div className={styles.reportAsk}>
          <Segmented
            aria-label={t('view')}
            value={state.view}
            onChange={(view) => change({ view, ...first, bucket: '', group: '-' }, { push: true })}
            options={views.map((value) => ({ value, label: t(`view_${value}`) }))}
          />
          <Select
            aria-label={t('reports:distributionBy')}
            value={state.by}
            popupMatchSelectWidth={false}
            onChange={(by) => change({ by, ...first, group: '-' }, { push: true })}
            options={replacementDimensions.map((by) => ({
              value: by,
              label: t(`reports:by.${by}`),
            }))}
          />
          <Button icon={<FilterOutlined aria-hidden />} onClick={() => setIsFiltering(true)}>
            {t('common:filter')}
          </Button>
          <span className="quiet">{summary}</span>
        </div>
        {state.view === 'years' ? (
          <PlanYears
            asked={asked}
            note={summary}
            part={state.groups}
            onPart={(groups) => change({ groups }, { push: true })}
            onOpen={(bucket, group) =>
              change(
                {
                  ...first,
                  view: 'equipment',
                  bucket: bucket === undefined ? '' : String(bucket),
                  group: group === undefined ? '-' : String(group),
                },
                { push: true },
              )
            }
          />
        ) : (
          <PlanList
            asked={{
              ...asked,
              ...(bucketFrom(state.bucket) === undefined
                ? {}
                : { bucket: bucketFrom(state.bucket) }),
              ...(groupFrom(state.group) === undefined ? {} : { group: groupFrom(state.group) }),
            }}
            question={question}
            paging={paging}
            linkTo={linkTo}
            currentId={state.id}
            onNarrow={(patch) => change({ ...first, ...patch }, { push: true })}
          />
        )}
      </div>
      {isFiltering && (
        <FilterSheet
          value={filter}
          onChange={(next) => change({ ...filterPatch(next), ...first })}
          onClose={() => setIsFiltering(false)}
        />
      )}
    </Page>
  )
}
