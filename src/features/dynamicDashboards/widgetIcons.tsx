import {
  BarChartOutlined,
  CheckCircleOutlined,
  ClockCircleOutlined,
  DashboardOutlined,
  HeartOutlined,
  HomeOutlined,
  SafetyOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Widget } from '#contract/dashboards/dynamicDashboards.ts'

export const iconOf: Record<Widget['icon'], ReactNode> = {
  gauge: <DashboardOutlined aria-hidden />,
  check: <CheckCircleOutlined aria-hidden />,
  tool: <ToolOutlined aria-hidden />,
  safety: <SafetyOutlined aria-hidden />,
  heart: <HeartOutlined aria-hidden />,
  home: <HomeOutlined aria-hidden />,
  clock: <ClockCircleOutlined aria-hidden />,
  chart: <BarChartOutlined aria-hidden />,
}
