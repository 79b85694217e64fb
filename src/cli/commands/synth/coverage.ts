import { readFileSync } from 'node:fs'
import Table from 'cli-table3'
import type { Command } from 'commander'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { coverageOf, type ToolCoverage } from '../../../synthetic/rules/coverage.ts'
import { type CoverageTotals, coverageTotals, FATES } from '../../../synthetic/rules/coverage-totals.ts'
import { readPublishedTools } from '../../../synthetic/tool-spec/read-published.ts'
import { RULE_SOURCES } from '../../../synthetic/tool-spec/rule.ts'
import { printJson, printText } from '../../output.ts'

interface Options {
  tools: string
  tool?: string
  json?: boolean
}

const plain = { style: { head: [], border: [], compact: true } }
const WIDTH = 30

const bar = (part: number, whole: number): string => {
  const filled = Math.round((WIDTH * part) / Math.max(whole, 1))
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
}

const MEANING = {
  compiled: 'compiled into rules',
  schema: 'repeats the schema',
  model: 'left to a model',
  silent: 'demands nothing',
} as const

function showTool({ tool, rules, sentences, contradicting }: ToolCoverage): void {
  printText(tool)
  for (const { fate, text, kinds } of sentences)
    if (fate !== 'silent') printText(`  ${fate === 'compiled' ? kinds.join(', ') : fate}: ${text}`)
  for (const { kind, parameters, text } of contradicting)
    printText(`  left out, for it contradicts another ${kind} of ${parameters.join(', ')}: ${text}`)
  const stated = rules.filter(({ source }) => source === 'schema' || source === 'implied')
  for (const { kind, parameters, source } of stated)
    printText(`  ${kind} (${source}): ${parameters.join(', ')}`)
}

function showTotals({ tools, tools_with_prose_rules, sentences, rules }: CoverageTotals): void {
  const table = new Table({
    head: ['rule', ...RULE_SOURCES, 'tools'],
    colAligns: ['left', ...Array<'right'>(RULE_SOURCES.length + 1).fill('right')],
    ...plain,
  })
  for (const { kind, sources, tools: own } of rules) table.push([kind, ...Object.values(sources), own])
  printText(table.toString())
  const all = FATES.reduce((sum, fate) => sum + sentences[fate], 0)
  for (const fate of FATES)
    printText(
      `${MEANING[fate].padEnd(20)} ${bar(sentences[fate], all)} ${String(sentences[fate]).padStart(6)} ` +
        `${((100 * sentences[fate]) / Math.max(all, 1)).toFixed(1).padStart(5)} %`,
    )
  printText(`${tools_with_prose_rules} of ${tools} tools have a rule that was read from prose.`)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new TracewrightError(`Failed to read tools ${file}: ${messageOf(error)}. Check the path.`)
  }
}

function run({ tools: file, tool, json }: Options): void {
  const specs = readPublishedTools(read(file), file)
  const chosen = tool === undefined ? specs : specs.filter(({ id, name }) => id === tool || name === tool)
  if (chosen.length === 0)
    throw new TracewrightError(
      `Failed to show coverage: ${file} has no tool "${tool}". Give an id or a name.`,
    )
  const coverages = chosen.map(coverageOf)
  const totals = coverageTotals(coverages)
  if (json) {
    printJson({ totals, tools: coverages })
    return
  }
  for (const coverage of coverages) showTool(coverage)
  showTotals(totals)
}

/** `tracewright synth coverage` */
export const addCoverage = (synth: Command): Command =>
  synth
    .command('coverage')
    .description('show which rules were read from which sentence of a tool, and what is left to a model')
    .requiredOption('--tools <file>', 'JSON Lines of tools in the published form')
    .option('--tool <name>', 'only the tool of this id or name')
    .option('--json', 'print one JSON document: totals, tools')
    .action(run)
