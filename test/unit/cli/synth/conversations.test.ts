import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { afterAll, expect, it } from 'vitest'
import { addSynth } from '../../../../src/cli/commands/synth/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'conversations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILES = ['loans.suite.jsonl', 'loans.toolkit.json', 'agent.mjs'] as const
const pathOf = (name: string): string => join(folder, name)

it.each(
  FILES.flatMap((name) => [
    [name, '--traces'],
    [name, '"cache" of --model'],
  ]),
)('synth conversations does not write over its input %s by %s', async (name, where) => {
  for (const file of FILES) writeFileSync(pathOf(file), file)
  const [suite, toolkit, agent] = FILES.map(pathOf) as [string, string, string]
  const args = ['conversations', '--suite', suite, '--toolkit', toolkit, '--agent', agent]
  const synth = await addSynth(new Command().exitOverride(), args)
  const other = relative(process.cwd(), pathOf(name))
  const isTraces = where === '--traces'
  const model = JSON.stringify({ model: 'openai:none', ...(isTraces ? {} : { cache: other }) })
  const named = ['--model', model, ...(isTraces ? [where, other] : [])]
  await expect(synth.parseAsync([...args, ...named], { from: 'user' })).rejects.toThrow(
    `Invalid ${where} ${other}: the file is an input. Name another file.`,
  )
  for (const file of FILES) expect(readFileSync(pathOf(file), 'utf8')).toBe(file)
})
