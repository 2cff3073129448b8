/**
 * Sends the call of an API hook: one attempt, limited in time and size. Refuses private networks
 * unless they are allowed.
 */
import { lookup as systemLookup } from 'node:dns'
import { request as overHttp, type IncomingHttpHeaders } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { prefix } from '#contract/rules/truncate.ts'

export interface HookCall {
  method: 'POST' | 'PUT' | 'GET'
  url: string
  headers: Record<string, string>
  body: string | null
  /** Sent instead of `body`. */
  bytes?: Buffer
  /** Some hosts are allowed for one company only. */
  companyUuid?: string | undefined
  /** Bytes of the answer that are read. Defaults to what the list of calls shows. */
  largestAnswer?: number
}
export interface HookAnswer {
  status: number
  body: string
  headers?: IncomingHttpHeaders
  isCut?: boolean
}
export interface HookClient {
  /** Throws if there is no response. Redirects are returned, not followed. */
  call(call: HookCall): Promise<HookAnswer>
}

const TIMEOUT_MILLISECONDS = 10_000
const LARGEST_ANSWER = 4_096

/**
 * Addresses outside the public internet: loopback, private and link-local networks, metadata
 * services, multicast.
 */
const inside4 = new BlockList()
const inside6 = new BlockList() // separate, because an IPv4 address is checked as ::ffff:…, which is in ::/8
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside4.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 8],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside6.addSubnet(network, prefix, 'ipv6')

export function isInside(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined) return inside4.check(mapped, 'ipv4')
  const family = isIP(plain)
  return (
    family === 0 || (family === 4 ? inside4.check(plain, 'ipv4') : inside6.check(plain, 'ipv6'))
  )
}

export class NotReachable extends Error {
  override name = 'NotReachable'
}

/**
 * `erp.internal`, `erp.internal:8443` or `erp.internal:8443@<company uuid>`. An IPv6 address with a
 * port needs brackets.
 */
export interface AllowedHost {
  host: string
  port: number | null
  companyUuid: string | null
}

/** Returns null if the entry is invalid. */
export function readAllowedHost(entry: string): AllowedHost | null {
  if (isIP(entry) === 6) return { host: entry.toLowerCase(), port: null, companyUuid: null }
  const found =
    /^(?:\[([0-9a-f:]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?(?:@([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?$/.exec(
      entry.toLowerCase(),
    )
  const host = found?.[1] ?? found?.[2]
  const port = found?.[3] === undefined ? null : Number(found[3])
  if (found === null || host === undefined || (port !== null && (port < 1 || port > 65_535)))
    return null
  return { host, port, companyUuid: found[4] ?? null }
}

/** `allowedHosts`: hosts in private networks that hooks may call, for all companies or one. */
export function makeHookClient(
  allowedHosts: readonly string[],
  lookup: typeof systemLookup = systemLookup,
  /** A certificate authority to trust instead of the public ones. */
  authority?: string,
): HookClient {
  const allowed = allowedHosts.flatMap((entry) => readAllowedHost(entry) ?? [])
  return {
    call: ({ method, url, headers, body, bytes, companyUuid, largestAnswer = LARGEST_ANSWER }) =>
      new Promise((resolve, reject) => {
        const target = new URL(url)
        const host = target.hostname.replace(/^\[|\]$/g, '')
        if (!/^https?:$/.test(target.protocol))
          return reject(new NotReachable('Only http and https are called.'))
        const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
        const isAllowed = (name: string) =>
          allowed.some(
            (entry) =>
              entry.host === name.toLowerCase() &&
              (entry.port === null || entry.port === port) &&
              (entry.companyUuid === null || entry.companyUuid === companyUuid),
          )
        if (isIP(host) !== 0 && isInside(host) && !isAllowed(host)) return reject(notAllowed(host))
        // Resolves the name once and connects to the checked address, so that a second DNS answer
        // cannot redirect the call.
        const guarded: LookupFunction = (name, options, done) =>
          lookup(name, { ...options, all: true }, (error, addresses) => {
            if (error) return done(error, [])
            const open = addresses.filter(({ address }) => isAllowed(name) || !isInside(address))
            const [first] = open
            if (first === undefined) return done(notAllowed(name), [])
            return options.all === true ? done(null, open) : done(null, first.address, first.family)
          })
        const send = target.protocol === 'https:' ? overHttps : overHttp
        const request = send(
          target,
          {
            method,
            headers,
            lookup: guarded,
            signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
            agent: false,
            ...(authority !== undefined && { ca: authority }),
          },
          (answer) => {
            const parts: Buffer[] = []
            let size = 0
            const finish = () => {
              const text = Buffer.concat(parts).toString('utf8').replaceAll('\u0000', '')
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                body: prefix(text, largestAnswer),
                isCut: size > largestAnswer,
              })
            }
            answer.on('data', (part: Buffer) => {
              parts.push(part)
              size += part.length
              if (size > largestAnswer) {
                finish()
                answer.destroy()
              }
            })
            answer.on('end', finish)
            answer.on('error', reject)
          },
        )
        request.on('error', reject)
        request.end(bytes ?? body ?? undefined)
      }),
  }
}

const notAllowed = (host: string) =>
  new NotReachable(
    `${host} lies in a network that hooks may not call. Name it in HOOK_ALLOWED_HOSTS if they may.`,
  )
