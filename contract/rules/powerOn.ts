/** What a 1-Wire thermometer reads before its first conversion (DS18B20 data sheet). */
const POWER_ON = 85
/** Kelvin. Hot water reaches 85 °C step by step; a restart jumps. */
const JUMP = 20

/**
 * Whether 85 °C of a 1-Wire probe is its power-on value: the first value after a restart, or a
 * single jump. A second 85 in a row is a true one.
 */
export function isPowerOnValue(
  value: number,
  before: {
    /** The last value, without calibration. Null before the first. */
    value: number | null
    /** Nothing was heard for so long that the device may have restarted. */
    isSilent: boolean
    /** The value before was set aside by this rule. */
    wasSetAside: boolean
  },
): boolean {
  if (value !== POWER_ON || before.wasSetAside) return false
  if (before.isSilent || before.value === null) return true
  return Math.abs(value - before.value) > JUMP
}
