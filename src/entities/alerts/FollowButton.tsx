import { EyeFilled, EyeOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { alertCalls } from './calls.ts'

export function FollowButton({ equipmentId }: { equipmentId: number }) {
  const { t } = useTranslation('alerts')
  const { data } = alertCalls.useGetEquipmentFollowQuery({ params: { id: equipmentId } })
  const [setFollow, { isLoading }] = alertCalls.useSetEquipmentFollowMutation()
  if (data === undefined) return null
  return (
    <Tooltip title={t('followers', { count: data.followers })}>
      <Button
        icon={data.follows ? <EyeFilled aria-hidden /> : <EyeOutlined aria-hidden />}
        aria-pressed={data.follows}
        loading={isLoading}
        onClick={() =>
          void setFollow({ params: { id: equipmentId }, body: { follows: !data.follows } })
        }
      >
        {data.follows ? t('following') : t('follow')}
      </Button>
    </Tooltip>
  )
}
