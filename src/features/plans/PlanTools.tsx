/** What one draws with, in a column beside the sheet. */
import {
  ApiOutlined,
  BorderOuterOutlined,
  BorderOutlined,
  ColumnWidthOutlined,
  DragOutlined,
  GatewayOutlined,
  LoginOutlined,
  ManOutlined,
  MinusOutlined,
  ScissorOutlined,
  SwapOutlined,
  VerticalAlignMiddleOutlined,
  StarOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { tools, type Tool } from './tools.ts'
import styles from './plans.module.css'

const marks: Record<Tool, ReactNode> = {
  select: <DragOutlined aria-hidden />,
  room: <BorderOutlined aria-hidden />,
  shape: <GatewayOutlined aria-hidden />,
  wall: <MinusOutlined aria-hidden />,
  split: <ScissorOutlined aria-hidden />,
  door: <SwapOutlined aria-hidden />,
  window: <ColumnWidthOutlined aria-hidden />,
  stairs: <StarOutlined aria-hidden />,
  lift: <VerticalAlignMiddleOutlined aria-hidden />,
  toilet: <ManOutlined aria-hidden />,
  entrance: <LoginOutlined aria-hidden />,
  gateway: <ApiOutlined aria-hidden />,
  outline: <BorderOuterOutlined aria-hidden />,
}

export function PlanTools({ tool, onTool }: { tool: Tool; onTool(tool: Tool): void }) {
  const { t } = useTranslation('plans')
  return (
    <div className={styles.tools} role="group" aria-label={t('tools')}>
      {tools.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.tool}
          aria-pressed={tool === one}
          onClick={() => onTool(one)}
        >
          {marks[one]}
          <span>{t(`tool.${one}`)}</span>
        </button>
      ))}
    </div>
  )
}
