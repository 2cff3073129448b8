import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

export const AddButton = ({ onClick, children }: { onClick(): void; children: ReactNode }) => (
  <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)
