import { BarChartOutlined, CheckCircleOutlined, ClockCircleOutlined, DashboardOutlined, HeartOutlined, HomeOutlined, SafetyOutlined, ToolOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { Widget } from '#contract/dynamicDashboards'

export const iconOf: Record<Widget['icon'], ReactNode> = {
  gauge: <DashboardOutlined />, check: <CheckCircleOutlined />, tool: <ToolOutlined />, safety: <SafetyOutlined />, heart: <HeartOutlined />, home: <HomeOutlined />, clock: <ClockCircleOutlined />, chart: <BarChartOutlined />,
}
