#!/usr/bin/env node
/**
 * Runs the examples of other frameworks as a user would, each in a folder of its own outside of the repository: packs
 * this package, installs the tarball and the example's own dependencies by their exact versions, makes toolkit and suite by the
 * commands of the README and compares them with the committed ones, and lets the agent work against a model on loopback:
 * right, it passes the gate of the committed baseline; with values made up, the gate names the tasks and the edges.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buildCopyPath, prepareCopy } from './example-copy.mjs'
import {
  BASELINE,
  EXAMPLES,
  frameworks,
  listMakingCommands,
  runTracewright,
  runWith,
  TOOLKIT,
} from './framework-examples.mjs'

const MOST_LINES = 15
/** `npm install`, then `npx vitest run`. */
const COMMANDS = 2
const EDGE = / not (?:\w+ )*step_\d+'s | is missing/

const countFileLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length

const problems = []
const table = []
const expect = (holds, what, said = '') => {
  process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${what}\n`)
  if (!holds) problems.push(`${what}\n${said.slice(-2000)}`)
}
const readRunDocument = (copy) => JSON.parse(readFileSync(join(copy, '.vitest/tracewright/run.json'), 'utf8'))
const countSolved = ({ cases }) => cases.filter(({ score }) => score?.solved === true).length

for (const example of EXAMPLES) {
  const { name, suite, written } = example
  const copy = buildCopyPath(name)
  prepareCopy({ from: join(frameworks, name), copy })

  const committed = [TOOLKIT, suite].map((file) => [file, readFileSync(join(copy, file), 'utf8')])
  for (const args of listMakingCommands(example)) {
    const { status, said } = runTracewright(copy, ...args)
    expect(status === 0, `${name}: tracewright ${args[0]}`, said)
  }
  for (const [file, text] of committed)
    expect(readFileSync(join(copy, file), 'utf8') === text, `${name}: makes ${file} again, byte for byte`)

  const baseline = readFileSync(join(copy, BASELINE), 'utf8')
  const right = await runWith(copy, name, 'right')
  const before = readRunDocument(copy)
  expect(
    right.status === 0 && countSolved(before) === before.cases.length,
    `${name}: solves ${countSolved(before)} of ${before.cases.length}`,
    right.said,
  )
  const [gate] = before.gates ?? []
  expect(
    gate?.exit === 0 && gate.least_broken === 1 && gate.compared === before.cases.length,
    `${name}: the gate of the committed baseline passes it, and would have seen one broken task`,
    right.said,
  )
  const good = mkdtempSync(join(tmpdir(), 'tracewright-right-'))
  cpSync(join(copy, '.vitest/tracewright'), good, { recursive: true })

  const sabotaged = await runWith(copy, name, 'invents-value')
  const after = readRunDocument(copy)
  const named = after.gates?.[0]?.tasks.filter(({ regressed }) => regressed) ?? []
  const lost = after.cases.length - countSolved(after)
  expect(sabotaged.status === 1, `${name}: with values made up, exits with 1`, sabotaged.said)
  expect(
    named.length > 0 &&
      named.length === lost &&
      named.every(({ task_id }) => sabotaged.said.includes(`✗ ${task_id}`)),
    `${name}: the gate names the ${lost} tasks that are lost`,
    sabotaged.said,
  )
  expect(
    named.length > 0 && named.every(({ reason }) => EDGE.test(reason)),
    `${name}: each with the edge that is gone, such as ${named[0]?.reason}`,
    named.map(({ reason }) => reason).join('\n'),
  )
  const diff = runTracewright(
    copy,
    'diff',
    join(good, 'run.json'),
    '.vitest/tracewright/run.json',
    '--github',
  )
  rmSync(good, { recursive: true })
  expect(
    diff.status === 0 && named.every(({ task_id }) => diff.said.includes(task_id)),
    `${name}: what is posted on the pull request says how they differ`,
    diff.said,
  )
  for (const model of ['swaps-tools', 'drops-dependency']) {
    const { status, said } = await runWith(copy, name, model)
    const regressed = readRunDocument(copy).gates?.[0]?.tasks.filter((task) => task.regressed) ?? []
    const isTold = regressed.every(
      ({ task_id, reason }) => said.includes(`✗ ${task_id}: `) && said.includes(reason),
    )
    expect(
      status === 1 && regressed.length > 0 && isTold,
      `${name}: ${model} fails the gate, with the cause`,
      said,
    )
  }
  expect(readFileSync(join(copy, BASELINE), 'utf8') === baseline, `${name}: the baseline is as it was`)

  const lines = written.reduce((sum, file) => sum + countFileLines(join(copy, file)), 0)
  expect(lines <= MOST_LINES, `${name}: ${lines} lines by hand`, `at most ${MOST_LINES}`)
  table.push(
    `${name}: ${COMMANDS} commands, ${lines} lines, ${before.cases.length} tasks of ${basename(suite)}`,
  )
}
process.stdout.write(`\n${[...table, ...problems].join('\n')}\n`)
process.exit(problems.length === 0 ? 0 : 1)
