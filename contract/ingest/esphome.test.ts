import { describe, expect, it } from 'vitest'
import { readReport } from './reports.ts'

const read = (payload: unknown, along: string[] = []) => {
  const told = readReport('esphome', payload, along)
  return 'fault' in told
    ? told.fault
    : told.measurements.map(({ device, key, metric, value }) => [device, key, metric, value])
}
const state = (component: string, object: string, payload: string) =>
  read(payload, ['cold-room', component, object, 'state'])

/** Topics and payloads of esphome.io/components/mqtt. */
describe('ESPHome', () => {
  it('gives a state by the last words of its name', () => {
    expect(state('sensor', 'cold_room_temperature', '-18.50')).toEqual([
      ['COLD-ROOM', 'coldroomtemperature', 'temperature', -18.5],
    ])
    expect(state('sensor', 'freezer_humidity_2', '41')).toEqual([
      ['COLD-ROOM', 'freezerhumidity2', 'humidity', 41],
    ])
    expect(state('sensor', 'battery_voltage', '3.91')).toEqual([
      ['COLD-ROOM', 'batteryvoltage', 'other', 3.91],
    ])
    expect(state('sensor', 'water_flow', '2.5')).toEqual([['COLD-ROOM', 'waterflow', 'other', 2.5]])
  })

  it('gives ON and OFF of binary sensors, whatever their names are', () => {
    expect(state('binary_sensor', 'boiler_room_leak', 'ON')).toEqual([
      ['COLD-ROOM', 'boilerroomleak', 'waterLeak', 1],
    ])
    expect(state('binary_sensor', 'front_door', 'OFF')).toEqual([
      ['COLD-ROOM', 'frontdoor', 'contact', 0],
    ])
    expect(state('binary_sensor', 'kitchen_smoke', 'ON')).toEqual([
      ['COLD-ROOM', 'kitchensmoke', 'alarm', 1],
    ])
    expect(state('binary_sensor', 'pump_running', 'ON')).toEqual([
      ['COLD-ROOM', 'pumprunning', 'other', 1],
    ])
  })

  it('has no value where the sensor says nan', () => {
    for (const nothing of ['nan', 'NaN', '-nan', 'inf'])
      expect(state('sensor', 'cold_room_temperature', nothing)).toEqual([
        ['COLD-ROOM', 'coldroomtemperature', 'temperature', null],
      ])
    expect(state('sensor', 'water_flow', 'nan')).toEqual([
      ['COLD-ROOM', 'waterflow', 'other', null],
    ])
  })

  it('passes over states of the node, commands, logs and other components', () => {
    expect(read('online', ['cold-room', 'status'])).toEqual([])
    expect(read('[I][app]: hello', ['cold-room', 'debug'])).toEqual([])
    expect(read('ON', ['cold-room', 'switch', 'fan', 'command'])).toEqual([])
    expect(state('text_sensor', 'version', '2026.11.1')).toEqual([])
    expect(state('sensor', 'note', 'some words')).toEqual([])
  })
})
