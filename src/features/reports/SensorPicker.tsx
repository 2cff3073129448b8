import type { Output } from '#contract/endpoint.ts'
import { changeNames, metricNames, type MetricName } from '#contract/metricNames.ts'
import type { reports } from '#contract/reports.ts'
import {
  optionsOf,
  Picker,
  type Option,
  type PickerProps,
  type UseOptions,
} from '#entities/pickers/Picker.tsx'
import { reportCalls } from './calls.ts'
import { useSensorsNamed } from './useSensorsNamed.ts'

const SHOWN = 30

type Sensor = Output<typeof reports.listMetricSensors>['rows'][number]

const offered = (rows: readonly Sensor[]): Option[] =>
  rows.map(({ id, name, place }) => ({
    value: id,
    text: name,
    label: (
      <>
        <bdi>{name}</bdi>
        {place !== null && (
          <span className="quiet">
            {' '}
            · <bdi>{place}</bdi>
          </span>
        )}
      </>
    ),
  }))

const sensorsOf =
  (name: MetricName): UseOptions =>
  (search, chosen, isWanted) => {
    const found = reportCalls.useListMetricSensorsQuery(
      { body: { name, limit: SHOWN, sort: 'name', ...(search === '' ? {} : { search }) } },
      { skip: !isWanted },
    )
    const known = useSensorsNamed(chosen)
    return optionsOf(found, known, offered)
  }

const options = Object.fromEntries(
  [...metricNames, ...changeNames].map((name) => [name, sensorsOf(name)]),
) as Record<MetricName, UseOptions>

export function SensorPicker({ metric, ...props }: PickerProps & { metric: MetricName }) {
  return <Picker {...props} useOptions={options[metric]} />
}
