import { planeAt, type Metres } from './plane.ts'

/** Metres of one degree of longitude (x) and of latitude (y). */
export const metresPerDegree = (latitude: number): Metres =>
  planeAt({ longitude: 0, latitude }).toMetres({ longitude: 1, latitude: latitude + 1 })
