import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { writeWorkflow } from '../../../src/init/workflow.ts'
import { createFolder } from '../../support/folder-with.ts'

interface Step {
  name?: string
  run?: string
}

interface Job {
  if?: string
  permissions: object
  steps: Step[]
}
type Jobs = Record<'agent' | 'comment', Job>

const jobsOf = (...args: Parameters<typeof writeWorkflow>): Jobs =>
  (parse(writeWorkflow(...args)) as { jobs: Jobs }).jobs

/** A step, as the workflow has it. */
const stepOf = (job: keyof Jobs, name: string): string =>
  jobsOf('npm', true, [])[job].steps.find((step) => step.name === name)?.run ?? ''
const COMPARE = stepOf('agent', 'compare with the base branch')
const COMMENT = stepOf('comment', 'comment on how the agent behaves differently')

/** Stands in for GitHub's command line: answers from files, and writes down what it was asked. */
const GH = `#!/usr/bin/env bash
echo "gh $*" >> "$LOG"
case "$1 $2" in
  "run list") cat base-id ;;
  "run download") [ -d artifact ] || exit 1; mkdir -p base-run; cp artifact/* base-run/ ;;
  "api --paginate") cat comments ;;
esac
`
const NPX = `#!/usr/bin/env bash
echo "npx $*" >> "$LOG"
[ -f "$3" ] || exit 2
echo "<!-- tracewright diff -->"
`

/** What the steps ask of GitHub, where a run of the base branch and comments are as given. */
function asked({ baseId = '', artifact = false, comments = '' }) {
  const dir = createFolder({
    'bin/gh': GH,
    'bin/npx': NPX,
    'base-id': baseId,
    comments,
    output: '',
    ...(artifact ? { 'artifact/run.json': '{}' } : {}),
  })
  for (const name of ['gh', 'npx']) chmodSync(join(dir, 'bin', name), 0o755)
  // As GitHub runs a step: it ends at the first command that fails.
  const run = (step: string) =>
    spawnSync('bash', ['--norc', '-e', '-c', step], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: dir,
      encoding: 'utf8',
      env: {
        PATH: `${join(dir, 'bin')}${delimiter}${process.env.PATH}`,
        LOG: join(dir, 'log'),
        GITHUB_REPOSITORY: 'acme/desk',
        GITHUB_OUTPUT: join(dir, 'output'),
        BASE: 'main',
        NUMBER: '7',
      },
    })
  const compared = run(COMPARE)
  const hasDiff = readFileSync(join(dir, 'output'), 'utf8').includes('has-diff=true')
  const { status, stderr } = hasDiff ? run(COMMENT) : compared
  const log = readFileSync(join(dir, 'log'), 'utf8').split('\n')
  return { status, stderr, written: log.filter((line) => /PATCH|POST/.test(line)) }
}

describe('the comment on a pull request', () => {
  it('is posted once', () => {
    expect(asked({ baseId: '11\n', artifact: true })).toEqual({
      status: 0,
      stderr: '',
      written: ['gh api --method POST repos/acme/desk/issues/7/comments --field body=@diff.md --silent'],
    })
  })

  it('is written anew where an earlier push posted it, the first of several', () => {
    expect(asked({ baseId: '11\n', artifact: true, comments: '501\n502\n' }).written).toEqual([
      'gh api --method PATCH repos/acme/desk/issues/comments/501 --field body=@diff.md --silent',
    ])
  })

  it.each([{ baseId: '' }, { baseId: '11\n', artifact: false }])(
    'is left out, without a failure, where the expected trace is missing: %j',
    (given) => {
      expect(asked(given)).toMatchObject({ status: 0, written: [] })
    },
  )
})

it.each(['npm', 'pnpm', 'yarn', 'bun'] as const)(
  'the workflow of %s writes in a job that runs no code',
  (manager) => {
    const { agent, comment } = jobsOf(manager, true, ['A_KEY'])
    expect(agent.permissions).toEqual({ contents: 'read', actions: 'read' })
    expect(comment.permissions).toEqual({ 'pull-requests': 'write' })
    expect(comment.steps.map(({ run = '' }) => run).join()).not.toMatch(
      /npx|npm|yarn|bun|node|vitest|tracewright (?!diff)/,
    )
    expect(comment.if).toContain('!github.event.pull_request.head.repo.fork')
  },
)

it.each([
  ['', []],
  ['frameworks/ai-sdk/', ['OPENAI_API_KEY']],
  ['frameworks/mcp/', ['OPENAI_API_KEY']],
  ['frameworks/plain-fetch/', ['OPENAI_API_KEY']],
])('is the one of the example project %s', (folder, keys) => {
  const file = resolve(
    import.meta.dirname,
    `../../../example-project/${folder}.github/workflows/agent-regression.yml`,
  )
  expect(readFileSync(file, 'utf8')).toBe(writeWorkflow('npm', folder === '', keys))
})
