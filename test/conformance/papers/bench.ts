import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { get } from '@hyperjump/json-pointer'
import { buildRun } from '../../../src/run/model.ts'
import type { Case } from '../../../src/schema/run.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { loadSuite } from '../../../src/suites/load/load.ts'
import { auditWithModel } from '../../../src/synthetic/audit/with-model.ts'
import { writeToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { formatJsonLines } from '../../support/json-lines.ts'
import { performGold } from '../../support/perform.ts'
import { runCommand } from '../../support/run-command.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'
import { depot } from '../../unit/synthetic/audit/depot.ts'
import { toolLine } from '../../unit/synthetic/dedupe/tools.ts'
import { DESK, RESERVE } from '../../unit/synthetic/environment/glaze-desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'papers-'))
const at = (name: string): string => join(folder, name)
const SYNTH_MODEL = resolve(import.meta.dirname, '../../integration/projects/synth/model.mjs')

/** Files that commands of the page name, by the word that stands for them. */
const FILES: Readonly<Record<string, string>> = {
  SUITE: at('papers.suite.jsonl'),
  TRACES: at('papers.traces.jsonl'),
  RUN: at('first.run.json'),
  OTHER_RUN: at('second.run.json'),
  TOOLS: at('tools.jsonl'),
  CALLS: at('calls.jsonl'),
  TOOLKIT: at('depot.toolkit.json'),
  JUDGMENTS: at('depot.judgments.jsonl'),
  TASKS: at('desk.tasks.jsonl'),
  AGENT: at('agent.mjs'),
  THEMES: at('themes.jsonl'),
  ERRATA: at('errata.jsonl'),
  MODEL: SYNTH_MODEL,
  ROOT: folder,
  OUT: at('out'),
}

const places = [
  { field: 'wood', subfield: 'trees', task: 'fell' },
  { field: 'wood', subfield: 'trees', task: 'saw' },
  { field: 'wood', subfield: 'boards', task: 'plane' },
  { field: 'stone', subfield: 'walls', task: 'lay' },
]

function writeTraces(): void {
  const suite = loadSuite(FILES.SUITE as string)
  const traces = suite.map(({ task }): Trace => ({ ...performGold(task), agent: 'reference' }))
  writeFileSync(FILES.TRACES as string, formatJsonLines(traces))
  const buildCases = (agent: string, made: readonly Trace[]): Case[] =>
    suite.map(({ task, line }, i) => {
      const { steps: _, ...score } = scoreTrace(task, { ...(made[i] as Trace), agent }, registry)
      const { task_id, level } = task
      const usage = { input_tokens: 100 * (1 + score.score), output_tokens: 10, model_calls: 1 }
      return {
        ...{ suite: 'papers.suite.jsonl', line, task_id, level, agent, score, outcome: 'scored' },
        attempts: [{ attempt: 0, outcome: 'scored', seed: 0, calls: 1, score, usage }],
      }
    })
  const idle = traces.map((trace): Trace => ({ ...trace, calls: [], final_answer: null }))
  for (const [name, agent, made] of [
    ['RUN', 'reference', traces],
    ['OTHER_RUN', 'idle', idle],
  ] as const) {
    const kept = `traces-${agent}.jsonl`
    writeFileSync(
      at(kept),
      formatJsonLines(made.map((trace) => ({ ...trace, agent, suite: 'papers.suite.jsonl', attempt: 0 }))),
    )
    const run = buildRun({
      ...{ id: agent, mode: 'score', scope: 'whole', failed: false, traces: [kept], errors: [] },
      ...{ suites: 'papers.suite.jsonl', cases: buildCases(agent, made) },
    })
    writeFileSync(FILES[name] as string, JSON.stringify(run))
  }
}

async function writeSynthetic(): Promise<void> {
  const tools = Array.from({ length: 8 }, (_, i) =>
    toolLine({ id: `t${i}`, name: `Tool ${i}`, description: `Works on part ${i}.`, ...places[i % 4] }),
  )
  writeFileSync(FILES.TOOLS as string, formatJsonLines(tools))
  writeToolkit(FILES.TOOLKIT as string, depot)
  writeFileSync(FILES.CALLS as string, formatJsonLines(depot.known.map(({ tool, args }) => ({ tool, args }))))
  const value = { judgment: 'correct', confidence: 1, reasoning: 'As it says.' }
  const model = new ScriptedModel(() => ({ value }))
  const judgments = FILES.JUDGMENTS as string
  await auditWithModel(depot, { model, cache: at('answers.jsonl'), judgments, concurrency: 1 })
  writeToolkit(at('desk.toolkit.json'), DESK)
  writeFileSync(FILES.TASKS as string, formatJsonLines([RESERVE]))
  writeFileSync(
    FILES.AGENT as string,
    "export default { name: 'idle', async run() { return { answer: '' } } }\n",
  )
  writeFileSync(FILES.THEMES as string, formatJsonLines([{ theme: 'public services' }]))
}

/** Writes the files that the commands read. */
export async function prepareFiles(): Promise<void> {
  mkdirSync(FILES.OUT as string)
  const sizes = ['--l0', '3', '--l1', '3', '--l2', '3', '--l3', '3', '--no-vet']
  await runCommand('generate', '--seed', '42', '--plain', '--out', FILES.SUITE as string, ...sizes)
  const task_id = loadSuite(FILES.SUITE as string)[0]?.task.task_id
  writeFileSync(FILES.ERRATA as string, formatJsonLines([{ task_id, why: 'x', task: null }]))
  writeTraces()
  await writeSynthetic()
}

const documents = new Map<string, Promise<unknown>>()

async function runOnce(command: string): Promise<unknown> {
  const words = command.split(' ').slice(1)
  const args = words.map((word) => FILES[word] ?? word.replace(/^(OUT)(?=\W)/, FILES.OUT as string))
  const printed = await runCommand(...args, '--json')
  process.exitCode = 0
  const lines = printed.trim().split('\n')
  // `synth simulate` prints a document per line, every other command one.
  return command.includes('synth simulate') ? lines.map((line) => JSON.parse(line)) : JSON.parse(printed)
}

/** The document that a command of the page prints with `--json`; a list where it prints one per line. */
export function runOfPage(command: string): Promise<unknown> {
  const known = documents.get(command) ?? runOnce(command)
  documents.set(command, known)
  return known
}

/** Whether a document has a value at a JSON Pointer; null is none. */
export const hasValue = (document: unknown, pointer: string): boolean => {
  try {
    return (get(pointer, document as never) ?? null) !== null
  } catch {
    return false
  }
}
