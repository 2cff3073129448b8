/**
 * The equipment or location in front of the user, found by name or number, with due work. Kept in
 * the address (`here=e12`), so that Back restores it.
 */
import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { search as contract } from '#contract/search.ts'
import { fold } from '#contract/rules/fold.ts'
import { prefix } from '#contract/rules/truncate.ts'
import { injectContract } from '#api/api.ts'
import type { DueHereOf } from '#entities/dueHere/DueHere.tsx'
import { Picker, type UseOptions } from '#entities/pickers/Picker.tsx'
import { rruleCalls } from '#entities/recurrence/calls.ts'
import { MY_QUEUE } from '#entities/recurrence/myQueue.ts'
import { roundField } from '#entities/recurrence/round.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useAddressState, type AddressField } from '#lib/addressState.ts'
import { loadPartLater } from '#lib/lateFiles.ts'
import { LoadingState } from '#ui/feedback/states.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { groupChecksByTarget } from './groupChecksByTarget.ts'
import styles from './today.module.css'

const { useSearchQuery } = injectContract(contract)
const DueHere = loadPartLater(() =>
  import('#entities/dueHere/DueHere.tsx').then((file) => ({ default: file.DueHere })),
)

const hereField: AddressField<DueHereOf | null> = {
  read: (raw) => roundField.read(raw)[0] ?? null,
  write: (here) => (here === null ? null : roundField.write([here])),
}
const address = { here: hereField }

/** A picker's values are numbers, so locations use negative ids. */
const asValue = ({ kind, id }: DueHereOf) => (kind === 'location' ? -id : id)
const ofValue = (value: number): DueHereOf => ({
  kind: value < 0 ? 'location' : 'equipment',
  id: Math.abs(value),
})

interface Offered extends DueHereOf {
  name: string
  hint: string | null
}
const MAX_LETTERS = 200
/** The most suggestions from the user's queue. */
const MAX_OF_QUEUE = 10

const optionOf = ({ kind, id, name, hint }: Offered, typed: string) => ({
  value: asValue({ kind, id }),
  text: name,
  isExact: [name, hint].some((one) => one !== null && fold(one) === fold(typed)),
  label: (
    <>
      <bdi>{name}</bdi> {hint !== null && <bdi className="quiet">{hint}</bdi>}
    </>
  ),
})

/** Suggests the user's queue from the device first, which also works offline. */
const useThingsAndPlaces: UseOptions = (typed) => {
  const q = prefix(typed.trim(), MAX_LETTERS)
  const queue = answerToShow(rruleCalls.useListOccurrencesQuery(MY_QUEUE))
  const query = useSearchQuery({ params: { q } }, { skip: q === '' })
  const { data, currentData, isFetching, isError } = query
  const ofQueue = groupChecksByTarget(queue?.rows ?? [], q)
  const searched = (data ?? []).flatMap(({ kind, ...rest }) =>
    kind === 'equipment' || kind === 'location' ? [{ kind, ...rest }] : [],
  )
  const isOfQueue = q === '' || (isError && ofQueue.length > 0)
  return {
    found: (isOfQueue ? ofQueue.slice(0, MAX_OF_QUEUE) : searched).map((one) => optionOf(one, q)),
    isFetching,
    isAnswered: isOfQueue || currentData !== undefined,
    hasFailed: isError && !isOfQueue,
    filtersItself: false,
  }
}

export function InFrontOfMe() {
  const { t } = useTranslation(['today', 'common'])
  const [{ here }, setAddress] = useAddressState(address)
  const mayPerform = useMay('performer|procedures')
  if (!mayPerform) return null
  return (
    <section className={styles.here} aria-label={t('here')}>
      <Picker
        // The choice is shown below, so the field resets for the next one.
        key={here === null ? 0 : asValue(here)}
        className={styles.hereSearch ?? ''}
        label={t('here')}
        hint={t('hereHint')}
        size="large"
        allowClear={false}
        value={null}
        onChange={(value) => {
          if (value !== null) setAddress({ here: ofValue(value) })
        }}
        takesOnlyMatch
        useOptions={useThingsAndPlaces}
      />
      {here !== null && (
        <div className={styles.hereFound}>
          <Button
            type="text"
            className={styles.hereClose}
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('common:close')}
            onClick={() => setAddress({ here: null })}
          />
          <Suspense fallback={<LoadingState rows={3} />}>
            <DueHere key={asValue(here)} thing={here} />
          </Suspense>
        </div>
      )}
    </section>
  )
}
