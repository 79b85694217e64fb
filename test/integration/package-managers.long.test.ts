import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPlainEnvironment } from '../support/cli-runs.ts'
import { workspace } from '../support/pack.ts'

// Outside of the repository, whose modules would be found otherwise; tools and caches stay for the next time.
const tools = join(tmpdir(), 'tracewright-package-managers')
const folder = mkdtempSync(join(tmpdir(), 'tracewright-workspaces-'))
const PNPM = [process.execPath, join(tools, 'node_modules/pnpm/bin/pnpm.cjs')]
const YARN = [process.execPath, join(tools, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js')]

const require = createRequire(import.meta.url)
const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string }).version
const [vite, vitest, msw] = ['vite', 'vitest', 'msw'].map(versionOf)

function execute([program = '', ...args]: readonly string[], cwd: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: 240_000,
    env: {
      ...buildPlainEnvironment(),
      // Commands that a package manager starts run on the node of this leg.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      NO_COLOR: '1',
      CI: '1',
      npm_config_fund: 'false',
      npm_config_audit: 'false',
      ...env,
    },
  })
  return { status, text: `${stdout}${stderr}${error ?? ''}` }
}

const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E40[134]|ERR_SOCKET/
let unreachable: string | undefined
beforeAll(() => {
  mkdirSync(tools, { recursive: true })
  if (existsSync(PNPM[1] ?? '') && existsSync(YARN[1] ?? '')) return
  const { status, text } = execute(
    ['npm', 'install', '--prefix', tools, 'pnpm@10', '@yarnpkg/cli-dist@4'],
    tools,
  )
  if (status !== 0 && OFFLINE.test(text)) unreachable = OFFLINE.exec(text)?.[0]
  else expect(status, text).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Manager {
  install: readonly string[]
  /** Words before a command that is installed. */
  exec: readonly string[]
  /** Folder of the command `tracewright`, and the words before it. */
  update: readonly [string, ...string[]]
  files: Record<string, string>
  /** How packages of the workspace name each other. */
  local: string
}

const yarn = (linker: string): Manager => ({
  install: [...YARN, 'install', '--no-immutable'],
  exec: YARN,
  update: ['.', ...YARN, 'workspace', '@desk/agent'],
  local: 'workspace:*',
  files: {
    'yarn.lock': '',
    '.yarnrc.yml': `nodeLinker: ${linker}\nenableTelemetry: false\nenableGlobalCache: false\ncacheFolder: ${tools}/yarn\n`,
  },
})
const pnpm = (linker: string): Manager => ({
  install: [...PNPM, 'install', '--no-frozen-lockfile', '--store-dir', join(tools, 'store')],
  exec: [...PNPM, 'exec'],
  update: ['.', ...PNPM, '--filter', './packages/agent', 'exec'],
  local: 'workspace:*',
  files: { 'pnpm-workspace.yaml': `packages: ['packages/*']\nnodeLinker: ${linker}\n` },
})
const MANAGERS: Record<string, Manager> = {
  npm: {
    install: ['npm', 'install', '--prefer-offline'],
    exec: ['npx', '--no-install'],
    update: ['packages/agent', 'npx'],
    local: '*',
    files: {},
  },
  'pnpm, strict': pnpm('isolated'),
  'pnpm, hoisted': pnpm('hoisted'),
  'yarn, node_modules': yarn('node-modules'),
  'yarn, Plug and Play': yarn('pnp'),
}

/** A workspace of two packages: an agent, and what it imports. */
function filesOf({ files, local }: Manager, tarball: string): Record<string, string> {
  const json = (value: object): string => JSON.stringify({ private: true, type: 'module', ...value })
  const pins = { vite, vitest, msw }
  // Vitest 5 leaves Vite to whoever installs it.
  const runner = { vite, vitest }
  return {
    ...files,
    'package.json': json({
      name: 'desk',
      workspaces: ['packages/*'],
      devDependencies: runner,
      resolutions: pins,
      overrides: { vite },
    }),
    'vitest.config.ts': `export default { test: { projects: ['packages/*'] } }`,
    'packages/agent/package.json': json({
      name: '@desk/agent',
      dependencies: { '@desk/words': local },
      devDependencies: { ...runner, msw, tracewright: `file:${tarball}` },
    }),
    'packages/agent/vitest.config.ts': `
      import { tracewright } from 'tracewright/plugin'
      export default { plugins: [tracewright({ agent: './agent.ts' })] }`,
    'packages/agent/agent.ts': `
      import { SILENT } from '@desk/words'
      import { oracle } from 'tracewright/calibration'
      export default { ...oracle, run: (request, task) => (process.env.IDLE ? SILENT : oracle.run(request, task)) }`,
    'packages/words/package.json': json({
      name: '@desk/words',
      version: '1.0.0',
      exports: './words.ts',
      devDependencies: runner,
    }),
    'packages/words/words.ts': 'export const SILENT = {}',
    'packages/words/words.test.ts': `
      import { expect, test } from 'vitest'
      import { SILENT } from './words.ts'
      test('silent', () => expect(SILENT).toEqual({}))`,
  }
}

describe('the packed package in a workspace', () => {
  it.for(Object.entries(MANAGERS))('installed by %s', ([name, manager], { skip }) => {
    skip(unreachable !== undefined, `the registry is out of reach: ${unreachable}`)
    const root = join(folder, name.replace(/\W+/g, '-'))
    const tarball = join(workspace, readdirSync(workspace).find((file) => file.endsWith('.tgz')) ?? '')
    for (const [file, text] of Object.entries(filesOf(manager, tarball))) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    const agent = join(root, 'packages/agent')
    copyFileSync(
      join(import.meta.dirname, 'projects/basic/tasks.suite.jsonl'),
      join(agent, 'tasks.suite.jsonl'),
    )
    const exits = (
      code: number,
      command: readonly string[],
      cwd: string,
      env?: Record<string, string>,
    ): string => {
      const { status, text } = execute(command, cwd, env)
      expect(status, text).toBe(code)
      return text
    }
    exits(0, manager.install, root)
    const { exec, update } = manager
    expect(exits(0, [...exec, 'vitest', 'run'], root)).toContain(
      '`cd packages/agent && npx tracewright baseline update`',
    )
    // As docs/guides/monorepos.md has it.
    const [from, ...words] = update
    expect(exits(0, [...words, 'tracewright', 'baseline', 'update'], join(root, from))).toContain(
      '7 tasks (7 added)',
    )
    expect(exits(1, [...exec, 'vitest', 'run'], agent, { IDLE: '1' })).toMatch(/gate {2}REGRESSED/)
  })
})
