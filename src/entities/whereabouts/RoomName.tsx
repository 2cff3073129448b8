import { useTranslation } from 'react-i18next'

/** The name of the room of a position; plans of others often have rooms without a name. */
export function RoomName({
  name,
  between,
}: {
  /** Null: the position lies in no room. */
  name: string | null
  /** What is written where it lies in no room. */
  between: string
}) {
  const { t } = useTranslation('entities')
  return <bdi>{name === null ? between : name === '' ? t('roomWithoutName') : name}</bdi>
}
