/** Shapes of shelly-api-docs.shelly.cloud (gen2). Captured reports are among the fixtures. */
import { describe, expect, it } from 'vitest'
import { readReport } from './reports.ts'

const read = (payload: unknown, along: string[] = []) => {
  const told = readReport('shelly', payload, along)
  return 'fault' in told
    ? told.fault
    : told.measurements.map(({ device, key, metric, value }) => [device, key, metric, value])
}
const notify = (params: object, src = 'shellyplusht-b8d61a8b17cc') => ({
  src,
  dst: `${src}/events`,
  method: 'NotifyStatus',
  params: { ts: 1_680_962_879.62, ...params },
})

describe('a Shelly of the second generation', () => {
  it('gives its measurements by the number of their component', () => {
    const probes = {
      'temperature:100': { id: 100, tC: 25.1, tF: 77.2 },
      'temperature:101': { id: 101, tC: -18.5, tF: -1.3 },
      'humidity:0': { id: 0, rh: 42.2 },
      'devicepower:0': { id: 0, battery: { V: 5.46, percent: 73 }, external: { present: false } },
    }
    expect(read(notify(probes))).toEqual([
      ['B8D61A8B17CC', 'temperature:100.tc', 'temperature', 25.1],
      ['B8D61A8B17CC', 'temperature:101.tc', 'temperature', -18.5],
      ['B8D61A8B17CC', 'humidity:0.rh', 'humidity', 42.2],
      ['B8D61A8B17CC', 'devicepower:0.battery.v', 'other', 5.46],
      ['B8D61A8B17CC', 'devicepower:0.battery.percent', 'battery', 73],
    ])
  })

  it('gives one component on its status topic, by the id in its topic prefix', () => {
    expect(
      read({ id: 0, tC: 19.8, tF: 67.6 }, ['shellyplusht-b8d61a8b17cc', 'status', 'temperature:0']),
    ).toEqual([['B8D61A8B17CC', 'temperature:0.tc', 'temperature', 19.8]])
    expect(read({ id: 0, rh: 57 }, ['kitchen', 'status', 'humidity:0'])).toEqual([
      ['KITCHEN', 'humidity:0.rh', 'humidity', 57],
    ])
  })

  it('says what is wrong with itself, and keeps its other measurements', () => {
    const told = readReport(
      'shelly',
      notify({
        'temperature:100': { id: 100, tC: null, tF: null, errors: ['read'] },
        'switch:0': { id: 0, apower: 12, errors: ['overtemp', 'overpower'] },
      }),
    )
    expect(told).toMatchObject({
      measurements: [{ value: null }, { key: 'switch:0.apower', value: 12 }],
      faults: [
        { fault: 'deviceFault', device: 'B8D61A8B17CC', label: 'temperature:100 read' },
        { fault: 'deviceFault', label: 'switch:0 overtemp' },
        { fault: 'deviceFault', label: 'switch:0 overpower' },
      ],
      unused: [],
    })
  })

  it('converts watt-hours, and tells a leak and smoke', () => {
    const { measurements } = readAll(
      notify({
        'pm1:0': { id: 0, apower: 12.5, aenergy: { total: 6_532 }, ret_aenergy: { total: 10 } },
        'flood:0': { id: 0, alarm: true, mute: false },
        'smoke:0': { id: 0, alarm: true, mute: false },
      }),
    )
    expect(measurements.map(({ key, metric, value }) => [key, metric, value])).toEqual([
      ['pm1:0.apower', 'power', 12.5],
      ['pm1:0.aenergy.total', 'energy', 6.532],
      ['pm1:0.retaenergy.total', 'other', 10],
      ['flood:0.alarm', 'waterLeak', 1],
      ['smoke:0.alarm', 'alarm', 1],
    ])
  })

  it('has no value for a failed probe, an unplugged cable, and a battery beside a cable', () => {
    expect(
      read(
        notify({
          'temperature:100': { id: 100, tC: null, tF: null, errors: ['read'] },
          'flood:0': { id: 0, alarm: false, errors: ['cable_unplugged'] },
          'devicepower:0': { id: 0, battery: { V: 0.43, percent: 0 }, external: { present: true } },
        }),
      ),
    ).toEqual([
      ['B8D61A8B17CC', 'temperature:100.tc', 'temperature', null],
      ['B8D61A8B17CC', 'flood:0.alarm', 'waterLeak', null],
      ['B8D61A8B17CC', 'devicepower:0.battery.v', 'other', 0.43],
      ['B8D61A8B17CC', 'devicepower:0.battery.percent', 'battery', null],
    ])
  })

  it('does not take the warmth of a meter’s own electronics for a measurement', () => {
    const params = { 'temperature:0': { id: 0, tC: 46.6, tF: 115.9 } }
    expect(read(notify(params, 'shellypro3em-aabbccddeeff'))).toEqual([])
    expect(read(notify(params))).toHaveLength(1)
  })

  it('passes over what says nothing measured', () => {
    expect(read(notify({ wifi: { rssi: -47 } }))).toEqual([])
    expect(read(true, ['shellyplusht-b8d61a8b17cc', 'online'])).toEqual([])
    expect(
      read({
        src: 'shellyplus1-a8032abe54dc',
        method: 'NotifyEvent',
        params: { ts: 1, events: [{ component: 'input:0', event: 'single_push', ts: 1 }] },
      }),
    ).toEqual([])
  })
})

function readAll(payload: unknown) {
  const told = readReport('shelly', payload)
  if ('fault' in told) throw new Error(told.fault)
  return told
}
