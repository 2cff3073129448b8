import { Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { pathTo } from '#lib/paths.ts'
import { useMay } from '#entities/session/useSession.ts'
import styles from '#ui/page/Page.module.css'

const places = ['dashboards', 'dashboardItems', 'dynamicDashboards'] as const
type Place = (typeof places)[number]

export function InsightTabs({ current }: { current: Place }) {
  const { t } = useTranslation('charts')
  const navigate = useNavigate()
  const mayEdit = useMay('editor|dashboards')
  const shown = places.filter((place) => place !== 'dashboardItems' || mayEdit)
  return (
    <Tabs
      className={styles.pageTabs}
      activeKey={current}
      items={shown.map((key) => ({ key, label: t(`tab.${key}`) }))}
      onChange={(key) =>
        void navigate(pathTo(places.find((place) => place === key) ?? 'dashboards'))
      }
    />
  )
}
