/** Builds with buildah, and runs with podman or, where the kernel refuses that, in a chroot. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '#tests/root.ts'

const storage = [
  '--root',
  join(root, '.cache/containers/storage'),
  '--runroot',
  join(root, '.cache/containers/run'),
  '--storage-driver',
  'overlay',
]

const hasProgram = (name: string): boolean => existsSync(`/usr/bin/${name}`)

export const call = async (
  program: string,
  given: readonly string[],
  cwd = root,
): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(program, [...given], {
    cwd,
    maxBuffer: 64 << 20,
  }).catch((error: unknown) => {
    const output: unknown = error instanceof Error ? Reflect.get(error, 'stderr') : ''
    throw new Error(`${program} ${given.join(' ')}\n${String(output)}`, { cause: error })
  })
  return stdout.trim() === '' ? stderr.trim() : stdout.trim()
}

const buildah = (...given: string[]) => call('buildah', [...storage, ...given])

/** The image of a folder with a root file system. */
export async function importBase(folder: string, name: string): Promise<void> {
  const container = await buildah('from', 'scratch')
  await buildah('add', '--quiet', container, folder, '/')
  await buildah(
    'config',
    '--env',
    'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt',
    container,
  )
  await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', container)
  await buildah('commit', '--quiet', '--rm', container, name)
}

export const hasImage = (name: string): Promise<boolean> =>
  buildah('inspect', '--type', 'image', name).then(
    () => true,
    () => false,
  )

/** npm finds the machine's settings, certificates and cache, of which nothing stays in the image. */
function npmVolumes(): string[] {
  const certificates = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt'
  return [
    [join(homedir(), '.npmrc'), '/root/.npmrc:ro'],
    [join(homedir(), '.npm'), '/root/.npm'],
    [certificates, '/etc/ssl/certs/ca-certificates.crt:ro'],
  ].flatMap(([from, to]) => (existsSync(from ?? '') ? ['--volume', `${from}:${to}`] : []))
}

export async function buildImage(
  name: string,
  base: string | undefined,
  commit: string,
): Promise<void> {
  await buildah(
    'build',
    '--format=docker', // OCI's own has no health check
    '--isolation=chroot',
    ...npmVolumes(),
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
    `--build-arg=COMMIT=${commit}`,
    `--tag=${name}`,
    '.',
  )
}

export interface ImageConfig {
  User: string
  StopSignal: string
  Volumes: Record<string, object>
  Healthcheck?: { Test: string[] }
  Env: string[]
  Cmd: string[]
}

export async function configOf(name: string): Promise<ImageConfig> {
  const text = await buildah('inspect', '--type', 'image', name)
  return (JSON.parse(text) as { Docker: { config: ImageConfig } }).Docker.config
}

/** Bytes of all files. */
export async function sizeOf(name: string): Promise<number> {
  const container = await buildah('from', '--pull-never', name)
  try {
    const folder = await buildah('mount', container)
    const text = execFileSync('du', ['--summarize', '--apparent-size', '--block-size=1', folder])
    return Number(text.toString().split('\t')[0])
  } finally {
    await buildah('rm', container)
  }
}

/** Options with which podman runs here, from the fewest. Undefined if with none. */
export async function podmanOptions(name: string): Promise<Podman | undefined> {
  if (!hasProgram('podman')) return undefined
  // Without CAP_SYS_RESOURCE no limit may rise; with both kinds of cgroups crun does not start.
  const limits = ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1000:1000']
  const ways: Podman[] = [
    { before: [], run: [] },
    { before: ['--cgroup-manager', 'cgroupfs'], run: limits },
    { before: ['--cgroup-manager', 'cgroupfs', '--runtime', 'runc'], run: limits },
  ]
  for (const way of ways) {
    const given = [...storage, ...way.before, 'run', '--rm', ...way.run, '--network=host', name]
    const isRun = await call('podman', [...given, 'node', '--version']).then(
      () => true,
      () => false,
    )
    if (isRun) return way
  }
  return undefined
}

export interface Podman {
  before: string[]
  run: string[]
}

export interface Mounts {
  /** Paths of the machine by those of the container. */
  volumes: Record<string, string>
  env: Record<string, string>
}

const hardened = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
]

export class Podmen {
  constructor(
    private readonly way: Podman,
    private readonly image: string,
  ) {}

  private podman(...given: string[]): Promise<string> {
    return call('podman', [...storage, ...this.way.before, ...given])
  }

  private options({ volumes, env }: Mounts): string[] {
    return [
      ...this.way.run,
      '--network=host',
      ...hardened,
      ...Object.entries(volumes).flatMap(([to, from]) => ['--volume', `${from}:${to}`]),
      ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    ]
  }

  start = (name: string, mounts: Mounts) =>
    this.podman('run', '--detach', '--name', name, ...this.options(mounts), this.image)
  /** A command in a container of its own, as `docker compose run --rm` does. */
  once = (mounts: Mounts, ...command: string[]) =>
    this.podman('run', '--rm', ...this.options(mounts), this.image, ...command)
  exec = (name: string, ...command: string[]) => this.podman('exec', name, ...command)
  health = (name: string) => this.podman('healthcheck', 'run', name)
  logs = (name: string) => this.podman('logs', name)
  /** SIGTERM, then SIGKILL after half a minute. Returns the exit code. */
  async stop(name: string): Promise<number> {
    await this.podman('stop', '--time', '30', name)
    return Number(await this.podman('inspect', '--format', '{{.State.ExitCode}}', name))
  }
  removeVolumes = (names: readonly string[]) => this.podman('volume', 'rm', '--force', ...names)
  remove = (name: string) => this.podman('rm', '--force', name)
}
