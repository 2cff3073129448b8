/** A number field holds the raw bits; text, bytes and messages are bytes. */
export type Field =
  | { number: number; kind: 'varint'; value: bigint }
  | { number: number; kind: 'fixed32' | 'fixed64' | 'bytes'; value: Uint8Array }

const VARINT_MAXIMUM = 10

/** Returns null if the bytes are not a message, or have more fields than allowed. */
export function fieldsOf(data: Uint8Array, maximum: number): Field[] | null {
  const fields: Field[] = []
  let at = 0
  function varint(): bigint | null {
    let value = 0n
    for (let index = 0; index < VARINT_MAXIMUM; index += 1) {
      const byte = data[at]
      if (byte === undefined) return null
      at += 1
      value |= BigInt(byte & 0x7f) << BigInt(index * 7)
      if ((byte & 0x80) === 0) return BigInt.asUintN(64, value)
    }
    return null
  }
  function bytes(length: number): Uint8Array | null {
    if (length > data.length - at) return null
    at += length
    return data.subarray(at - length, at)
  }
  while (at < data.length) {
    if (fields.length >= maximum) return null
    const tag = varint()
    if (tag === null || tag < 8n || tag > 0xff_ff_ff_ffn) return null
    const [number, wire] = [Number(tag >> 3n), Number(tag & 7n)]
    if (wire === 0) {
      const value = varint()
      if (value === null) return null
      fields.push({ number, kind: 'varint', value })
      continue
    }
    const length = wire === 1 ? 8 : wire === 5 ? 4 : wire === 2 ? Number(varint() ?? -1n) : -1
    const value = length < 0 ? null : bytes(length)
    if (value === null) return null
    fields.push({ number, kind: wire === 1 ? 'fixed64' : wire === 5 ? 'fixed32' : 'bytes', value })
  }
  return fields
}

const viewOf = (value: Uint8Array) => new DataView(value.buffer, value.byteOffset, value.length)
export const readFloat = (value: Uint8Array): number => viewOf(value).getFloat32(0, true)
export const readDouble = (value: Uint8Array): number => viewOf(value).getFloat64(0, true)
export const readText = (value: Uint8Array): string => new TextDecoder().decode(value)
