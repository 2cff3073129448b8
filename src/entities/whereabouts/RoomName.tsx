import { useTranslation } from 'react-i18next'

/** The name of a position's room. Imported plans often have unnamed rooms. */
export function RoomName({
  name,
  between,
}: {
  /** Null if the position is outside all rooms. */
  name: string | null
  between: string
}) {
  const { t } = useTranslation('entities')
  return <bdi>{name === null ? between : name === '' ? t('roomWithoutName') : name}</bdi>
}
