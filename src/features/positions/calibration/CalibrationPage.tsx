/**
 * Learnt radio values beside those in use, on the map and for each gateway. A person applies or
 * undoes them; moved gateways are flagged.
 */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Calibration } from '#contract/rtls/siteSurvey.ts'
import { inAddress, useAddressState } from '#lib/addressState.ts'
import { pathTo } from '#lib/paths.ts'
import { toMovers, frozenFeed } from '#map/movers.ts'
import { Page } from '#ui/page/Page.tsx'
import { EmptyState, PendingState } from '#ui/feedback/states.tsx'
import { surveyCalls } from '../calls.ts'
import { FloorStage } from '../venue/FloorStage.tsx'
import type { Past } from '../map/MapView.tsx'
import { useMarkerColour } from '../map/useMapLabels.ts'
import { useVenueChoice } from '../venue/useVenueChoice.ts'
import { VenueSelects } from '../venue/VenueSelects.tsx'
import { CalibrationState } from './CalibrationState.tsx'
import { GatewayOffsets } from './GatewayOffsets.tsx'
import rtlsStyles from '../rtls.module.css'
import styles from './calibration.module.css'

const address = {
  building: inAddress.id('building'),
  floor: inAddress.id('floor'),
  gateway: inAddress.id('gateway'),
}
/** Milliseconds between refetches, because learnt values change by themselves. */
const LOOKS_AGAIN = 10_000
const nothingMoves = frozenFeed(toMovers([]))

export function CalibrationPage() {
  const { t } = useTranslation(['radioCalibration', 'map', 'titles'])
  const [state, change] = useAddressState(address)
  const venue = useVenueChoice(state)
  const query = surveyCalls.useGetCalibrationQuery(undefined, {
    pollingInterval: LOOKS_AGAIN,
    skipPollingIfUnfocused: true,
  })
  const { data } = query
  const floorId = venue.floorMark?.id
  const picture = usePicture(data, floorId ?? null, state.gateway)
  const title = t('titles:radioCalibration')
  const back = {
    to: pathTo('mapping', undefined, { floor: floorId }),
    label: t('titles:mapping'),
  }
  if (data === undefined || venue.isLoading)
    return (
      <Page title={title} back={back}>
        <PendingState failure={query.error} onRetry={() => void query.refetch()} rows={8} />
      </Page>
    )
  if (data.gateways.length === 0 || floorId === undefined)
    return (
      <Page title={title} back={back}>
        <EmptyState title={t('noGateways')} hint={t('noGatewaysHint')} />
      </Page>
    )
  const goTo = (next: { building?: number; floor?: number }) => {
    change(
      { building: next.building ?? null, floor: next.floor ?? null, gateway: null },
      { push: true },
    )
    venue.remember(next)
  }
  return (
    <Page
      title={title}
      back={back}
      filters={
        <div className={rtlsStyles.mapBar}>
          <VenueSelects
            venue={venue}
            onBuilding={(building) => goTo({ building })}
            onFloor={(floor) => goTo({ floor })}
          />
        </div>
      }
    >
      <FloorStage
        venue={venue}
        picture={picture}
        focusKey={state.gateway === null ? '' : `${state.gateway}`}
        side={
          <section className={styles.panel} aria-label={title}>
            <CalibrationState calibration={data} />
            <GatewayOffsets
              calibration={data}
              floorId={floorId}
              chosenId={state.gateway}
              onShow={(gateway, floor) => change({ gateway, floor, building: null })}
            />
          </section>
        }
        onFloor={(floor) => goTo({ floor })}
        onPick={() => undefined}
      />
    </Page>
  )
}

function usePicture(
  data: Calibration | undefined,
  floorId: number | null,
  chosenId: number | null,
): Past {
  const colourOf = useMarkerColour()
  return useMemo(() => {
    const own = (data?.gateways ?? []).filter((one) => one.floorId === floorId)
    const chosen = own.find(({ id }) => id === chosenId)
    const [good, odd, quiet] = [
      colourOf('turquoise', false),
      colourOf('red', false),
      colourOf(null, true),
    ]
    return {
      feed: nothingMoves,
      at: chosen === undefined || floorId === null ? null : { ...chosen, floorId },
      marks: {
        lines: own.flatMap(({ moved, ...one }) =>
          moved === null ? [] : [{ points: [one, moved], colour: odd, isDashed: true }],
        ),
        circles: own.flatMap(({ moved }) =>
          moved === null ? [] : [{ at: moved, metres: 2, colour: odd, isDashed: true }],
        ),
        pins: own.map((one) => ({
          at: one,
          label: one.equipment.name,
          colour: one.moved !== null || one.drift !== null ? odd : one.isCovered ? good : quiet,
          isBig: one.id === chosenId,
        })),
      },
    }
  }, [data, floorId, chosenId, colourOf])
}
