import { readFileSync } from 'node:fs'
import Table from 'cli-table3'
import type { Command } from 'commander'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import { compileRules } from '../../../synthetic/rules/compile.ts'
import { readPublishedTools } from '../../../synthetic/tool-spec/read-published.ts'
import { readCalls } from '../../../synthetic/validate/read-calls.ts'
import { validateCall } from '../../../synthetic/validate/validate.ts'
import type { Validation } from '../../../synthetic/validate/validation.ts'
import { printJson, printText } from '../../output.ts'

interface Options {
  tools: string
  calls: string
  json?: boolean
}

function read(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new TracewrightError(`Failed to read ${what} ${file}: ${messageOf(error)}.`)
  }
}

function show(verdicts: readonly Validation[]): void {
  const table = new Table({
    head: ['tool', 'status', 'code', 'rule', 'parameter', 'message'],
    style: { head: [], border: [], compact: true },
  })
  for (const { tool, status, code, rule, parameter, message } of verdicts)
    table.push([tool, status, code, rule ?? '', parameter ?? '', message ?? ''])
  printText(table.toString())
  const failed = verdicts.filter(({ status }) => status === 'FAIL').length
  printText(`${verdicts.length - failed} of ${verdicts.length} calls pass.`)
}

export const addValidate = (synth: Command): Command =>
  synth
    .command('validate')
    .description(
      'check calls against the specifications of their tools and the rules that their prose states; ' +
        'the exit code says whether the input could be read, not whether the calls pass',
    )
    .requiredOption('--tools <file>', 'JSON Lines of tools in the published form')
    .requiredOption('--calls <file>', 'JSON Lines of {"tool","args","state"?}; tool is an id or a name')
    .option('--json', 'print one JSON document a line')
    .action(({ tools: toolFile, calls: callFile, json }: Options) => {
      const tools = readPublishedTools(read(toolFile, 'tools'), toolFile).map(compileRules)
      const verdicts = readCalls(read(callFile, 'calls'), callFile).map((call) => validateCall(call, tools))
      if (!json) return show(verdicts)
      for (const verdict of verdicts) printJson(verdict)
    })
