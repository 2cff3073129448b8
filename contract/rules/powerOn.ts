/** The value of a 1-Wire thermometer before its first conversion (DS18B20 data sheet). */
const POWER_ON = 85
/** Kelvin. Hot water reaches 85 °C step by step; a restart jumps. */
const JUMP = 20

/**
 * True if 85 °C of a 1-Wire probe is its power-on value: the first value after a restart, or a
 * single jump. A second 85 in a row is real.
 */
export function isPowerOnValue(
  value: number,
  before: {
    /** The last value, uncalibrated; null before the first. */
    value: number | null
    /** The device was silent for so long that it may have restarted. */
    isSilent: boolean
    /** This rule set the previous value aside. */
    wasSetAside: boolean
  },
): boolean {
  if (value !== POWER_ON || before.wasSetAside) return false
  if (before.isSilent || before.value === null) return true
  return Math.abs(value - before.value) > JUMP
}
