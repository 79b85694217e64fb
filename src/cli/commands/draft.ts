import type { Command } from 'commander'
import { readJson } from '../../shared/whole-file.ts'
import { readWrittenTasks } from '../../suites/code/load.ts'
import { readConversations } from '../../suites/repair/draft/conversations.ts'
import { draftConversations } from '../../suites/repair/draft/draft-conversations.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { loadSuiteModule } from '../load-module.ts'
import { redactOption } from '../options.ts'
import { printDraft } from '../print-draft.ts'
import { addSimulatorsOption } from '../simulators-option.ts'

interface Options {
  out: string
  reads: string[]
  writes: string[]
  tools?: string
  redact: (string | RegExp)[]
  json?: boolean
}

const appendNames = (text: string, before: readonly string[]): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
]

export const addDraft = (program: Command): Command =>
  addSimulatorsOption(program.command('draft'))
    .description('write a suite and a recording from stored conversations')
    .argument('<traces>', 'JSON Lines, one conversation per line, or a JSON document of one or several')
    .requiredOption(
      '--out <file>',
      'suite to write or to add to, *.suite.ts or *.suite.jsonl; the recording goes next to it',
    )
    .option('--reads <names>', 'tools that change nothing, separated by commas', appendNames, [])
    .option('--writes <names>', 'tools that change something, separated by commas', appendNames, [])
    .option(
      '--tools <file>',
      'definitions of the tools as JSON: a list, or the answer of an MCP server to tools/list',
    )
    .addOption(redactOption())
    .action(async (traces: string, { out, reads, writes, tools, redact, json }: Options) => {
      const given = tools === undefined ? {} : { tools: readJson(tools, 'tools') }
      const written = await readWrittenTasks(out, loadSuiteModule)
      const options = { out, reads, writes, redact, seed: 1, written, ...given }
      const report = draftConversations(readConversations(traces), options, readServedRegistry())
      printDraft(report, json)
    })
