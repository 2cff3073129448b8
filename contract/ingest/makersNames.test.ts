/** Names and nesting used by decoders of further makers. */
import { describe, expect, it } from 'vitest'
import { valuesIn } from './decoded.ts'
import { readReport } from './reports.ts'

const read = (decoded: Record<string, unknown>) =>
  Object.fromEntries(
    valuesIn(decoded).values.map((one) => [
      one.label,
      'fault' in one ? one.fault : [one.metric, one.value, one.unit],
    ]),
  )
const metricOf = (name: string, value: unknown) => {
  const [one] = valuesIn({ [name]: value }).values
  return one === undefined ? null : 'fault' in one ? one.fault : one.metric
}
/** Measurements with a metric, by key; plain numbers are left out. */
const measured = (format: Parameters<typeof readReport>[0], report: unknown) => {
  const told = readReport(format, report)
  if ('fault' in told) return told.fault
  return told.measurements.map(({ key, metric, value, at }) => ({ key, metric, value, at }))
}

describe('a name that no profile has', () => {
  it.each([
    ['sensorTemperature', 20, 'temperature'],
    ['room_temperature', 20, 'temperature'],
    ['var_Ambient_Temp_Avg', 20, 'temperature'],
    ['Surface Temperature', 20, 'temperature'],
    ['averageHumidity', 40, 'humidity'],
    ['Total_CO2(ppm)', 600, 'co2'],
    ['batteryLevelInPercentage', 90, 'battery'],
    ['var_Remaining_battery_perc', 90, 'battery'],
    ['electrode_is_wet', true, 'waterLeak'],
    ['roomPresence', 'absent', 'motion'],
    ['water_leak_alarm_1', true, 'waterLeak'],
    ['input_1_leak_detect_7', 'Dry', 'waterLeak'],
    ['water_leak_zone_2', true, 'waterLeak'],
    ['leakageDetected2', true, 'waterLeak'],
    ['leakElectrode10', 'wet', 'waterLeak'],
    ['carbon_monoxide_alarm_1', true, 'alarm'],
    ['CO2Filtered', 409, 'co2'],
  ])('is known by its words: %s', (name, value, metric) => {
    expect(metricOf(name, value)).toBe(metric)
  })

  it.each([
    ['targetTemperature', 21],
    ['set_point_temperature', 21],
    ['temperatureAlertThreshold1', 21],
    ['temperature_max', 21],
    ['comfort_temperature', 21],
    ['mcu_board_temperature', 40],
    ['light_temperature', 4_186],
    ['deadzone_temperature', 1],
    ['monday_temp_1', 21],
    ['window_detection_temperature', 8],
    ['remote_temperature', 20],
  ])('of a setting, an extreme or the electronics is a plain number: %s', (name, value) => {
    expect(metricOf(name, value)).toBe('other')
  })

  it.each([
    ['soil_humidity', 40],
    ['temperature_status', 0],
    ['leak_state', 1],
    ['txPower', 14],
    ['IAQ_CO2_index', 3],
    ['leakage_current', 12],
    ['nc_pm10_0', 12],
    ['sensorNoVibration', true],
    ['valve_opening', true],
    ['light_detected', 1],
    ['color_light.hue_light', 40],
  ])('that only sounds like a measurement is not one: %s', (name, value) => {
    expect(metricOf(name, value)).toBe('other')
  })

  it('of a time or counter of the message is not offered at all', () => {
    expect(read({ timestamp: 1_731_995_940, fPort: 2, payloadCounter: 7 })).toEqual({})
  })

  it('comes after the names that profiles have, for a sensor without a choice', () => {
    const { values } = valuesIn({ boiler_temperature: 60, temperature: 21 })
    expect(values.map(({ label }) => label)).toEqual(['temperature', 'boiler_temperature'])
  })
})

describe('a state', () => {
  it.each(['beeper_on_leak_1', 'alarm_on_motion', 'enable_alarm_water_leak', 'force_smoke_alarm'])(
    'is not the setting of a device: %s',
    (name) => expect(metricOf(name, true)).toBe('other'),
  )

  it('is told in a sentence, which may also say that it is not measured (MOKO)', () => {
    const values = read({
      pir_state: 'PIR motion not detected',
      door_state: 'Door/window is close',
      temperature: 'Temperature monitoring function is disable',
      total_energy: '12.30KWH',
      instantaneous_current: '0.123A',
      hardware: '2C',
    })
    expect(values).toEqual({
      pir_state: ['motion', 0, ''],
      door_state: ['contact', 0, ''],
      temperature: ['temperature', null, '°C'],
      total_energy: ['energy', 12.3, 'kWh'],
      instantaneous_current: ['other', 0.123, 'A'],
    })
  })

  it('is told in a letter, and behind its own name', () => {
    expect(read({ leak: 'N', water_leakage_state: 'water_leakage_yes' })).toMatchObject({
      leak: ['waterLeak', 0, ''],
    })
    expect(read({ leak: 'Y' })).toEqual({ leak: ['waterLeak', 1, ''] })
  })
})

describe('a unit', () => {
  it('of kelvin is a capital letter, and mWh are not MWh', () => {
    const values = read({
      floor_temperature_sensor: '10k',
      a: { temperature: { value: 293.15, unit: 'K' } },
      energy: { value: 5_000, unit: 'mWh' },
    })
    expect(values).toEqual({
      floor_temperature_sensor: ['other', 10, 'k'],
      'a.temperature': ['temperature', 20, '°C'],
      energy: ['energy', 0.005, 'kWh'],
    })
  })

  it('is read in the name, beside the value, and behind it', () => {
    expect(
      read({
        energy_kWh: 10,
        'Temperature(°C)': 27,
        temperatureF: 68,
        power: 22.4,
        powerUnit: 'kW',
        Humidity: '68.14%',
        Battery: '3.6V',
        import_total: { data: 59_856, unit: 'Wh' },
      }),
    ).toEqual({
      energy_kWh: ['energy', 10, 'kWh'],
      'Temperature(°C)': ['temperature', 27, '°C'],
      temperatureF: ['temperature', 20, '°C'],
      power: ['power', 22_400, 'W'],
      Humidity: ['humidity', 68.14, '%'],
      Battery: ['other', 3.6, 'V'],
      import_total: ['energy', 59.856, 'kWh'],
    })
  })

  it('makes a state a number: the seconds since a motion, the moisture of soil', () => {
    expect(read({ motion: { value: 330, unit: 's' } })).toEqual({ motion: ['other', 330, 's'] })
    const soil = measured('chirpstack', {
      deviceInfo: { devEui: 'A84041FFFF000001' },
      object: { temperature: 28.1, moisture: 1, ec: 100 },
    })
    expect(soil).toContainEqual(expect.objectContaining({ key: 'moisture', metric: 'other' }))
  })
})

describe('a list', () => {
  it('of named values is read by the names, with the time of each', () => {
    const report = {
      deviceInfo: { devEui: 'A84041FFFF000001' },
      time: '2026-11-30T08:10:00Z',
      object: {
        data: [
          { variable: 'temperature', value: 21.5, date: '2026-11-30T08:00:00Z' },
          { variable: 'temperature', value: 22, date: '2026-11-30T08:10:00Z' },
          { variable: 'batteryVoltage', value: 3.6 },
        ],
      },
    }
    expect(measured('chirpstack', report)).toEqual([
      { key: 'temperature', metric: 'temperature', value: 21.5, at: '2026-11-30T08:00:00.000Z' },
      { key: 'temperature', metric: 'temperature', value: 22, at: '2026-11-30T08:10:00.000Z' },
      { key: 'batteryvoltage', metric: 'other', value: 3.6, at: '2026-11-30T08:10:00.000Z' },
    ])
  })

  it('of parts with names of their own is read as one report', () => {
    expect(read({ payload: [{ Type: 'Insafe' }, { Temperature: 21 }, { Humidity: 40 }] })).toEqual({
      'payload.Temperature': ['temperature', 21, '°C'],
      'payload.Humidity': ['humidity', 40, '%'],
    })
  })

  it('of samples is not read as a present value, and stands where people see it', () => {
    expect(read({ temperature: { value: [20, 21, 22], unit: '°C' } })).toEqual({
      temperature: 'notANumber',
    })
    const { values, names } = valuesIn({ scans: [{ rssi: -60 }, { rssi: -70 }] })
    expect([values, names]).toEqual([[], ['scans']])
    expect(valuesIn({ history: [{ temperature: 4 }] }).values).toEqual([])
  })

  it('says itself that its first value is the present one (Adeunis)', () => {
    const decodingInfo = 'values: [t=0, t-1, t-2, ...]'
    const temperature = { unit: '°C', values: [19.7, 19.9] }
    expect(read({ decodingInfo, temperature })).toEqual({
      temperature: ['temperature', 19.7, '°C'],
    })
  })
})

describe('networks', () => {
  const DevEUI = 'A84041FFFF000001'
  const Time = '2026-11-30T09:00:00.000+01:00'
  const at = '2026-11-30T08:00:00.000Z'

  it('ThingPark: points come before the payload, joins and downlinks measure nothing', () => {
    const uplink = {
      DevEUI,
      Time,
      payload_hex: '00',
      payload: { t: 215 },
      points: {
        'temperature:1': { unitId: 'Cel', record: 21.5, nature: 'room' },
        'temperature:2': { unitId: 'Cel', record: 20, nature: 'target' },
        co2Level: { unitId: 'ppm', record: 600 },
        energy: { unitId: 'Wh', record: 1_500 },
        leak: { unitId: 'state', record: false },
      },
    }
    const told = readReport('actility', { DevEUI_uplink: uplink })
    const measurements = 'fault' in told ? [] : told.measurements
    expect(
      Object.fromEntries(measurements.map((one) => [one.key, [one.metric, one.value]])),
    ).toEqual({
      leak: ['waterLeak', 0],
      co2: ['co2', 600],
      energy: ['energy', 1.5],
      roomtemperature: ['temperature', 21.5],
      targettemperature: ['other', 20],
    })
    expect(measurements.every((one) => one.at === at)).toBe(true)
    const join = { DevEUI_uplink: { DevEUI, Time, rawJoinRequest: '00' } }
    for (const report of [join, { DevEUI_downlink_Sent: { DevEUI } }])
      expect(readReport('actility', report)).toMatchObject({ isEvent: true, measurements: [] })
    const raw = { DevEUI_uplink: { DevEUI, Time, payload_hex: '0102' } }
    expect(readReport('actility', raw)).toEqual({ fault: 'notDecoded', device: DevEUI })
    expect(readReport('actility', { a: 1 })).toEqual({ fault: 'noReadings' })
  })

  it('LORIOT and Helium: decoded uplinks are read, the others name their device', () => {
    const decoded = { temperature: 4 }
    const ms = Date.parse(at)
    const expected = [{ key: 'temperature', metric: 'temperature', value: 4, at }]
    for (const cmd of ['rx', 'gw'])
      expect(measured('loriot', { cmd, EUI: DevEUI, ts: ms, decoded })).toEqual(expected)
    const hotspot = { dev_eui: DevEUI, reported_at: ms, decoded: { payload: decoded } }
    expect(measured('helium', hotspot)).toEqual(expected)
    expect(readReport('loriot', { cmd: 'gw', EUI: DevEUI })).toMatchObject({ isEvent: true })
    for (const [format, report] of [
      ['loriot', { cmd: 'rx', EUI: DevEUI, data: '0102' }],
      ['helium', { dev_eui: DevEUI, payload: 'AQI=' }],
    ] as const)
      expect(readReport(format, report)).toEqual({ fault: 'notDecoded', device: DevEUI })
  })

  it('The Things Stack: the normalized payload is read if the decoder’s names say nothing', () => {
    const report = (decoded_payload: object) => ({
      end_device_ids: { dev_eui: DevEUI },
      uplink_message: {
        decoded_payload,
        normalized_payload: [{ air: { temperature: 21.5, relativeHumidity: 40 }, battery: 3 }],
      },
    })
    for (const decoded of [{ t1: 215 }, {}])
      expect(measured('ttn', report(decoded))).toMatchObject([
        { key: 'air.temperature', value: 21.5 },
        { key: 'air.relativehumidity', value: 40 },
        { key: 'battery', metric: 'other', value: 3 },
      ])
    expect(measured('ttn', report({ temperature: 21.4 }))).toMatchObject([
      { key: 'temperature', value: 21.4 },
    ])
  })

  // thethingsindustries/lorawan-stack-docs, payload formatters, normalized payload
  it('The Things Stack: a normalized uplink is read alone, and each measurement has its time', () => {
    const of = (told: object) => ({ end_device_ids: { dev_eui: DevEUI }, received_at: at, ...told })
    const one = { water: { leak: true, temperature: { current: 8, max: 12 } }, battery: 3 }
    expect(
      measured('ttn', of({ uplink_normalized: { frm_payload: 'AA==', normalized_payload: one } })),
    ).toMatchObject([
      { key: 'water.leak', metric: 'waterLeak', value: 1, at },
      { key: 'water.temperature.current', metric: 'temperature', value: 8 },
      { key: 'water.temperature.max', metric: 'other', value: 12 },
      { key: 'battery', metric: 'other', value: 3 },
    ])
    const early = '2026-11-30T07:00:00.000Z'
    const normalized_payload = [
      { time: '2026-11-30T07:00:00Z', action: { contactState: 'open' } },
      { time: '2026-11-30T08:00:00Z', action: { contactState: 'closed' } },
      { air: { temperature: 21 } },
    ]
    expect(measured('ttn', of({ uplink_message: { normalized_payload } }))).toMatchObject([
      { metric: 'contact', value: 1, at: early },
      { metric: 'contact', value: 0, at },
    ])
    expect(readReport('ttn', of({ uplink_message: { normalized_payload } }))).toMatchObject({
      unused: [{ device: DevEUI, label: 'normalized_payload' }],
    })
  })

  it('The Things Stack: the charge that the network knows is that of the device', () => {
    const report = {
      end_device_ids: { dev_eui: DevEUI },
      uplink_message: {
        decoded_payload: { temperature: 4 },
        last_battery_percentage: { f_cnt: 1_495, value: 99.209_49 },
      },
    }
    const told = readReport('ttn', report)
    expect('fault' in told ? told : told.measurements).toMatchObject([{ value: 4, battery: 99 }])
  })

  it('Disruptive Technologies: touches measure nothing, new kinds of events are named', () => {
    const event = (eventType: string, data: object) => ({
      event: { targetName: 'projects/p/devices/b6roh6d7', eventType, data: { [eventType]: data } },
    })
    expect(readReport('disruptive', event('touch', {}))).toMatchObject({ isEvent: true })
    expect(readReport('disruptive', event('smell', { grade: 'bad' }))).toMatchObject({
      unused: [{ device: 'B6ROH6D7', label: 'smell.grade' }],
    })
  })
})
