import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/**
 * Sentences of SECURITY.md by how they begin, each with a test that holds it: a file below `test/`, and words of a title.
 * A sentence that takes two tests stands twice, with more of its words.
 */
const HELD: Readonly<Record<string, [file: string, title: string]>> = {
  'suites of JSON lines, toolkits, recordings, baselines, runs, traces: read as data': [
    'unit/cli/hostile-documents.test.ts',
    'are read to the end and not executed by %s',
  ],
  'A run brings no code': ['unit/cli/hostile-run.test.ts', 'is not executed by %s'],
  'documents of every kind: refused if': [
    'unit/shared/hostile-files.test.ts',
    'are refused in the same words',
  ],
  'requests to tracewright serve: opening runs': [
    'unit/serve/token.test.ts',
    'whoever has the address of a run and no token',
  ],
  'An address of a tool leads': ['unit/serve/token.test.ts', 'learns nothing that its task expects'],
  'Web pages are refused': ['unit/serve/http.test.ts', 'refused, in the form of refusals of tools'],
  'names of tasks, outputs of tools, words of a model: printed': [
    'unit/report/report.test.ts',
    'lets no text of a task or an agent act on the terminal',
  ],
  'They are escaped in the HTML report': [
    'unit/report/html/render-html.test.ts',
    'holds as many elements as the template, whatever the texts',
  ],
  'They are escaped in the HTML report and in Markdown': [
    'unit/report/render-github.test.ts',
    'shows hostile texts as they are written',
  ],
  'OpenAPI documents, listings of MCP servers: read as data': [
    'unit/cli/hostile-documents.test.ts',
    '%s is not executed by %s',
  ],
  'References lead to files': ['unit/toolkit/read-document.test.ts', 'may not refer elsewhere: %s'],
  'YAML: aliases may add': ['unit/toolkit/parse-yaml.test.ts', 'a bomb of aliases'],
  'A document that takes longer': [
    'unit/toolkit/parse-yaml.long.test.ts',
    'what the parser takes the square of is refused',
  ],
  'patterns of imported schemas and of rules of synthetic tools: run by a linear engine': [
    'unit/shared/linear-pattern.test.ts',
    '%s takes linear time',
  ],
  'What it cannot read (look-around': [
    'unit/simulators/hostile-patterns.long.test.ts',
    'a call that takes too long gets neither a result nor a refusal: %s',
  ],
  'What it cannot read (look-around, back references, counts over 1,000)': [
    'unit/run/unanswered-call.test.ts',
    'an attempt with a call that nothing answers has no result',
  ],
  'The watchdog ends a worker': [
    'integration/blocked.long.test.ts',
    'an agent that never lets go of its worker is ended and named',
  ],
  'expressions and patterns that tools are asked to evaluate: run by interpreters': [
    'unit/python/evaluator.test.ts',
    'values reach no JavaScript',
  ],
  'what a model answers to synth: data': [
    'unit/synthetic/generate/generate.test.ts',
    'reports items without a usable answer',
  ],
  'commands: import mcp --command, init --tools mcp:COMMAND, .mcp.json: executed': [
    'unit/toolkit/import.test.ts',
    'is started by a command',
  ],
  'For an agent that takes tools, init offers': [
    'unit/init/set-up.test.ts',
    'knows the servers that %s names',
  ],
  'It starts the one that is chosen': [
    'integration/init.long.test.ts',
    'starts the only server that a project names, with --dry-run too',
  ],
  'It loads each module with zod tools': [
    'integration/init.long.test.ts',
    'loads each module that may export tools described by zod',
  ],
  'suites as code, .suite.ts: executed': [
    'integration/code-suites.long.test.ts',
    'is taken by the commands; a report and a diff run nothing of it',
  ],
  'report and diff of a run read the tasks that the run keeps': [
    'integration/code-suites.long.test.ts',
    'is taken by the commands; a report and a diff run nothing of it',
  ],
  'modules named on the command line (--simulators, --model, …): executed': [
    'integration/typescript-tools.long.test.ts',
    'simulators that import',
  ],
  'While a case runs, connections, datagrams': [
    'integration/network-table.long.test.ts',
    'has the table of ways out that is measured',
  ],
  'What a client asks a proxy for': [
    'integration/gateway.long.test.ts',
    'passes nothing, and the case names where it was to lead',
  ],
  'These stay open': ['integration/network-table.long.test.ts', 'has the table of ways out that is measured'],
  'docs/network.md has the whole table': [
    'integration/network-table.long.test.ts',
    'has the table of ways out that is measured',
  ],
  '.vitest/tracewright/: prompts': [
    'integration/secrets.long.test.ts',
    'no file that is written holds a secret, nor does the terminal',
  ],
  'Secrets that are known are masked': [
    'integration/security.long.test.ts',
    'masks the secrets that docs/tried.md says it masks',
  ],
  'Keep it out of version control': ['integration/init.long.test.ts', "toBe('node_modules\\n.vitest/\\n')"],
  'Types next to toolkits': ['unit/toolkit/tool-types.test.ts', 'is code whatever names, values and'],
  'Recordings: bodies of the API': [
    'unit/cassettes/kept.test.ts',
    'are masked in JSON, in text, in events and in bytes',
  ],
  'Headers and cookies are not written': ['unit/cassettes/kept.test.ts', 'with no header but its type'],
  'The baseline: names, levels and digests': ['unit/baseline/store.test.ts', 'an unknown field'],
  'No prompts, no results': [
    'unit/cli/baseline.test.ts',
    'takes no prompts, arguments, results, answers or messages of a run',
  ],
  'A secret in the name of the agent': [
    'integration/secrets.long.test.ts',
    'a secret in the name of an agent is masked',
  ],
  'serve --out: the traces of runs': [
    'integration/serve.long.test.ts',
    'writes no secret that an agent sends',
  ],
  'The token of a server is printed': [
    'integration/serve.long.test.ts',
    'takes its token from a file, which it does not print',
  ],
  'It is written to no trace': ['unit/serve/token.test.ts', 'addresses of a run are in no trace'],
  'Job summaries and reports': [
    'unit/report/render-github.test.ts',
    'counts the causes and lists failed tasks',
  ],
  'Nothing is sent anywhere': ['unit/docs/security.test.ts', 'only these modules make requests'],
  'pull and imports by URL ask': ['unit/suites/pull-suite.test.ts', 'fetches a file and says what came'],
  'An import of a file asks none': [
    'unit/toolkit/read-document.test.ts',
    'asks no address, also not in a default',
  ],
  'Packages are meant to be published from CI with provenance': [
    'unit/release/release.test.ts',
    'the package is published with provenance, by one workflow alone',
  ],
  'Actions are named by commit': ['unit/release/release.test.ts', 'names actions by commit'],
  'The job that publishes runs no code': [
    'unit/release/release.test.ts',
    'what may write runs none of their code',
  ],
  'It takes the tarball of the job before': [
    'unit/release/release.test.ts',
    'the check of what is published',
  ],
  'npm run check:release has to pass': [
    'unit/release/release.test.ts',
    'names every address, version and licence that is wrong',
  ],
  'test/unit/docs/security.test.ts names': [
    'unit/docs/security.test.ts',
    'each sentence of SECURITY.md has a test',
  ],
}

/** Sentences that claim nothing about the code: what people are asked to do, and where things stand. */
const ADVICE = [
  'Report a vulnerability in private',
  'Where the repository is hosted on GitHub',
  'The latest minor version is supported',
  'It runs in development and CI',
  'It is not a sandbox',
  'A library that checks a tool',
  'Do not run it in a project',
  'It is a guard against accidents',
  'Look at a recording before',
  'No release was made yet',
]

function sentencesOf(page: string): string[] {
  const lines = page
    .split('\n')
    .filter((line) => !/^(#|\| (input|---)|\|\s*-)/.test(line) && line.trim() !== '')
  return lines.flatMap((line) =>
    line
      .replace(/^- /, '')
      .replace(/^\| (.*?) +\| (.*?) +\|$/, '$1: $2')
      .replaceAll(/\]\([^)]*\)|[`*[\]]/g, '')
      .split(/(?<=\.)\s+/)
      .map((sentence) => sentence.trim()),
  )
}

it('each sentence of SECURITY.md has a test', () => {
  const sentences = sentencesOf(read('SECURITY.md'))
  const begins = [...Object.keys(HELD), ...ADVICE]
  expect(sentences.filter((one) => !begins.some((begin) => one.startsWith(begin)))).toEqual([])
  expect(begins.filter((begin) => !sentences.some((one) => one.startsWith(begin)))).toEqual([])
  const lost = Object.values(HELD).filter(([file, title]) => {
    const path = `test/${file}`
    return !existsSync(join(root, path)) || !read(path).includes(title)
  })
  expect(lost).toEqual([])
})

it('only these modules make requests', () => {
  const found = spawnSync(
    'git',
    ['grep', '-lE', '(\\bfetch|https?\\)\\.request|ClientTransport)\\(', '--', 'src', 'matchers', 'fixtures'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect(found.stdout.trim().split('\n')).toEqual([
    // Writes code of an agent that makes one.
    'src/init/first-suite.ts',
    // Requests of the agent: answered, recorded or let through to an allowed host.
    'src/network/gateway/answer.ts',
    'src/network/preload/tls.ts',
    'src/network/send.ts',
    'src/network/server.ts',
    'src/run/attempt/agent-tools.ts',
    // Addresses that a command is given.
    'src/suites/load/pull-suite.ts',
    'src/tools/imported/import/list-mcp.ts',
    'src/tools/imported/import/openapi/read-document.ts',
  ])
})
