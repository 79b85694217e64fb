import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { findRepository } from '../shared/resolve-below.ts'
import { readConversations } from '../suites/repair/draft/conversations.ts'
import { hasPlugin } from './config.ts'
import { listSourceFiles, readModules } from './syntax.ts'

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCKFILES: readonly [file: string, manager: PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
]
const CONFIGS = ['vitest', 'vite'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs'].map((ending) => `${name}.config.${ending}`),
)
const MCP_CONFIGS = ['.mcp.json', 'mcp.json', '.vscode/mcp.json', '.cursor/mcp.json']

function readManifest(root: string): JsonObject {
  const file = join(root, 'package.json')
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isObject(value)) return value
    throw new Error('it is not a JSON object')
  } catch (error) {
    throw new TracewrightError(
      `Failed to set up tracewright: package.json cannot be read: ${describeThrown(error)}. Run this in the root of your package.`,
      { cause: error, at: { file } },
    )
  }
}

/** The text of a file of a project; undefined where it is missing. */
export const readContent = (root: string, file: string): string | undefined =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined

/** A word as a shell takes it, with nothing in it filled in. */
function quoteWord(word: string): string {
  if (/^[\w./:@=-]+$/.test(word)) return word
  return process.platform === 'win32' ? JSON.stringify(word) : `'${word.replaceAll("'", "'\\''")}'`
}

function findMcpCommands(root: string): string[] {
  return MCP_CONFIGS.flatMap((file) => {
    try {
      const config: unknown = JSON.parse(readContent(root, file) ?? '')
      const servers = isObject(config) ? (config.mcpServers ?? config.servers) : undefined
      return Object.values(isObject(servers) ? servers : {}).flatMap((server) => {
        if (!isObject(server) || typeof server.command !== 'string') return []
        const args: Json[] = Array.isArray(server.args) ? server.args : []
        return [[server.command, ...args.map(String)].map(quoteWord).join(' ')]
      })
    } catch {
      return []
    }
  })
}

/** Whether a file is an OpenAPI or Swagger document: YAML by its first lines, JSON by its fields. */
function isDescription(root: string, file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  if (!file.endsWith('.json')) return /^["']?(openapi|swagger)["']?\s*:/m.test(text.slice(0, 2000))
  if (!/"(openapi|swagger)"\s*:\s*"\d/.test(text)) return false
  try {
    const document: unknown = JSON.parse(text)
    return isObject(document) && [document.openapi, document.swagger].some((one) => typeof one === 'string')
  } catch {
    return false
  }
}

function readWorkflows(root: string): string[] {
  const folder = '.github/workflows'
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder))
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\btracewright\b/.test(readContent(root, file) ?? ''))
}

const IS_OWN_FILE = /\.(suite|recording|toolkit|corrections)\.jsonl?$/

/** Whether `draft` can make tasks of a file: it holds conversations. A bare list of names and inputs may be anything. */
function isConversation(root: string, file: string): boolean {
  try {
    return readConversations(join(root, file)).some(
      ({ prompts, bare, trace }) => prompts.length > 0 || (!bare && trace.calls.length > 0),
    )
  } catch {
    return false
  }
}

/** Looks a project over. Throws a `TracewrightError` where the folder has no package.json. */
export async function inspectProject(root: string) {
  const manifest = readManifest(root)
  const lockfile = LOCKFILES.find(([file]) => existsSync(join(root, file)))
  const named = /^(npm|pnpm|yarn|bun)@/.exec(String(manifest.packageManager ?? ''))?.[1]
  const packages = [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies].flatMap(
    (list) => (isObject(list) ? Object.keys(list) : []),
  )
  const config = CONFIGS.find((file) => existsSync(join(root, file)))
  const repository = findRepository(resolve(root)) ?? resolve(root)
  const folder = relative(repository, resolve(root)).replaceAll('\\', '/')
  return {
    root,
    packageManager: lockfile?.[1] ?? ((named as PackageManager | undefined) || 'npm'),
    hasLockfile: lockfile !== undefined,
    packages,
    ...(config === undefined ? {} : { config }),
    isPlugged: config !== undefined && hasPlugin(readContent(root, config) ?? ''),
    isTypeScript: existsSync(join(root, 'tsconfig.json')) || packages.includes('typescript'),
    // Where nothing is compiled, modules are imported by the names that they have.
    tsExtensions:
      !existsSync(join(root, 'tsconfig.json')) ||
      /"(allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(
        readContent(root, 'tsconfig.json') ?? '',
      ),
    isModule: manifest.type === 'module',
    testFolder: ['test', 'tests', '__tests__'].find((folder) => existsSync(join(root, folder))) ?? 'test',
    suites: listSourceFiles(root, (path) => /\.suite\.(jsonl|ts)$/.test(path)),
    descriptions: listSourceFiles(root, (path) => /\.(ya?ml|json)$/.test(path)).filter((file) =>
      isDescription(root, file),
    ),
    modules: await readModules(root),
    conversations: listSourceFiles(
      root,
      (path) => /\.(jsonl|ndjson|json)$/.test(path) && !IS_OWN_FILE.test(path),
    ).filter((file) => isConversation(root, file)),
    mcpCommands: findMcpCommands(root),
    workflows: [...readWorkflows(root), ...(folder === '' ? [] : readWorkflows(repository))],
    /** Within the repository, with `/`; empty where it is the whole of it, or in none. */
    folder,
  }
}

/** What is known of a project before anything is written. */
export type Project = Awaited<ReturnType<typeof inspectProject>>
