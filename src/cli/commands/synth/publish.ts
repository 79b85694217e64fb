import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { writeWhole } from '../../../shared/whole-file.ts'
import { publishedFilesOf } from '../../../synthetic/tool-spec/publish-tools.ts'
import { readToolRows } from '../../../synthetic/tool-spec/tool-rows.ts'
import { printJson, printText } from '../../output.ts'

interface Options {
  tools: string
  out: string
  json?: boolean
}

function run({ tools, out, json }: Options): void {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new TracewrightError(`Failed to publish tools: the folder ${out} is not empty. Name a new one.`)
  const files = publishedFilesOf(readToolRows(tools))
  mkdirSync(out, { recursive: true })
  for (const { name, content } of files)
    writeWhole(join(out, name), [`${JSON.stringify(content, null, 2)}\n`])
  if (json) printJson({ folder: out, tools: files.length })
  else printText(`${out}: ${files.length} tool files; rules, verdicts and handlers are not part of this form`)
}

/** `tracewright synth publish` */
export const addPublish = (synth: Command): Command =>
  synth
    .command('publish')
    .description('write tools as the SynthTools paper publishes them, one JSON file each')
    .requiredOption('--tools <path>', 'JSON Lines of tools, or a folder of published tool files')
    .requiredOption('--out <folder>', 'new folder for the files, FIELD_tool_spec_N__NAME.json')
    .option('--json', 'print one JSON document')
    .action(run)
