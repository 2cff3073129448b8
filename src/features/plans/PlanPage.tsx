import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { Output } from '#contract/endpoint.ts'
import type { rtls } from '#contract/rtls/rtls.ts'
import type { FloorPlan } from '#contract/venue/venuePlans.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { useClaims, useMay } from '#entities/session/useSession.ts'
import { Page } from '#ui/page/Page.tsx'
import { ErrorState, LoadingState, NoRight, NotThere, type Failure } from '#ui/feedback/states.tsx'
import { readAgain, useFreshRow } from '#ui/form/useFreshRow.ts'
import { planCalls, useGetFloorQuery, useListBuildingsQuery } from './calls.ts'
import { planFrom } from './drawing/convert.ts'
import { asOtherFloor } from './drawing/copyFloor.ts'
import { frameAlong, frameBeside, sheetOf } from './drawing/frame.ts'
import { emptyPlan } from './drawing/plan.ts'
import { surroundingsOf } from './surroundings.ts'
import { keptSketch, type Sketch } from './planDraft.ts'
import { PlanEditor } from './PlanEditor.tsx'

const address = {
  building: inAddress.id('building'),
  from: inAddress.id('floor'),
  saved: inAddress.flag(),
}
type Building = Output<typeof rtls.listBuildings>['rows'][number]

export function PlanPage() {
  const { floorId = 'new' } = useParams()
  const [{ building, from, saved }] = useAddressState(address)
  if (!useMay('editor|locations')) return <NoRight />
  return floorId === 'new' ? (
    <NewFloor key={`new ${building} ${from}`} buildingId={building} fromId={from} />
  ) : (
    <ThereFloor key={floorId} id={Number(floorId)} isJustSaved={saved} />
  )
}

function Waiting({ failure, retry }: { failure: Failure | undefined; retry(): void }) {
  const { t } = useTranslation('titles')
  return (
    <Page title={t('floorPlan')} back={{ to: pathTo('mapping'), label: t('mapping') }}>
      {failure === undefined ? (
        <LoadingState rows={8} />
      ) : (
        <ErrorState failure={failure} onRetry={retry} />
      )}
    </Page>
  )
}

function ThereFloor({ id, isJustSaved }: { id: number; isJustSaved: boolean }) {
  const claims = useClaims()
  const query = planCalls.useGetFloorPlanQuery({ params: { id } }, readAgain)
  const data = useFreshRow(query)
  const { data: houses, error } = useListBuildingsQuery()
  const [first, setFirst] = useState<FloorPlan | null>(null)
  if (first === null && data !== undefined) setFirst(data)
  if (first === null || houses === undefined)
    return <Waiting failure={query.error ?? error} retry={() => void query.refetch()} />
  const key = String(id)
  const frame = frameAlong(first.outline)
  const sheet = sheetOf(frame)
  return (
    <Opened
      target={{ floorId: id, buildingId: first.building.id }}
      begin={() => ({
        plan: planFrom(first, sheet),
        frame,
        version: first.version,
        buildingName: '',
      })}
      kept={claims === null ? null : keptSketch(claims, key)}
      draftKey={key}
      surroundings={surroundingsOf(
        sheet,
        houses.rows.filter((house) => house.id !== first.building.id),
        undefined,
      )}
      building={first.building.name}
      isJustSaved={isJustSaved}
    />
  )
}

function NewFloor({ buildingId, fromId }: { buildingId: number | null; fromId: number | null }) {
  const { t } = useTranslation('plans')
  const claims = useClaims()
  const { data: houses, error, refetch } = useListBuildingsQuery()
  const from = planCalls.useGetFloorPlanQuery(
    { params: { id: fromId ?? 0 } },
    { skip: fromId === null },
  )
  const house = houses?.rows.find(({ id }) => id === buildingId)
  const below = nearestFloor(house)
  const belowQuery = useGetFloorQuery(
    { params: { id: below ?? 0 } },
    { skip: below === undefined || fromId !== null },
  )
  const isWaiting =
    houses === undefined ||
    (fromId !== null && from.data === undefined) ||
    (fromId === null && below !== undefined && belowQuery.data === undefined)
  if (isWaiting)
    return (
      <Waiting failure={error ?? from.error ?? belowQuery.error} retry={() => void refetch()} />
    )
  if (buildingId !== null && house === undefined) return <NotThere isPage />
  const ordinal = Math.max(-1, ...(house?.floors ?? []).map((one) => one.ordinal)) + 1
  const facts = {
    name: ordinal === 0 ? t('groundFloor') : t('floorNumber', { number: ordinal }),
    shortName: String(ordinal),
    ordinal,
  }
  const outlines = houses.rows.map(({ outline }) => outline)
  const frame =
    from.data !== undefined && fromId !== null
      ? frameAlong(from.data.outline)
      : house === undefined
        ? frameBeside(outlines)
        : frameAlong(house.outline)
  const sheet = sheetOf(frame)
  const key = `new:${buildingId ?? 0}:${fromId ?? 0}`
  return (
    <Opened
      target={{ floorId: null, buildingId: house?.id ?? null }}
      begin={() => ({
        plan:
          from.data !== undefined && fromId !== null
            ? asOtherFloor(planFrom(from.data, sheet), facts)
            : emptyPlan(facts),
        frame,
        version: null,
        buildingName: '',
      })}
      kept={claims === null ? null : keptSketch(claims, key)}
      draftKey={key}
      surroundings={surroundingsOf(
        sheet,
        house === undefined ? houses.rows : [house],
        belowQuery.data,
      )}
      building={house?.name ?? null}
      isJustSaved={false}
    />
  )
}

const nearestFloor = (house: Building | undefined): number | undefined =>
  house?.floors.toSorted((a, b) => b.ordinal - a.ordinal)[0]?.id

type OpenedProps = Omit<Parameters<typeof PlanEditor>[0], 'begun'> & { begin(): Sketch }

/** Initial values are fixed, so that later answers do not interrupt the drawing. */
function Opened({ begin, kept, ...props }: OpenedProps) {
  const [begun] = useState(begin)
  const [first] = useState(kept)
  const [surroundings] = useState(props.surroundings)
  return <PlanEditor {...props} begun={begun} kept={first} surroundings={surroundings} />
}
