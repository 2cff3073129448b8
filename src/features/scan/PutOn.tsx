/** Stores the content of an unknown label in the equipment, so that the next scan finds it. */
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { equipmentCalls } from '#entities/calls/equipment.ts'
import { pageOf } from '#entities/dueHere/DueHere.tsx'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { useFetchOrNotify } from '#ui/form/useFetchOrNotify.ts'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import { changeByLabel, type Fact } from './labelFacts.ts'
import styles from './scan.module.css'

export function PutOn({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation('scan')
  const mayEdit = useMay('editor|equipment')
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<number | null>(null)
  const { put, isBusy } = usePut(facts)
  if (!mayEdit || facts.length === 0) return null
  if (!isOpen) return <Button onClick={() => setIsOpen(true)}>{t('putOn')}</Button>
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== null) void put(chosen)
      }}
    >
      <label>
        <span>{t('putOnWhat')}</span>
        <EquipmentPicker value={chosen} onChange={setChosen} />
      </label>
      <Button type="primary" htmlType="submit" disabled={chosen === null} loading={isBusy}>
        {t('putOnSave')}
      </Button>
    </form>
  )
}

function usePut(facts: readonly Fact[]) {
  const { t } = useTranslation('scan')
  const navigate = useNavigate()
  const readOrTell = useFetchOrNotify()
  const tell = useUndoableToast()
  const [update] = equipmentCalls.useUpdateEquipmentMutation()
  const [isBusy, setIsBusy] = useState(false)
  async function put(id: number): Promise<void> {
    setIsBusy(true)
    const before = await readOrTell(equipment.getEquipment, { params: { id } })
    if (before === null) return setIsBusy(false)
    const change = changeByLabel(before, facts)
    const { data } = await update({ params: { id }, body: { ...change, version: before.version } })
    setIsBusy(false)
    if (data === undefined) return
    tell({ level: 'success', message: t('putOnDone', { name: before.name }) }, () => {
      void update({
        params: { id },
        body: { ...valuesBefore(before, change), version: data.version },
      })
    })
    void navigate(pageOf({ kind: 'equipment', id }))
  }
  return { put, isBusy }
}

type Change = ReturnType<typeof changeByLabel>

const valuesBefore = (before: Output<typeof equipment.getEquipment>, change: Change) =>
  Object.fromEntries(keysOf(change).map((key) => [key, before[key]]))
const keysOf = (change: Change) => Object.keys(change) as (keyof Change)[]
