import { describe, expect, it } from 'vitest'
import { isRepeated, judgeCounter, PACKET_REPEATS } from './packets.ts'

describe('the counter of an encrypted device', () => {
  it('must rise, as bthome-ble has it', () => {
    expect(judgeCounter(1_122_867, null)).toBe('new')
    expect(judgeCounter(1_122_868, 1_122_867)).toBe('new')
    expect(judgeCounter(1_122_867, 1_122_867)).toBe('repeated')
    expect(judgeCounter(1_122_866, 1_122_867)).toBe('replayed')
    expect(judgeCounter(100, 1_122_867)).toBe('replayed')
  })

  it('may begin again below 100, after its largest number or a new battery', () => {
    expect(judgeCounter(0, 0xff_ff_ff_ff)).toBe('restarted')
    expect(judgeCounter(99, 1_122_867)).toBe('restarted')
  })

  it('may come again through a slower gateway', () => {
    expect(judgeCounter(1_122_866, 1_122_867, [1_122_866, 1_122_867])).toBe('repeated')
    expect(judgeCounter(45, 46, [44, 45, 46])).toBe('repeated')
  })
})

describe('a packet id', () => {
  it('tells repeats of one packet within half a minute', () => {
    const heard = [{ id: 7, at: 1_000_000 }]
    expect(isRepeated(7, heard, 1_000_000 + PACKET_REPEATS - 1)).toBe(true)
    expect(isRepeated(7, heard, 1_000_000 + PACKET_REPEATS)).toBe(false)
    expect(isRepeated(8, heard, 1_000_000)).toBe(false)
  })
})
