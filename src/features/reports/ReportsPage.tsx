import {
  BarChartOutlined,
  BorderInnerOutlined,
  LineChartOutlined,
  NodeIndexOutlined,
  RetweetOutlined,
  SwapOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useParams } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import { Page } from '#ui/page/Page.tsx'
import { NoRight } from '#ui/feedback/states.tsx'
import styles from './reports.module.css'

export function ReportsPage() {
  const { t } = useTranslation(['reports', 'titles'])
  const { template } = useParams()
  const maySeeHours = useMay('viewer|work')
  const maySeeTickets = useMay('viewer|costs') || maySeeHours
  if (!useMay('viewer|reports')) return <NoRight />
  if (template !== undefined) return <Navigate replace to={pathTo('report', {})} />
  return (
    <Page title={t('titles:report')} kind="wide">
      <div className={styles.reportActions}>
        <Door
          to={pathTo('reportPerformances')}
          icon={<BarChartOutlined aria-hidden />}
          title={t('titles:reportPerformances')}
          hint={t('performancesHint')}
        />
        <Door
          to={pathTo('reportTracers')}
          icon={<NodeIndexOutlined aria-hidden />}
          title={t('titles:reportTracers')}
          hint={t('tracersHint')}
        />
        {maySeeTickets && (
          <Door
            to={pathTo('reportTickets')}
            icon={<ToolOutlined aria-hidden />}
            title={t('titles:reportTickets')}
            hint={t('ticketsHint')}
          />
        )}
        <Door
          to={pathTo('reportVisits')}
          icon={<BorderInnerOutlined aria-hidden />}
          title={t('titles:reportVisits')}
          hint={t('visitsHint')}
        />
        <Door
          to={pathTo('reportReliability')}
          icon={<ToolOutlined aria-hidden />}
          title={t('titles:reportReliability')}
          hint={t('reliabilityHint')}
        />
        <Door
          to={pathTo('reportReplacement')}
          icon={<RetweetOutlined aria-hidden />}
          title={t('titles:reportReplacement')}
          hint={t('replacementHint')}
        />
        <Door
          to={pathTo('metrics')}
          icon={<LineChartOutlined aria-hidden />}
          title={t('titles:metrics')}
          hint={t('metricsHint')}
        />
        <Door
          to={pathTo('metricsChangesValue')}
          icon={<SwapOutlined aria-hidden />}
          title={t('changesTitle')}
          hint={t('changesHint')}
        />
      </div>
    </Page>
  )
}

function Door({
  to,
  icon,
  title,
  hint,
}: {
  to: string
  icon: ReactNode
  title: string
  hint: string
}) {
  return (
    <Link to={to} className={`${styles.reportLink} surface`}>
      <span className={styles.reportIcon} aria-hidden="true">
        {icon}
      </span>
      <span>
        <strong>{title}</strong>
        <span className="quiet">{hint}</span>
      </span>
    </Link>
  )
}
