import type { Command } from 'commander'
import { readText } from '../../../shared/whole-file.ts'
import { compileRules } from '../../../synthetic/rules/compile.ts'
import { readToolRows } from '../../../synthetic/tool-spec/read-published.ts'
import { readCalls } from '../../../synthetic/validate/read-calls.ts'
import { type Validation, validateCall } from '../../../synthetic/validate/validate.ts'
import { printJson, printText } from '../../output.ts'
import { textTable } from '../../table.ts'

interface Options {
  tools: string
  calls: string
  json?: boolean
}

function show(verdicts: readonly Validation[]): void {
  printText(
    textTable(
      ['tool', 'status', 'code', 'rule', 'parameter', 'message'],
      verdicts.map(({ tool, status, code, rule, parameter, message }) => [
        ...[tool, status, code],
        ...[rule ?? '', parameter ?? '', message ?? ''],
      ]),
    ),
  )
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
    .requiredOption('--tools <path>', 'JSON Lines of tools, or a folder of published tool files')
    .requiredOption('--calls <file>', 'JSON Lines of {"tool","args","state"?}; tool is an id or a name')
    .option('--json', 'print one JSON document a line')
    .action(({ tools: toolFile, calls: callFile, json }: Options) => {
      const tools = readToolRows(toolFile).map(({ tool }) => compileRules(tool))
      const verdicts = readCalls(readText(callFile, 'calls'), callFile).map((call) =>
        validateCall(call, tools),
      )
      if (!json) return show(verdicts)
      for (const verdict of verdicts) printJson(verdict)
    })
